import { Counter, Gauge, type Registry } from 'prom-client';

/** A region whose Prometheus needs credentials. */
interface MonitoredRegion {
  readonly name: string;
  readonly monitor: {
    /** Reasons why files with credentials cannot be used. */
    problems(): readonly string[];
  };
}

/** Registers the metric of files with credentials for Prometheus that cannot be used. */
export function credentialMetrics(registry: Registry, regions: readonly MonitoredRegion[]): void {
  new Gauge({
    name: 'stoa_rest_monitor_credential_problems',
    help: 'Number of files with credentials or authorities for Prometheus that cannot be used, by region.',
    labelNames: ['region'],
    registers: [registry],
    collect() {
      for (const { name, monitor } of regions) {
        this.set({ region: name }, monitor.problems().length);
      }
    },
  });
}

/** Remarks on the files of the regions that cannot be used. */
export function credentialRemarks(regions: readonly MonitoredRegion[]): readonly string[] {
  return regions.flatMap(({ name, monitor }) =>
    monitor.problems().map((problem) => `monitoring of the region ${name}: ${problem}`),
  );
}

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
