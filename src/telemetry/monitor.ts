import { Counter, type Registry } from 'prom-client';

/** Registers the metric of queries to Prometheus; the result records one. */
export function monitorMetrics(registry: Registry): (region: string, result: string) => void {
  const queries = new Counter({
    name: 'stoa_rest_monitor_queries_total',
    help: 'Number of items queried for the monitor, by region and result: answered, or the reason why not.',
    labelNames: ['region', 'result'],
    registers: [registry],
  });
  return (region, result) => queries.inc({ region, result });
}
