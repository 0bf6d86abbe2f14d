import { Controller } from '../controller/controller.ts';
import type { Logger } from '../controller/logger.ts';
import type { ControllerMetrics } from '../controller/metrics.ts';
import type { KubeClient } from '../kube/client.ts';
import { splitKey } from '../kube/object.ts';
import type { Recorder } from '../kube/recorder.ts';
import type { Resource } from '../kube/resource.ts';
import { AppliedObjects } from '../objects/applies.ts';
import type { Source } from '../source/source.ts';
import { clientOfAccount } from './account/account.ts';
import { createCaches, type SharedCaches } from './caches.ts';
import { install } from './install.ts';
import { JobRuns } from './inventory.ts';
import { FIELD_MANAGER } from './owned.ts';
import { createPortController } from './plan/lackingports.ts';
import { type MarketConfig, Planner } from './plan/planner.ts';
import { Reservations } from './plan/takennames.ts';
import { uninstall } from './remove/uninstall.ts';
import { installState } from './state.ts';
import { takeSteps } from './steps.ts';
import { installWatches } from './watches.ts';

/** Dependencies of the controller. */
export interface MarketDependencies {
  readonly client: KubeClient;
  /** Watched namespaces; the whole cluster where undefined. */
  readonly namespaces?: readonly string[] | undefined;
  readonly config: MarketConfig;
  readonly shared: SharedCaches;
  /** Kinds of object that installs can create in this cluster. */
  readonly kinds: readonly Resource[];
  readonly source: Source;
  readonly log: Logger;
  readonly metrics: ControllerMetrics;
  readonly recorder: Recorder;
}

/**
 * Installs that are reconciled at the same time, in all and of one namespace: each may hold a model of several MiB, and
 * the store of its choice can make it wait for half a minute.
 */
const CONCURRENCY = 8;
const SHARE = 3;

/** Milliseconds for one reconcile: hundreds of calls, of one second each on an overloaded API server. */
const DEADLINE_MS = 300_000;

/** Milliseconds between two reconciles of an install whose objects change all the time. */
const PACE_MS = 500;

/**
 * Controller of MarketInstalls.
 *
 * `watches.ts` says which changes wake it, `status/verdicts.ts` when it looks again without one. It reads the storage classes
 * too, which wake nothing. A reconcile takes one step after the
 * other (`steps.ts`): of `install.ts`, or of `remove/uninstall.ts` once the install is being deleted. Steps create and
 * delete the objects of the install as the account of its namespace (`account`), and write its finalizer, its status
 * and its Events as the operator.
 */
export function createMarketControllers(dependencies: MarketDependencies) {
  const { client, config, shared, kinds, source, log, metrics, recorder } = dependencies;
  const { made, accounts, storageClasses, configMapNames } = createCaches(dependencies, kinds);
  const caches = { ...shared, made, accounts, storageClasses, configMapNames };
  const planner = new Planner(config, source);
  const applies = new AppliedObjects(FIELD_MANAGER);
  const jobs = new JobRuns();
  const identities = new Reservations();
  shared.installs.store.follow(({ before, after }) => {
    if (before !== undefined && before.metadata.uid !== after?.metadata.uid) {
      planner.forgetGone(before.metadata.uid);
      identities.release(before.metadata.uid);
    }
  });
  const installs = new Controller({
    name: 'marketinstall',
    watches: installWatches(caches),
    paceMs: PACE_MS,
    concurrency: CONCURRENCY,
    share: SHARE,
    deadlineMs: DEADLINE_MS,
    log,
    metrics,
    reconcile: (key, { signal, charge }) => {
      const again = () => installs.queue.add(key);
      const account = clientOfAccount(client, splitKey(key).namespace);
      const memory = { applies, jobs, identities };
      const writer = { client, account, caches, ...memory, recorder, signal, charge, again };
      return takeSteps(
        writer,
        key,
        (current) =>
          installState(current).type === 'removing'
            ? uninstall(writer, current)
            : install(writer, planner, current),
        (uid) => planner.forget(uid),
      );
    },
  });
  const sources = [
    accounts,
    configMapNames,
    ...(storageClasses ? [storageClasses] : []),
    ...made.map(({ cache }) => cache),
  ];
  const ports = createPortController(planner, installs.queue, { log, metrics });
  return { controllers: [installs, ports], sources };
}
