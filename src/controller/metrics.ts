import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { KubeObject } from '../kube/object.ts';
import type { QueueObserver, WorkQueue } from './queue.ts';
import { createQueueMetrics } from './queuemetrics.ts';

/** How a reconcile counts, in the words of controller-runtime. */
export type Result = (typeof RESULTS)[number];

/** What one controller reports of itself as it happens. */
export interface ControllerReport {
  readonly queue: QueueObserver;
  /** A reconcile ended after so many seconds. */
  reconciled(result: Result, seconds: number): void;
  /** A reconcile ended with something that only a user can mend. */
  stalled(): void;
  /** A reconcile threw what no call to the API server throws: a defect of the program. */
  panicked(): void;
  /** A reconcile has not ended by its deadline. */
  timedOut(): void;
}

/** What is asked of a controller when somebody reads the metrics. */
export interface ControllerState {
  readonly concurrency: number;
  readonly queue: Pick<WorkQueue, 'depthOf' | 'working'>;
}

/** Metrics of all controllers of a process. */
export interface ControllerMetrics {
  report(controller: string): ControllerReport;
  watch(controller: string, state: ControllerState): void;
}

const RESULTS = ['success', 'requeue_after', 'requeue', 'error'] as const;

/** Metrics under the names of controller-runtime and client-go, so that existing dashboards show them. */
export function createControllerMetrics(registry: Registry): ControllerMetrics {
  const states = new Map<string, ControllerState>();
  const queues = createQueueMetrics(registry, states);
  const { total, time, errors, terminal, panics, timeouts } = reconcileMetrics(registry);
  watchWorkers(registry, states);
  return {
    report(controller) {
      for (const result of RESULTS) {
        total.inc({ controller, result }, 0);
      }
      const seconds = time.labels(controller);
      const failed = started(errors, controller);
      return {
        queue: queues(controller),
        reconciled(result, took) {
          total.inc({ controller, result });
          seconds.observe(took);
          failed.inc(result === 'error' ? 1 : 0);
        },
        stalled: started(terminal, controller).inc,
        panicked: started(panics, controller).inc,
        timedOut: started(timeouts, controller).inc,
      };
    },
    watch: (controller, state) => states.set(controller, state),
  };
}

/** A counter for one controller, which stands at zero from the start: a rate needs a first value. */
function started(
  counter: Counter<'controller'>,
  controller: string,
): { readonly inc: (by?: number) => void } {
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
      help: 'Reconciles by controller and result.',
      labelNames: ['controller', 'result'],
      registers: [registry],
    }),
    time: new Histogram({
      name: 'controller_runtime_reconcile_time_seconds',
      help: 'Duration of reconciles in seconds.',
      labelNames: ['controller'],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers: [registry],
    }),
    errors: counter('reconcile_errors_total', 'Reconciles that failed and are tried again.'),
    terminal: counter(
      'terminal_reconcile_errors_total',
      'Reconciles that wait for a user to mend something.',
    ),
    panics: counter('reconcile_panics_total', 'Reconciles that ended in an unexpected exception.'),
    timeouts: counter('reconcile_timeouts_total', 'Reconciles that had not ended by their deadline.'),
  };
}

function watchWorkers(registry: Registry, states: ReadonlyMap<string, ControllerState>): void {
  const gauge = (name: string, help: string, value: (state: ControllerState) => number) =>
    new Gauge({
      name: `controller_runtime_${name}`,
      help,
      labelNames: ['controller'],
      registers: [registry],
      collect() {
        for (const [controller, state] of states) {
          this.set({ controller }, value(state));
        }
      },
    });
  gauge('max_concurrent_reconciles', 'Reconciles at a time at most.', ({ concurrency }) => concurrency);
  gauge('active_workers', 'Reconciles under way.', ({ queue }) => queue.working().length);
}

/** Whether this process leads, under the name of client-go; the name is that of the lease. */
export function createLeaderMetric(registry: Registry, name: string): (leads: boolean) => void {
  const gauge = new Gauge({
    name: 'leader_election_master_status',
    help: '1 while this process holds the lease, else 0.',
    labelNames: ['name'],
    registers: [registry],
  });
  gauge.set({ name }, 0);
  return (leads) => gauge.set({ name }, leads ? 1 : 0);
}

/** Objects of a kind, of which those that are being deleted are looked at. */
export interface Deletable {
  /** Plural name of the kind. */
  readonly name: string;
  readonly store: { list(): readonly KubeObject[] };
}

/** For how long the object of each kind has been waiting that was deleted first and is still there. */
export function createDeletionMetric(registry: Registry, kinds: () => readonly Deletable[]): void {
  new Gauge({
    name: 'stoa_oldest_deletion_seconds',
    help: 'Seconds since the object was deleted that has waited longest for its end; 0 where none waits.',
    labelNames: ['resource'],
    registers: [registry],
    collect() {
      const now = Date.now();
      for (const { name, store } of kinds()) {
        const ages = store
          .list()
          .flatMap(({ metadata: { deletionTimestamp } }) =>
            deletionTimestamp === undefined ? [] : [(now - Date.parse(deletionTimestamp)) / 1000],
          );
        this.set(
          { resource: name },
          ages.reduce((oldest, age) => Math.max(oldest, age), 0),
        );
      }
    },
  });
}
