import type { AddressInfo } from 'node:net';
import { Gauge, Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { serveOperations } from '../../../src/telemetry/operations.ts';
import { restClientMetrics } from '../../../src/telemetry/restclient.ts';

async function serve(registry: Registry, stuck: string[], unready: string[]) {
  const operations = { registry, stuck: () => stuck, unready: () => unready };
  const server = await serveOperations({ host: '127.0.0.1', port: 0 }, operations);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
}

it('says that all is well, or in words what is not', async () => {
  const [stuck, unready]: [string[], string[]] = [[], []];
  const get = await serve(new Registry(), stuck, unready);
  expect(await get('/livez?verbose')).toEqual({ status: 200, text: 'ok\n' });
  expect(await get('/readyz')).toEqual({ status: 200, text: 'ok\n' });
  unready.push('no list of services yet', 'may not patch x');
  expect(await get('/readyz')).toEqual({ status: 503, text: 'no list of services yet\nmay not patch x\n' });
  expect((await get('/livez')).status).toBe(200);
  stuck.push('a has not ended in 91 s');
  expect(await get('/livez')).toEqual({ status: 503, text: 'a has not ended in 91 s\n' });
  expect((await get('/nothing')).status).toBe(404);
});

it('shows as a metric too whether it is ready', async () => {
  const unready: string[] = [];
  const get = await serve(new Registry(), [], unready);
  expect((await get('/metrics')).text).toContain('\nstoa_ready 1\n');
  unready.push('no list of services yet');
  expect((await get('/metrics')).text).toContain('\nstoa_ready 0\n');
});

it('shows requests to the API server under the names of client-go', async () => {
  const registry = new Registry();
  const onCall = restClientMetrics(registry);
  onCall({ verb: 'PATCH', host: 'api:6443', code: '409', seconds: 0.003 });
  const { text } = await (await serve(registry, [], []))('/metrics');
  expect(text).toContain('rest_client_requests_total{code="409",method="PATCH",host="api:6443"} 1');
  expect(text).toContain(
    'rest_client_request_duration_seconds_bucket{le="0.0025",verb="PATCH",host="api:6443"} 0',
  );
  expect(text).toContain(
    'rest_client_request_duration_seconds_bucket{le="0.005",verb="PATCH",host="api:6443"} 1',
  );
});

it('survives a metric that cannot be read', async () => {
  const registry = new Registry();
  const collect = () => {
    throw new Error('broken');
  };
  new Gauge({ name: 'broken', help: 'Breaks.', registers: [registry], collect });
  const get = await serve(registry, [], []);
  expect(await get('/metrics')).toEqual({ status: 500, text: 'Error: broken\n' });
  expect((await get('/livez')).status).toBe(200);
});
