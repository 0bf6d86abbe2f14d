import { isDeepStrictEqual } from 'node:util';
import { Controller, type ReconcileContext } from '../controller/controller.ts';
import type { Logger } from '../controller/logger.ts';
import type { ControllerMetrics } from '../controller/metrics.ts';
import { type Outcome, SETTLED } from '../controller/outcome.ts';
import type { KubeClient } from '../kube/client.ts';
import type { Recorder } from '../kube/recorder.ts';
import type { Resource } from '../kube/resource.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import type { StoreClient } from '../store/client.ts';
import { createCaches, type SharedCaches } from './caches.ts';
import { install, type Supplies } from './install.ts';
import { Planner } from './plan/planner.ts';
import { uninstall } from './remove/uninstall.ts';
import { type StatusFields, statusOf } from './status/status.ts';
import type { StatusDraft } from './status/verdicts.ts';
import type { Step } from './steps.ts';
import type { MarketConfig } from './view.ts';
import { installWatches } from './watches.ts';
import { report, type Writer } from './writer.ts';

/** What the market feature needs from outside. */
export interface MarketDependencies {
  readonly client: KubeClient;
  /** The namespaces that are followed; the whole cluster where nothing is said. */
  readonly namespaces?: readonly string[] | undefined;
  readonly config: MarketConfig;
  readonly shared: SharedCaches;
  /** The kinds of object that installs can make in this cluster. */
  readonly kinds: readonly Resource[];
  readonly stores: StoreClient;
  readonly log: Logger;
  readonly metrics: ControllerMetrics;
  readonly recorder: Recorder;
}

/** Installs that are worked on at the same time: each may hold a model of several MiB. */
const CONCURRENCY = 4;

/** Milliseconds for one reconcile: hundreds of calls, which a busy API server takes a second for each. */
const DEADLINE_MS = 300_000;

/** Milliseconds between two reconciles of an install whose objects change all the time. */
const PACE_MS = 500;

/** Steps of one reconcile: more than any roll-out has without waiting for something. */
const MAX_STEPS = 50;

/** The controller that makes components of MarketInstalls, and the caches that it reads. */
export function createMarketControllers(dependencies: MarketDependencies) {
  const { client, shared, kinds, log, metrics } = dependencies;
  const { made, storageClasses } = createCaches(dependencies, kinds);
  const caches = { ...shared, made, storageClasses };
  const plans = new Planner(dependencies.config);
  const installs = new Controller({
    name: 'marketinstall',
    watches: installWatches(caches),
    paceMs: PACE_MS,
    concurrency: CONCURRENCY,
    deadlineMs: DEADLINE_MS,
    log,
    metrics,
    reconcile: (key, { signal }: ReconcileContext) => {
      const writer = { client, caches, recorder: dependencies.recorder, signal };
      return reconcile(writer, { plans, stores: dependencies.stores }, key);
    },
  });
  const sources = [...(storageClasses ? [storageClasses] : []), ...made.map(({ cache }) => cache)];
  return { controllers: [installs], sources };
}

/**
 * Takes one step after the other, each built on what the one before has left in the caches, until one has
 * to wait. What a step has found out is recorded before the next begins.
 */
async function reconcile(writer: Writer, supplies: Supplies, key: string): Promise<Outcome> {
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const current = writer.caches.installs.store.get(key);
    if (current === undefined) {
      return SETTLED;
    }
    const step = await take(writer, supplies, current);
    if (step.type === 'gone') {
      supplies.plans.forget(current.metadata.uid);
      return SETTLED;
    }
    if (step.type !== 'again') {
      await tell(writer, current, step.draft, step.fields);
    }
    if (step.type === 'halt') {
      const { outcome } = step.draft;
      if (outcome.type === 'settled') {
        supplies.plans.forget(current.metadata.uid);
      }
      return outcome;
    }
  }
  throw new Error(`${key} takes more than ${MAX_STEPS} steps`);
}

function take(writer: Writer, supplies: Supplies, current: MarketInstall): Promise<Step> {
  if (current.metadata.deletionTimestamp !== undefined) {
    return uninstall(writer, current);
  }
  return install(writer, supplies, current);
}

async function tell(
  writer: Writer,
  current: MarketInstall,
  draft: StatusDraft,
  fields: StatusFields,
): Promise<void> {
  const status = statusOf(current, draft, fields, new Date());
  if (!isDeepStrictEqual(status, current.status)) {
    await report(writer, current, status);
  }
}
