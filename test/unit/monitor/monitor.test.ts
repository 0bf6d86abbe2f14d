import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { componentsOf } from '../../../src/monitor/component.ts';
import { createMonitor } from '../../../src/monitor/monitor.ts';
import { PodsByOwner } from '../../../src/monitor/pods.ts';
import { serviceOf } from '../../support/rules.ts';
import { workloadOf } from '../../support/workloads.ts';
import { EMPTY, NOW, served } from './support.ts';

const GATEWAY = 'stoa-system';

const BUILT_INS = ['request_time', 'request', 'request_client', 'error_rate', 'p95'];

const workloads = Array.from({ length: 100 }, (_, index) => {
  const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': `c${index}` };
  return workloadOf('DaemonSet', {}, {}, { name: `c${index}`, uid: `c${index}`, labels });
});

const COMPONENTS = componentsOf({
  namespace: 'team',
  workloads,
  pods: new PodsByOwner(workloads, { pods: [], makers: [] }),
  services: Array.from({ length: 100 }, (_, index) => serviceOf(`c${index}`, [{ port: 80 }])),
  rules: [],
  routes: [],
});

it('sends one query for each item, whatever the number of components', async () => {
  let asked = 0;
  const url = await served((_, response) => {
    asked += 1;
    response.end(EMPTY);
  });
  const monitor = createMonitor({ url, items: [{ name: 'memory', query: 'sum(memory{$pods})' }] }, GATEWAY);
  onTestFinished(() => monitor.close());
  const results = await monitor.query(COMPONENTS, NOW);
  expect(results.map(({ item, result }) => [item, result.type])).toEqual(
    [...BUILT_INS, 'memory'].map((item) => [item, 'answered']),
  );
  expect(asked).toBe(6);
});

it('sends the queries of the components that it is called with', async () => {
  const bodies: string[] = [];
  const url = await served(async (request, response) => {
    bodies.push(await text(request));
    response.end(EMPTY);
  });
  const monitor = createMonitor({ url, source: 'traefik', items: [] }, GATEWAY);
  onTestFinished(() => monitor.close());
  const [first, second] = [COMPONENTS.slice(0, 1), COMPONENTS.slice(1, 2)];
  await monitor.query(first, NOW);
  await monitor.query(second, NOW);
  await monitor.query(first, NOW);
  const about = bodies.map((body) =>
    ['team_(c0)', 'team_(c1)'].filter((name) => new URLSearchParams(body).get('query')?.includes(name)),
  );
  const of = (index: number) => BUILT_INS.map(() => [`team_(c${index})`]);
  expect(about).toEqual([...of(0), ...of(1)]);
});

it('sends no query without a configured Prometheus or without components', async () => {
  const monitor = createMonitor({ items: [] }, GATEWAY);
  const types = (await monitor.query(COMPONENTS, NOW)).map(({ result }) => result.type);
  expect(types).toEqual(BUILT_INS.map(() => 'not-configured'));
  const idle = createMonitor({ url: 'http://127.0.0.1:1', items: [] }, GATEWAY);
  onTestFinished(() => idle.close());
  expect((await idle.query([], NOW)).map(({ result }) => result.type)).toEqual(
    BUILT_INS.map(() => 'not-queried'),
  );
});

it.each([
  ['traefik', true],
  ['rainbond', false],
  ['envoy', true],
  [undefined, true],
] as const)('with the source %s it reads routes: %s', (source, matters) => {
  expect(
    createMonitor(source === undefined ? { items: [] } : { source, items: [] }, GATEWAY).readsRoutes,
  ).toBe(matters);
});

it('counts the queries that are sent, which equal ones at the same time share', async () => {
  const url = await served((_, response) => response.end(EMPTY));
  const monitor = createMonitor({ url, source: 'traefik', items: [] }, GATEWAY);
  onTestFinished(() => monitor.close());
  const sent = [0, 0, 0];
  const look = (index: number) =>
    monitor.query([...COMPONENTS], { ...NOW, onSend: () => (sent[index] = (sent[index] ?? 0) + 1) });
  const [one, two] = await Promise.all([look(0), look(1)]);
  expect(one).toEqual(two);
  await look(2);
  expect(sent).toEqual([BUILT_INS.length, 0, 0]);
});

it('tells items of which the source has no series, and sends no query for them', async () => {
  let asked = 0;
  const url = await served((_, response) => {
    asked += 1;
    response.end(EMPTY);
  });
  const monitor = createMonitor({ url, source: 'rainbond', items: [] }, GATEWAY);
  onTestFinished(() => monitor.close());
  const types = (await monitor.query(COMPONENTS, NOW)).map(({ result }) => result.type);
  expect(types).toEqual(['answered', 'answered', 'answered', 'unsupported', 'unsupported']);
  expect(asked).toBe(3);
});

it.each([
  [{}, {}, 3],
  [{}, { exact: true }, 0],
  [{ roundUp: false }, {}, 0],
])('with the settings %j and the request %j, it rounds %i items up', async (settings, form, count) => {
  const queries: string[] = [];
  const url = await served(async (request, response) => {
    queries.push(new URLSearchParams(await text(request)).get('query') ?? '');
    response.end(EMPTY);
  });
  const monitor = createMonitor({ url, source: 'traefik', items: [], ...settings }, GATEWAY);
  onTestFinished(() => monitor.close());
  await monitor.query(COMPONENTS.slice(0, 1), { ...NOW, ...form });
  expect(queries).toHaveLength(BUILT_INS.length);
  expect(queries.filter((query) => query.includes('(ceil('))).toHaveLength(count);
});

it.each([
  [undefined, false],
  ['omitted', false],
  ['listed', true],
] as const)('with empty items %s, reports list them: %s', (emptyItems, listed) => {
  const settings = emptyItems === undefined ? {} : { emptyItems };
  expect(createMonitor({ items: [], ...settings }, GATEWAY).listsEmpty).toBe(listed);
});
