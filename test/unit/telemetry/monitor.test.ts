import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { credentialMetrics, credentialRemarks, monitorMetrics } from '../../../src/telemetry/monitor.ts';

/** A region whose monitor has these problems. */
function regionOf(name: string, problems: readonly string[]) {
  return { name, monitor: { problems: () => problems } };
}

it('queries are counted by region and result', async () => {
  const registry = new Registry();
  const onQuery = monitorMetrics(registry);
  for (const result of ['answered', 'answered', 'too-slow']) {
    onQuery('local', result);
  }
  onQuery('west', 'answered');
  const metrics = await registry.metrics();
  const lines = metrics.split('\n').filter((line) => line.startsWith('stoa_rest_monitor_queries_total{'));
  expect(lines.toSorted()).toEqual([
    'stoa_rest_monitor_queries_total{region="local",result="answered"} 2',
    'stoa_rest_monitor_queries_total{region="local",result="too-slow"} 1',
    'stoa_rest_monitor_queries_total{region="west",result="answered"} 1',
  ]);
});

it('files with credentials that cannot be used are counted, and told with their region', async () => {
  const problems: string[] = [];
  const regions = [regionOf('local', problems), regionOf('west', ['/ca: cannot be read'])];
  const registry = new Registry();
  credentialMetrics(registry, regions);
  const shown = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('stoa_rest_monitor_credential'));
  expect(await shown()).toEqual([
    'stoa_rest_monitor_credential_problems{region="local"} 0',
    'stoa_rest_monitor_credential_problems{region="west"} 1',
  ]);
  expect(credentialRemarks(regions)).toEqual(['monitoring of the region west: /ca: cannot be read']);
  problems.push('/token: is empty', '/ca: cannot be read');
  expect((await shown())[0]).toBe('stoa_rest_monitor_credential_problems{region="local"} 2');
});
