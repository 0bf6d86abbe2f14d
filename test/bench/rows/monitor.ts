import { Pool } from 'undici';
import { terminalProgress } from '../../../deploy/local/progress.ts';
import { componentsOf } from '../../../src/monitor/component.ts';
import { engineSelectorsOf } from '../../../src/monitor/engineselector.ts';
import { itemsOf } from '../../../src/monitor/items.ts';
import { queryOf } from '../../../src/monitor/promql.ts';
import { SERVICES } from '../../../src/objects/core.ts';
import { APPLICATIONS } from '../../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../../src/objects/workload.ts';
import { OwnPrometheus } from '../../support/prometheus.ts';
import { type BenchCluster, inParallel, names } from '../benchcluster.ts';
import { makeOwner } from '../owner.ts';
import { RestProcess } from '../restprocess.ts';
import { atMost, percentile, type Row, repeated, spread } from '../row.ts';
import type { Stage } from '../stage.ts';

/** Components of the application. */
const COMPONENTS = 100;

/** The application's number. */
const APPLICATION = 900;

/** Namespace of the gateway, by which Stoa knows its figures. */
const GATEWAY_NAMESPACE = 'default';

/** Items of a component, all of which have values. */
const ITEMS = itemsOf({ source: 'traefik', engines: engineSelectorsOf(undefined, GATEWAY_NAMESPACE) }, []);

/** Questions of one round to each. */
const QUESTIONS = 100;

const MANAGER = 'bench';

/** Overhead of a monitor request for an application with many components, compared with its Prometheus queries. */
export async function monitor(stage: Stage): Promise<Row[]> {
  const { world } = stage;
  const components = names('monitored', COMPONENTS);
  const token = await makeOwner(world);
  await makeComponents(world, components);
  const prometheus = await OwnPrometheus.start(terminalProgress(process.stderr), [
    { labels: { namespace: GATEWAY_NAMESPACE }, metrics: () => metricsOf(world.namespace, components) },
  ]);
  const rest = await RestProcess.start(stage, {
    monitoring: { url: prometheus.url, source: 'traefik', cacheSeconds: 0 },
  });
  const raw = await rawQueries(world);
  await prometheus.has('sum(increase(traefik_service_requests_total[1m])) > 0');
  const doors = { rest: new Pool(rest.url), prometheus: new Pool(prometheus.url) };
  const ask = () => look(doors.rest, token);
  const queries = (texts: readonly string[]) => () =>
    Promise.all(texts.map((text) => rawQuery(doors.prometheus, text)));
  const asks: Asks = { own: ask, raw: queries(raw), exact: queries(raw.map((text) => exactly(world, text))) };
  await timesOf(asks);
  const before = await prometheus.queries();
  await ask();
  const sent = (await prometheus.queries()) - before;
  const rounds = await repeated(() => timesOf(asks));
  await Promise.all([doors.rest.close(), doors.prometheus.close()]);
  await rest.end();
  await prometheus.close();
  return rowsOf(sent / raw.length, rounds);
}

/** Creates Deployments without replicas, each with a Service: an application of a bench team. */
async function makeComponents(
  { client, namespace }: BenchCluster,
  components: readonly string[],
): Promise<void> {
  const application = { apiVersion: 'stoa.dev/v1alpha1', kind: 'Application', spec: { id: APPLICATION } };
  await client.apply(APPLICATIONS, { ...application, metadata: { name: 'monitored', namespace } }, MANAGER);
  await inParallel(components, async (name) => {
    const labels = { 'stoa.dev/app-id': String(APPLICATION), 'stoa.dev/component-id': name };
    const metadata = { name, namespace, labels };
    const template = {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'main', image: 'example.com/none:1' }] },
    };
    const spec = { replicas: 0, selector: { matchLabels: { app: name } }, template };
    await client.apply(DEPLOYMENTS, { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec }, MANAGER);
    const service = { apiVersion: 'v1', kind: 'Service', metadata, spec: { ports: [{ port: 8080 }] } };
    await client.apply(SERVICES, service, MANAGER);
  });
}

/** Metrics of Traefik for components that have each answered a request every 10 ms, in 5 ms. */
function metricsOf(namespace: string, components: readonly string[]): string {
  const requests = Math.floor(performance.now() / 10);
  const lines = components.flatMap((component) => {
    const matchers = `service="${namespace}_${component}_8080@kubernetescrd",code="200",method="GET",protocol="http"`;
    const labels = `{${matchers}}`;
    return [
      `traefik_service_requests_total${labels} ${requests}`,
      `traefik_service_request_duration_seconds_sum${labels} ${requests * 0.005}`,
      `traefik_service_request_duration_seconds_count${labels} ${requests}`,
      ...['0.1', '+Inf'].map(
        (le) => `traefik_service_request_duration_seconds_bucket{${matchers},le="${le}"} ${requests}`,
      ),
    ];
  });
  return `${lines.join('\n')}\n`;
}

/** The queries that the REST API sends for the application, in PromQL. */
async function rawQueries({ client, namespace }: BenchCluster): Promise<string[]> {
  const labelSelector = `stoa.dev/app-id=${APPLICATION}`;
  const [workloads, services] = await Promise.all([
    client.list(DEPLOYMENTS, { namespace, labelSelector }),
    client.list(SERVICES, { namespace, labelSelector }),
  ]);
  const components = componentsOf({ namespace, workloads, services, rules: [], routes: [] });
  return ITEMS.flatMap((item) => queryOf(item, components) ?? []);
}

/** A query that names the series of each component instead of matching them. */
function exactly({ namespace }: BenchCluster, query: string): string {
  return query.replaceAll(
    /service=~"[^"]*_\((monitored-\d+)\)_[^"]*"/g,
    (_, component: string) => `service="${namespace}_${component}_8080@kubernetescrd"`,
  );
}

async function look(pool: Pool, token: string): Promise<void> {
  const path = `/openapi/v1/teams/bench/regions/local/apps/${APPLICATION}/monitor/query`;
  const answer = await pool.request({ method: 'GET', path, headers: { authorization: token } });
  const text = await answer.body.text();
  const found = text.split('"success"').length - 1;
  if (answer.statusCode !== 200 || found !== ITEMS.length * COMPONENTS) {
    throw new Error(`${answer.statusCode} with ${found} values: ${text.slice(0, 300)}`);
  }
}

async function rawQuery(pool: Pool, query: string): Promise<void> {
  const answer = await pool.request({
    method: 'POST',
    path: '/api/v1/query',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ query }).toString(),
  });
  await answer.body.text();
}

/** Client of the measurement: of the REST API, of Prometheus with its queries, or with those that name each series. */
type Asked = 'own' | 'raw' | 'exact';

type Asks = Readonly<Record<Asked, () => Promise<unknown>>>;

/** Milliseconds of each request, all three in turn. */
type Times = Readonly<Record<Asked, readonly number[]>>;

async function timesOf({ own, raw, exact }: Asks): Promise<Times> {
  const times = { own: [] as number[], raw: [] as number[], exact: [] as number[] };
  for (let question = 0; question < QUESTIONS; question += 1) {
    times.raw.push(await msOf(raw));
    times.own.push(await msOf(own));
    times.exact.push(await msOf(exact));
  }
  return times;
}

async function msOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

function rowsOf(queriesPerItem: number, rounds: readonly Times[]): Row[] {
  const added = (share: number) =>
    rounds.map(({ own, raw }) => percentile(own, share) - percentile(raw, share));
  const raws = (share: number) =>
    spread(
      rounds.map(({ raw }) => percentile(raw, share)),
      'ms',
      1,
    );
  const what = `monitor of ${COMPONENTS} components`;
  return [
    atMost(`${what}: queries for each item`, [queriesPerItem], { unit: '', most: 1 }),
    atMost(`${what}: p50 beyond that of the same queries; these alone ${raws(0.5)}`, added(0.5), {
      unit: 'ms',
      most: 5,
      digits: 1,
    }),
    atMost(`${what}: p99 beyond that of the same queries; these alone ${raws(0.99)}`, added(0.99), {
      unit: 'ms',
      most: 25,
      digits: 1,
    }),
    atMost(
      `${what}: p50 of the same queries, as a multiple of those that name each series`,
      rounds.map(({ raw, exact }) => percentile(raw, 0.5) / percentile(exact, 0.5)),
      { unit: '', most: 2, digits: 2 },
    ),
  ];
}
