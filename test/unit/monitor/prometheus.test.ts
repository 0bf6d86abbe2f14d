import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { componentsOf } from '../../../src/monitor/component.ts';
import { createMonitor } from '../../../src/monitor/monitor.ts';
import { createPrometheus, queryFrom } from '../../../src/monitor/prometheus.ts';
import { serviceOf } from '../../support/rules.ts';
import { workloadOf } from '../../support/workloads.ts';

const EMPTY = JSON.stringify({ status: 'success', data: { resultType: 'vector', result: [] } });

/** The base URL of a server that answers as told until the test ends. */
async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function clientOf(base: string, timeoutMs?: number) {
  const client = createPrometheus(base, timeoutMs === undefined ? {} : { timeoutMs });
  onTestFinished(() => client.close());
  return client;
}

it('asks for a query now, or in a range, below the path of the base URL', async () => {
  const asked: [string | undefined, Record<string, string>][] = [];
  const base = await served(async (request, response) => {
    asked.push([request.url, Object.fromEntries(new URLSearchParams(await text(request)))]);
    response.end(EMPTY);
  });
  const client = clientOf(`${base}/prometheus`);
  const answered = { type: 'answered', series: [], partial: false };
  expect(await client.ask(queryFrom('up{a="&=é"}'))).toEqual(answered);
  expect(await client.ask(queryFrom('up'), { start: 1.5, end: 2, step: 60 })).toEqual(answered);
  expect(asked).toEqual([
    ['/prometheus/api/v1/query', { query: 'up{a="&=é"}', timeout: '10000ms' }],
    [
      '/prometheus/api/v1/query_range',
      { query: 'up', timeout: '10000ms', start: '1.5', end: '2', step: '60' },
    ],
  ]);
});

it('gives up on an answer that does not begin', async () => {
  const base = await served(() => undefined);
  expect(await clientOf(base, 50).ask(queryFrom('up'))).toEqual({ type: 'too-slow' });
});

it('gives up on an answer that does not end', async () => {
  const base = await served((_, response) => response.write('{'));
  expect(await clientOf(base, 50).ask(queryFrom('up'))).toEqual({ type: 'too-slow' });
});

it('reads no more than it may of an answer without an end', async () => {
  const chunk = Buffer.alloc(2 ** 16, ' ');
  const base = await served((_, response) => {
    const go = () => {
      while (response.write(chunk)) {
        // Until the socket is full.
      }
    };
    response.on('drain', go);
    go();
  });
  expect(await clientOf(base).ask(queryFrom('up'))).toEqual({ type: 'too-large' });
});

it('says where nobody answers, or not to the end', async () => {
  const broken = await served((_, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{');
    response.destroy();
  });
  expect(await clientOf('http://127.0.0.1:1').ask(queryFrom('up'))).toEqual({
    type: 'unreachable',
    code: 'ECONNREFUSED',
  });
  expect(await clientOf(broken).ask(queryFrom('up'))).toMatchObject({ type: 'unreachable' });
});

const COMPONENTS = componentsOf({
  namespace: 'team',
  workloads: Array.from({ length: 100 }, (_, index) => {
    const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': `c${index}` };
    return workloadOf('Deployment', {}, {}, { name: `c${index}`, labels });
  }),
  services: Array.from({ length: 100 }, (_, index) => serviceOf(`c${index}`, [{ port: 80 }])),
  rules: [],
  routes: [],
});

it('asks once for each item, whatever the number of components', async () => {
  let asked = 0;
  const url = await served((_, response) => {
    asked += 1;
    response.end(EMPTY);
  });
  const monitor = createMonitor({ url, items: [{ name: 'memory', query: 'sum(memory{$pods})' }] });
  onTestFinished(() => monitor.close());
  const answers = await monitor.ask(COMPONENTS);
  expect(answers.map(({ item, answer }) => [item, answer.type])).toEqual(
    ['request_time', 'request', 'request_client', 'memory'].map((item) => [item, 'answered']),
  );
  expect(asked).toBe(4);
});

it('asks about each list of components what concerns these', async () => {
  const bodies: string[] = [];
  const url = await served(async (request, response) => {
    bodies.push(await text(request));
    response.end(EMPTY);
  });
  const monitor = createMonitor({ url, source: 'traefik', items: [] });
  onTestFinished(() => monitor.close());
  const [first, second] = [COMPONENTS.slice(0, 1), COMPONENTS.slice(1, 2)];
  await monitor.ask(first);
  await monitor.ask(second);
  await monitor.ask(first);
  const about = bodies.map((body) => ['team-c0-80', 'team-c1-80'].filter((name) => body.includes(name)));
  expect(about).toEqual([0, 0, 0, 1, 1, 1, 0, 0, 0].map((index) => [`team-c${index}-80`]));
});

it('asks nobody where no Prometheus is configured, or for no component', async () => {
  const monitor = createMonitor({ items: [] });
  const types = (await monitor.ask(COMPONENTS)).map(({ answer }) => answer.type);
  expect(types).toEqual(['not-configured', 'not-configured', 'not-configured']);
  const idle = createMonitor({ url: 'http://127.0.0.1:1', items: [] });
  onTestFinished(() => idle.close());
  expect((await idle.ask([])).map(({ answer }) => answer.type)).toEqual([
    'not-asked',
    'not-asked',
    'not-asked',
  ]);
});

it.each([
  ['traefik', true],
  ['rainbond', false],
  ['envoy', true],
  [undefined, true],
] as const)('with the source %s it matters which routes there are: %s', (source, matters) => {
  expect(createMonitor(source === undefined ? { items: [] } : { source, items: [] }).readsRoutes).toBe(
    matters,
  );
});
