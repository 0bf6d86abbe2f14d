import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { KubeObject } from '../kube/object.ts';
import type { Debts } from './debts.ts';
import { createLiveMetrics, type LiveMetric, type ObserveLive } from './livemetrics.ts';
import type { QueueObserver, WorkQueue } from './queue.ts';
import { createQueueMetrics } from './queuemetrics.ts';
import { leftOutFields } from './status.ts';

/** Result of a reconciliation, as in controller-runtime. */
export type ReconcileResult = (typeof RESULTS)[number];

/** Recorder of one controller's metrics. */
export interface ControllerReport {
  readonly queue: QueueObserver;
  /** Counts a reconciliation that took `seconds`. */
  reconciled(result: ReconcileResult, seconds: number): void;
  /** Counts a terminal error, which only a user can resolve. */
  stalled(): void;
  /** Counts an unexpected exception, which is a defect of the program. */
  panicked(): void;
  /** Counts a reconciliation that exceeded its deadline. */
  timedOut(): void;
}

/** State of a controller that is read when metrics are scraped. */
interface ControllerState {
  readonly concurrency: number;
  readonly queue: Pick<WorkQueue, 'depthOf' | 'inFlight'>;
  readonly debts: Pick<Debts, 'waiting'>;
}

/** Metrics of all controllers of a process. */
export interface ControllerMetrics {
  report(controller: string): ControllerReport;
  watch(controller: string, state: ControllerState): void;
  readonly observe: ObserveLive;
}

const RESULTS = ['success', 'requeue_after', 'requeue', 'error'] as const;

/** Metrics of controllers, named as in controller-runtime and client-go for existing dashboards. */
export function createControllerMetrics(registry: Registry): ControllerMetrics {
  const states = new Map<string, ControllerState>();
  const queues = createQueueMetrics(registry, states);
  const { total, time, errors, terminal, panics, timeouts } = reconcileMetrics(registry);
  registerWorkers(registry, states);
  return {
    report(controller) {
      for (const result of RESULTS) {
        total.inc({ controller, result }, 0);
      }
      const durations = time.labels(controller);
      const failures = zeroed(errors, controller);
      return {
        queue: queues(controller),
        reconciled(result, seconds) {
          total.inc({ controller, result });
          durations.observe(seconds);
          failures.inc(result === 'error' ? 1 : 0);
        },
        stalled: zeroed(terminal, controller).inc,
        panicked: zeroed(panics, controller).inc,
        timedOut: zeroed(timeouts, controller).inc,
      };
    },
    watch: (controller, state) => states.set(controller, state),
    observe: createLiveMetrics(registry),
  };
}

/** Counter of one controller, zero from the start because a rate needs a first value. */
function zeroed(counter: Counter<'controller'>, controller: string): { readonly inc: (by?: number) => void } {
  const child = counter.labels(controller);
  child.inc(0);
  return { inc: (by = 1) => child.inc(by) };
}

function reconcileMetrics(registry: Registry) {
  const counter = (name: string, help: string) =>
    new Counter({
      name: `controller_runtime_${name}`,
      help,
      labelNames: ['controller'],
      registers: [registry],
    });
  return {
    total: new Counter({
      name: 'controller_runtime_reconcile_total',
      help: 'Total number of reconciliations per controller, by result.',
      labelNames: ['controller', 'result'],
      registers: [registry],
    }),
    time: new Histogram({
      name: 'controller_runtime_reconcile_time_seconds',
      help: 'Duration of reconciliations in seconds.',
      labelNames: ['controller'],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers: [registry],
    }),
    errors: counter(
      'reconcile_errors_total',
      'Total number of reconciliation errors per controller; each is retried.',
    ),
    terminal: counter(
      'terminal_reconcile_errors_total',
      'Total number of terminal reconciliation errors per controller, which only a user can resolve.',
    ),
    panics: counter(
      'reconcile_panics_total',
      'Total number of reconciliation panics per controller: unexpected exceptions.',
    ),
    timeouts: counter('reconcile_timeouts_total', 'Total number of reconciliation timeouts per controller.'),
  };
}

function registerWorkers(registry: Registry, states: ReadonlyMap<string, ControllerState>): void {
  const gauge = (name: string, help: string, value: (state: ControllerState) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['controller'],
      registers: [registry],
      collect() {
        for (const [controller, state] of states) {
          this.set({ controller }, value(state));
        }
      },
    });
  gauge(
    'controller_runtime_max_concurrent_reconciles',
    'Maximum number of concurrent reconciliations per controller.',
    ({ concurrency }) => concurrency,
  );
  gauge(
    'controller_runtime_active_workers',
    'Number of reconciliations in progress per controller.',
    ({ queue }) => queue.inFlight().length,
  );
  gauge(
    'stoa_owing_namespaces',
    'Number of namespaces per controller whose objects wait, because deciding on them took too much CPU time.',
    ({ debts }) => debts.waiting(performance.now()),
  );
}

/** Leader metric, named as in client-go. Returns its setter. */
export function createLeaderMetric(registry: Registry, name: string): (isLeader: boolean) => void {
  const gauge = new Gauge({
    name: 'leader_election_master_status',
    help: '1 if this process holds the lease, else 0; name is that of the lease.',
    labelNames: ['name'],
    registers: [registry],
  });
  gauge.set({ name }, 0);
  return (isLeader) => gauge.set({ name }, isLeader ? 1 : 0);
}

/** Kind whose pending deletions are observed. */
interface Deletable {
  /** Plural name of the kind. */
  readonly name: string;
  readonly store: { list(): readonly KubeObject[] };
}

/** Age of the oldest pending deletion, per kind. */
export const OLDEST_DELETION: LiveMetric<'resource', readonly Deletable[]> = {
  name: 'stoa_oldest_deletion_seconds',
  help: 'Seconds since deletionTimestamp of the longest-pending object; 0 if none is pending.',
  labelNames: ['resource'],
  valuesOf: (kinds) => {
    const now = Date.now();
    return kinds.map(({ name, store }) => ({
      labels: { resource: name },
      value: store.list().reduce((oldest, object) => Math.max(oldest, deletionAge(object, now)), 0),
    }));
  },
};

/** Cache, as far as metrics tell of it. */
interface Readable {
  readonly name: string;
  unreadObjects?(): number;
  failures?(): number;
}

/** Objects that a cache lacks, or parts of which it lacks. */
export const UNREAD_OBJECTS: LiveMetric<'resource', readonly Readable[]> = {
  name: 'stoa_unread_objects',
  help: 'Number of objects that are left out, or parts of which are, because they cannot be read; the log names them.',
  labelNames: ['resource'],
  valuesOf: (caches) => sums(caches, (cache) => cache.unreadObjects?.()),
};

/** Failures of the lists and watches of a cache. */
export const WATCH_FAILURES: LiveMetric<'resource', readonly Readable[]> = {
  name: 'stoa_watch_failures',
  help: 'Number of lists and watches that have failed since the start of the process; each is retried.',
  labelNames: ['resource'],
  valuesOf: (caches) => sums(caches, (cache) => cache.failures?.()),
};

/** Fields of statuses that are left out, since the CRD of their kind does not have them. */
export const LEFT_OUT_FIELDS: LiveMetric<'resource' | 'field', readonly Readable[]> = {
  name: 'stoa_status_fields_left_out',
  help: '1 for each field that is left out of the statuses of a kind, because the CRD does not have it, or not its value.',
  labelNames: ['resource', 'field'],
  valuesOf: (caches) =>
    caches.flatMap((cache) =>
      leftOutFields(cache).map((field) => ({ labels: { resource: cache.name, field }, value: 1 })),
    ),
};

/** Sum of a figure of the caches of each resource. */
function sums(caches: readonly Readable[], figureOf: (cache: Readable) => number | undefined) {
  const found = new Map<string, number>();
  for (const cache of caches) {
    const figure = figureOf(cache);
    if (figure !== undefined) {
      found.set(cache.name, (found.get(cache.name) ?? 0) + figure);
    }
  }
  return [...found].map(([resource, value]) => ({ labels: { resource }, value }));
}

function deletionAge({ metadata: { deletionTimestamp } }: KubeObject, now: number): number {
  return deletionTimestamp === undefined ? 0 : (now - Date.parse(deletionTimestamp)) / 1000;
}
