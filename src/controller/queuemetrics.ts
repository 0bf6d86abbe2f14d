import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { PRIORITIES } from './priority.ts';
import type { QueueObserver, WorkQueue } from './queue.ts';

/** What is asked of a queue when somebody reads the metrics. */
export interface QueueState {
  readonly queue: Pick<WorkQueue, 'depthOf' | 'working'>;
}

const BUCKETS = [1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10, 60, 600];

/** Metrics of queues under the names of client-go; answers who reports for the queue of a name. */
export function createQueueMetrics(
  registry: Registry,
  queues: ReadonlyMap<string, QueueState>,
): (name: string) => QueueObserver {
  const common = { labelNames: ['name'] as const, registers: [registry] };
  const adds = new Counter({ name: 'workqueue_adds_total', help: 'Keys that became due.', ...common });
  const retries = new Counter({
    name: 'workqueue_retries_total',
    help: 'Keys that failed and come again.',
    ...common,
  });
  const waits = new Histogram({
    name: 'workqueue_queue_duration_seconds',
    help: 'Time for which keys waited for a worker, in seconds.',
    buckets: BUCKETS,
    ...common,
  });
  const works = new Histogram({
    name: 'workqueue_work_duration_seconds',
    help: 'Time for which keys were worked on, in seconds.',
    buckets: BUCKETS,
    ...common,
  });
  watchQueues(registry, queues);
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

function watchQueues(registry: Registry, queues: ReadonlyMap<string, QueueState>): void {
  new Gauge({
    name: 'workqueue_depth',
    help: 'Keys that wait for a worker.',
    labelNames: ['name', 'priority'],
    registers: [registry],
    collect() {
      for (const [name, { queue }] of queues) {
        for (const priority of PRIORITIES) {
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
          this.set({ name }, value(queue.working().map(({ ms }) => ms / 1000)));
        }
      },
    });
  gauge('workqueue_unfinished_work_seconds', 'Sum of the ages of work under way, in seconds.', (times) =>
    times.reduce((sum, seconds) => sum + seconds, 0),
  );
  gauge(
    'workqueue_longest_running_processor_seconds',
    'Age of the oldest work under way, in seconds.',
    (times) => Math.max(0, ...times),
  );
}
