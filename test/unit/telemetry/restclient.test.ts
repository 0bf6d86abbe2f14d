import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { restClientMetrics } from '../../../src/telemetry/restclient.ts';

it('requests to the API server have the metrics of client-go', async () => {
  const registry = new Registry();
  const onCall = restClientMetrics(registry);
  onCall({ verb: 'PATCH', host: 'api:6443', code: '409', seconds: 0.003 });
  const text = await registry.metrics();
  expect(text).toContain('rest_client_requests_total{code="409",method="PATCH",host="api:6443"} 1');
  expect(text).toContain(
    'rest_client_request_duration_seconds_bucket{le="0.0025",verb="PATCH",host="api:6443"} 0',
  );
  expect(text).toContain(
    'rest_client_request_duration_seconds_bucket{le="0.005",verb="PATCH",host="api:6443"} 1',
  );
});
