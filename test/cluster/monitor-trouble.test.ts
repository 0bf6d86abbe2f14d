import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { createMonitor } from '../../src/monitor/monitor.ts';
import { createPrometheus, encodeQuery } from '../../src/monitor/prometheus.ts';
import type { Monitoring } from '../../src/monitor/settings.ts';
import { eventually } from '../support/eventually.ts';
import { silentProgress } from '../support/progress.ts';
import { OwnPrometheus } from '../support/prometheus.ts';
import { member } from './support/member.ts';
import { openRest, region } from './support/restserver.ts';
import { type RestAnswer, rest } from './support/traffic.ts';
import { connect, Team } from './support/world.ts';

/** Series of one metric, and characters of a label of each: as JSON, more than the maximum size of a response. */
const MANY = 10_000;
const LABEL = 'x'.repeat(1_000);

/** Items of a real Prometheus; their lack of a placeholder has no effect here. */
const ITEMS = [
  { name: 'not_a_number', query: 'vector(0) / vector(0)' },
  { name: 'infinite', query: 'vector(1) / vector(0)' },
  { name: 'warned', query: 'quantile(2, up)' },
  { name: 'wrong', query: 'many / on() many' },
  { name: 'many', query: 'many' },
  { name: 'nothing', query: 'nothing_of_the_kind' },
];

/** A query that runs for minutes, unless it is cancelled. */
const SLOW = 'sum_over_time(sum_over_time(vector(1)[1d:1s])[1d:1s])';

let client: KubeClient;
let team: Team;
let token: string;
let prometheus: OwnPrometheus;

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
  await team.component('web');
  token = await member(client, { namespace: team.namespace, name: 'viewer' }, { name: 'view' });
  const series = Array.from({ length: MANY }, (_, index) => `many{series="${index}",x="${LABEL}"} 1\n`).join(
    '',
  );
  prometheus = await OwnPrometheus.start(silentProgress, [{ metrics: () => series }]);
  await prometheus.has('count(many) > 0');
  await eventually(async () => expect((await look({ items: [] })).status).toBe(200));
}, 120_000);

afterAll(() => prometheus.close());

/** The monitor's response from a REST API with these settings. */
async function look(settings: Monitoring): Promise<RestAnswer> {
  const here = await region('local', (_, pass) => pass());
  const monitor = createMonitor(settings, 'stoa-system');
  const { base, drain } = await openRest((_, pass) => pass(), { regions: [{ ...here, monitor }] });
  const path = `/teams/${team.id}/regions/local/apps/1/monitor/query?exact=true`;
  const answer = await rest(path, { method: 'GET', token, base });
  await drain(0);
  await monitor.close();
  return answer;
}

it('each item depends on its own query to a real Prometheus, and does not affect the others', async () => {
  const { status, body } = await look({ url: prometheus.url, items: ITEMS });
  expect(status).toBe(200);
  const [web] = body as unknown as { readonly monitors: readonly object[] }[];
  const item = (monitor_item: string, state: string, values: readonly string[] = []) =>
    expect.objectContaining({
      monitor_item,
      status: state,
      data: { resultType: 'vector', result: values.map((value) => ({ value: [expect.any(String), value] })) },
    });
  expect(web?.monitors).toEqual([
    item('request_time', 'no-data'),
    item('request', 'no-data'),
    item('request_client', 'no-data'),
    item('error_rate', 'no-data'),
    item('p95', 'no-data'),
    item('not_a_number', 'success', ['NaN']),
    item('infinite', 'success', ['+Inf']),
    item('warned', 'partial', ['+Inf']),
    item('wrong', 'refused'),
    item('many', 'too-large'),
    item('nothing', 'no-data'),
  ]);
});

it('a query that takes too long is cancelled', async () => {
  const asker = createPrometheus({ url: prometheus.url }, { timeoutMs: 500 });
  const began = performance.now();
  expect(
    await asker.query(encodeQuery(SLOW), { tenant: { team: team.id, namespace: team.namespace } }),
  ).toEqual({ type: 'too-slow' });
  expect(performance.now() - began).toBeLessThan(5_000);
  await asker.close();
});

it('an unreachable Prometheus is an error of its own', async () => {
  const gone = await OwnPrometheus.start(silentProgress, [{ metrics: () => 'up 1\n' }]);
  expect(await look({ url: gone.url, items: [] })).toMatchObject({ status: 200 });
  await gone.close();
  expect(await look({ url: gone.url, items: [] })).toMatchObject({
    status: 502,
    body: { type: expect.stringMatching('/monitor-unreachable$') },
  });
});
