import type { ApplicationStatus } from '../api/application.ts';
import type { Bounded } from '../base/bounded.ts';
import { Controller, type ReconcileContext } from '../controller/controller.ts';
import type { Logger } from '../controller/logger.ts';
import type { ControllerMetrics } from '../controller/metrics.ts';
import { type Outcome, SETTLED } from '../controller/outcome.ts';
import { reportStatus, type StatusTarget } from '../controller/status.ts';
import type { KubeClient } from '../kube/client.ts';
import { type Permission, WATCH } from '../kube/permissions.ts';
import type { Recorder } from '../kube/recorder.ts';
import { eventRecordOf } from '../objects/eventrecord.ts';
import { APPLICATIONS, type Application } from '../objects/stoa.ts';
import { WORKLOADS } from '../objects/workload.ts';
import { decide } from './decide.ts';
import { type ApplicationCaches, observe } from './observe.ts';
import { applicationWatches } from './watches.ts';

/** Field manager of the status, as in `metadata.managedFields`. */
const FIELD_MANAGER = 'stoa-application';

/** Milliseconds between two reconciles of an application whose parts change all the time. */
const PACE_MS = 1_000;

/** Permissions of the controller; deploy/chart/templates/_rules.tpl grants them. */
export const APPLICATION_PERMISSIONS: readonly Permission[] = [
  { group: 'stoa.dev', resource: 'applications', verbs: ['get', ...WATCH] },
  { group: 'stoa.dev', resource: 'applications/status', verbs: ['patch'] },
  { group: 'stoa.dev', resource: 'marketinstalls', verbs: WATCH },
  ...WORKLOADS.map(({ group, plural }) => ({ group, resource: plural, verbs: WATCH })),
  { group: '', resource: 'pods', verbs: WATCH },
];

/** Dependencies of the controller. */
interface ApplicationDependencies {
  readonly client: KubeClient;
  readonly caches: ApplicationCaches;
  readonly log: Logger;
  readonly metrics: ControllerMetrics;
  readonly recorder: Recorder;
}

/**
 * Controller of Applications.
 *
 * It watches Applications and their namespaces, and the workloads, pods, rules and installs that belong to them;
 * `watches.ts` maps changes to Applications. A reconcile writes the status of an Application, and an Event where its
 * readiness changes. It creates nothing.
 */
export function createApplicationController(dependencies: ApplicationDependencies) {
  const { client, caches, log, metrics, recorder } = dependencies;
  const target = (signal: AbortSignal) => ({
    client,
    resource: APPLICATIONS,
    cache: caches.applications,
    fieldManager: FIELD_MANAGER,
    signal,
  });
  return new Controller({
    name: 'application',
    watches: applicationWatches(caches),
    paceMs: PACE_MS,
    log,
    metrics,
    reconcile: (key, { signal, charge }) => reconcile(caches, { to: target(signal), recorder, charge }, key),
  });
}

/** Target of status writes, and recorder of their Events. */
interface Reporting {
  readonly to: StatusTarget<Application>;
  readonly recorder: Recorder;
}

async function reconcile(
  caches: ApplicationCaches,
  reconciling: Reporting & Pick<ReconcileContext, 'charge'>,
  key: string,
): Promise<Outcome> {
  const decided = reconciling.charge(() => {
    const observed = observe(caches, key);
    return observed && { application: observed.application, ...decide(observed, new Date()) };
  });
  if (decided?.status !== undefined) {
    await report(reconciling, decided.application, decided.status);
  }
  return decided?.outcome ?? SETTLED;
}

async function report(
  { to, recorder }: Reporting,
  application: Application,
  status: Bounded<ApplicationStatus>,
): Promise<void> {
  const event = eventRecordOf(application.status?.conditions ?? [], status.conditions ?? []);
  if ((await reportStatus(to, application, status)) && event !== undefined) {
    recorder.record(application, event);
  }
}
