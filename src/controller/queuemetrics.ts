import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { QUEUE_PRIORITIES } from './priority.ts';
import type { QueueObserver, WorkQueue } from './queue.ts';

/** State of a queue that is read when metrics are scraped. */
interface QueueState {
  readonly queue: Pick<WorkQueue, 'depthOf' | 'inFlight'>;
}

const BUCKETS = [1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10, 60, 600];

/** Metrics of work queues, named as in client-go. Returns a factory of the observer of a queue. */
export function createQueueMetrics(
  registry: Registry,
  queues: ReadonlyMap<string, QueueState>,
): (name: string) => QueueObserver {
  const common = { labelNames: ['name'] as const, registers: [registry] };
  const adds = new Counter({
    name: 'workqueue_adds_total',
    help: 'Total number of keys added to the queue.',
    ...common,
  });
  const retries = new Counter({
    name: 'workqueue_retries_total',
    help: 'Total number of retries of failed keys.',
    ...common,
  });
  const waits = new Histogram({
    name: 'workqueue_queue_duration_seconds',
    help: 'Time in seconds that a key stays in the queue before it is processed.',
    buckets: BUCKETS,
    ...common,
  });
  const works = new Histogram({
    name: 'workqueue_work_duration_seconds',
    help: 'Time in seconds that processing a key takes.',
    buckets: BUCKETS,
    ...common,
  });
  registerQueueState(registry, queues);
  return (name) => {
    const [added, retried, waited, worked] = [
      adds.labels(name),
      retries.labels(name),
      waits.labels(name),
      works.labels(name),
    ];
    added.inc(0);
    retried.inc(0);
    return {
      added: () => added.inc(),
      retried: () => retried.inc(),
      taken: (seconds) => waited.observe(seconds),
      done: (seconds) => worked.observe(seconds),
    };
  };
}

function registerQueueState(registry: Registry, queues: ReadonlyMap<string, QueueState>): void {
  new Gauge({
    name: 'workqueue_depth',
    help: 'Current depth of the queue, by priority.',
    labelNames: ['name', 'priority'],
    registers: [registry],
    collect() {
      for (const [name, { queue }] of queues) {
        for (const priority of QUEUE_PRIORITIES) {
          this.set({ name, priority }, queue.depthOf(priority));
        }
      }
    },
  });
  const gauge = (metric: string, help: string, value: (times: readonly number[]) => number) =>
    new Gauge({
      name: metric,
      help,
      labelNames: ['name'],
      registers: [registry],
      collect() {
        for (const [name, { queue }] of queues) {
          this.set({ name }, value(queue.inFlight().map(({ ms }) => ms / 1000)));
        }
      },
    });
  gauge(
    'workqueue_unfinished_work_seconds',
    'Seconds of work in progress that work_duration has not observed yet.',
    (times) => times.reduce((sum, seconds) => sum + seconds, 0),
  );
  gauge(
    'workqueue_longest_running_processor_seconds',
    'Seconds that the longest-running key has been processed.',
    (times) => Math.max(0, ...times),
  );
}
