import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Outcome } from './outcome.ts';

/** What a controller reports of itself. */
export interface ControllerMetrics {
  reconciled(controller: string, result: Outcome['type'], seconds: number): void;
  watchDepth(controller: string, depth: () => number): void;
}

/** Metrics under the names of controller-runtime and client-go, so that existing dashboards show them. */
export function createControllerMetrics(registry: Registry): ControllerMetrics {
  const total = new Counter({
    name: 'controller_runtime_reconcile_total',
    help: 'Reconciles by controller and result.',
    labelNames: ['controller', 'result'],
    registers: [registry],
  });
  const time = new Histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'Duration of reconciles in seconds.',
    labelNames: ['controller'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  });
  const depths = new Map<string, () => number>();
  new Gauge({
    name: 'workqueue_depth',
    help: 'Keys that wait for a worker.',
    labelNames: ['name'],
    registers: [registry],
    collect() {
      for (const [name, depth] of depths) {
        this.set({ name }, depth());
      }
    },
  });
  return {
    reconciled(controller, result, seconds) {
      total.inc({ controller, result });
      time.observe({ controller }, seconds);
    },
    watchDepth: (controller, depth) => depths.set(controller, depth),
  };
}
