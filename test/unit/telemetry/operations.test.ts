import type { AddressInfo } from 'node:net';
import { Gauge, Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { serveOperations } from '../../../src/telemetry/operations.ts';

async function serve(registry: Registry, stuck: string[], unready: string[], remarks: string[] = []) {
  const operations = { registry, stuck: () => stuck, unready: () => unready, remarks: () => remarks };
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

it('the probes succeed, or list the problems', async () => {
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

it('remarks follow a success, and are left out where there are problems', async () => {
  const unready: string[] = [];
  const get = await serve(new Registry(), [], unready, ['certificate: no key']);
  expect(await get('/readyz')).toEqual({ status: 200, text: 'ok\ncertificate: no key\n' });
  expect(await get('/livez')).toEqual({ status: 200, text: 'ok\n' });
  unready.push('stopping');
  expect(await get('/readyz')).toEqual({ status: 503, text: 'stopping\n' });
});

it('readiness is a metric as well', async () => {
  const unready: string[] = [];
  const get = await serve(new Registry(), [], unready);
  expect((await get('/metrics')).text).toContain('\nstoa_ready 1\n');
  unready.push('no list of services yet');
  expect((await get('/metrics')).text).toContain('\nstoa_ready 0\n');
});

it('a metric that throws fails its scrape alone', async () => {
  const registry = new Registry();
  const collect = () => {
    throw new Error('broken');
  };
  new Gauge({ name: 'broken', help: 'Breaks.', registers: [registry], collect });
  const get = await serve(registry, [], []);
  expect(await get('/metrics')).toEqual({ status: 500, text: 'Error: broken\n' });
  expect((await get('/livez')).status).toBe(200);
});
