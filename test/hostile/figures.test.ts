import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { parse } from 'yaml';
import { repository } from '../../deploy/local/repository.ts';
import { createMonitor } from '../../src/monitor/monitor.ts';
import { pathGroup } from '../../src/rule/groupname.ts';
import { openRest, region } from '../cluster/support/restserver.ts';
import { rest } from '../cluster/support/traffic.ts';
import { connect } from '../cluster/support/world.ts';
import { eventually } from '../support/eventually.ts';
import { silentProgress } from '../support/progress.ts';
import { OwnPrometheus } from '../support/prometheus.ts';
import { attacks, by } from './support/attack.ts';
import { type Member, newMember } from './support/member.ts';

const GATEWAY = 'stoa-system';

/** Sources of figures, each with a query of its requests. */
const SOURCES = {
  traefik: 'sum(traefik_service_requests_total{$traefik})',
  envoy: 'sum(envoy_cluster_upstream_rq_total{$envoy})',
} as const;

type Source = keyof typeof SOURCES;

const ALL = ['traefik', 'envoy'] as const;

let victim: Member;
let forger: Member;
/** A Prometheus that scrapes the idle gateway and the forger's pods, and another one that keeps the labels of their metrics. */
let besides: OwnPrometheus;
let credulous: OwnPrometheus;
/** A Prometheus that scrapes the forger's pods only, and one that scrapes the busy gateway only. */
let alone: OwnPrometheus;
let honest: OwnPrometheus;

beforeAll(async () => {
  const administrator = await connect();
  [victim, forger] = await Promise.all([newMember(administrator), newMember(administrator)]);
  await victim.team.component('web');
  await victim.team.rule('rule');
  await victim.team.condition('rule', 'Ready', 'True');
  const { namespace } = forger.team;
  const forgery = { labels: { namespace, job: `${namespace}/traefik` }, metrics: () => figures(FORGED) };
  const gateway = { labels: { namespace: GATEWAY } };
  const idle = { ...gateway, metrics: () => PRESENCE };
  const keeping = { ...forgery, job: { honor_labels: true, ...(await documentedJob()) } };
  const start = (targets: Parameters<typeof OwnPrometheus.start>[1]) =>
    OwnPrometheus.start(silentProgress, targets);
  [besides, credulous, alone, honest] = await Promise.all([
    start([forgery, idle]),
    start([keeping, idle]),
    start([forgery]),
    start([{ ...gateway, metrics: () => figures('') }]),
  ]);
});

afterAll(() => Promise.all([besides, credulous, alone, honest].map((each) => each?.close())));

/** Settings of a job that keeps labels of metrics, as the documentation has them. */
async function documentedJob(): Promise<Record<string, unknown>> {
  const page = await readFile(join(repository.root, 'docs/monitoring.md'), 'utf8');
  return parse(/```yaml\n( +metric_relabel_configs:.*?)```/s.exec(page)?.[1] ?? '');
}

/** Gauges by which an engine tells that it is there. */
const PRESENCE = 'traefik_config_last_reload_success 1\nenvoy_server_live 1\n';

/** Labels with which a target claims to be the gateway. */
const FORGED = `,namespace="${GATEWAY}",job="traefik",instance="gateway:9100"`;

/** Figures of the victim’s component, as engines name them, with further labels. */
function figures(labels: string): string {
  const { namespace, host } = victim.team;
  const requests = Math.floor(performance.now() / 10);
  const traefik = `service="${namespace}_web_8080@kubernetescrd",code="500"${labels}`;
  const route = pathGroup(host, '/').name;
  const envoy = `envoy_cluster_name="httproute/${namespace}/${route}/rule/0",envoy_response_code_class="5"${labels}`;
  const counters = [
    ...['requests_total', ...histogram('request_duration_seconds')].map(
      (name) => [`traefik_service_${name}`, traefik] as const,
    ),
    ...['rq_total', 'rq_xx', 'rq_active', ...histogram('rq_time')].map(
      (name) => [`envoy_cluster_upstream_${name}`, envoy] as const,
    ),
  ];
  const lines = counters.map(([name, own]) => `${name}{${own},le="+Inf"} ${requests}\n`);
  return `${PRESENCE.replaceAll(' ', `{${labels.slice(1)}} `)}${lines.join('')}`;
}

function histogram(name: string): readonly string[] {
  return ['sum', 'count', 'bucket'].map((end) => `${name}_${end}`);
}

/** Statuses of all items of the victim’s component, as the REST API tells its team, and the number of their values. */
async function shown(prometheus: OwnPrometheus, source: Source) {
  const here = await region('local', (_, pass) => pass());
  const items = [{ name: 'own', query: SOURCES[source] }];
  const monitor = createMonitor({ url: prometheus.url, source, items }, GATEWAY);
  const { base, drain } = await openRest((_, pass) => pass(), { regions: [{ ...here, monitor }] });
  const path = `/teams/${victim.team.id}/regions/local/apps/1/monitor/query?exact=true`;
  const { status, body } = await rest(path, { method: 'GET', token: victim.token, base });
  await drain(0);
  await monitor.close();
  expect(status).toBe(200);
  const [web] = body as unknown as readonly Monitored[];
  return Object.fromEntries(
    (web?.monitors ?? []).map(({ monitor_item, status: state, data }) => [
      monitor_item,
      `${state} ${data.result.length}`,
    ]),
  );
}

interface Monitored {
  readonly monitors: readonly {
    readonly monitor_item: string;
    readonly status: string;
    readonly data: { readonly result: readonly unknown[] };
  }[];
}

const BUILT_INS = ['request_time', 'request', 'request_client', 'error_rate', 'p95'];

function all(status: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...BUILT_INS, 'own'].map((item) => [item, status]));
}

/** Waits until a Prometheus could tell how the counters grow, whoever exports them. */
async function grown(prometheus: OwnPrometheus): Promise<void> {
  await prometheus.has('sum(increase(traefik_service_requests_total[1m])) > 0');
  await prometheus.has('sum(increase(envoy_cluster_upstream_rq_total[1m])) > 0');
}

/** Figures of the component are there where the gateway exports them. */
async function holdsForTheGateway(): Promise<void> {
  await grown(honest);
  for (const source of ALL) {
    await eventually(async () =>
      expect(await shown(honest, source)).toMatchObject(
        Object.fromEntries(
          ['request', 'request_client', 'error_rate', 'own'].map((item) => [item, 'success 1']),
        ),
      ),
    );
  }
}

attacks(
  'Figures of a component come from the gateway',
  by('team', 'edit in its own namespace, whose pods Prometheus scrapes', [
    {
      mustNotHappen: 'no item of the victim’s component has a value',
      does: 'exports counters under the names and labels that the gateway gives to the victim’s component',
      async run() {
        await Promise.all([grown(besides), holdsForTheGateway()]);
        for (const source of ALL) {
          expect(await shown(besides, source)).toEqual(all('no-data 0'));
        }
      },
    },
    {
      mustNotHappen: 'no item of the victim’s component has a value, where the job drops series of engines',
      does: 'exports them with the namespace of the gateway, which a job keeps',
      async run() {
        const { namespace } = forger.team;
        await Promise.all([
          credulous.has(`count_over_time(up{namespace="${namespace}"}[1m]) >= 3`),
          holdsForTheGateway(),
        ]);
        for (const source of ALL) {
          expect(await shown(credulous, source)).toEqual(all('no-data 0'));
        }
      },
    },
    {
      mustNotHappen: 'no item has a value, and its status says that the gateway is not among the targets',
      does: 'exports them where Prometheus does not scrape the gateway',
      async run() {
        await Promise.all([grown(alone), holdsForTheGateway()]);
        for (const source of ALL) {
          expect(await shown(alone, source)).toEqual(all('not-selected 0'));
        }
      },
    },
  ]),
);
