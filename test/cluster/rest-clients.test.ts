import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Authority, createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { createMonitor } from '../../src/monitor/monitor.ts';
import { COMPONENT_LABEL } from '../../src/monitor/promql.ts';
import { SERVICES, TLS_SECRETS } from '../../src/objects/core.ts';
import { APPLICATIONS } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { FORM_TYPE } from '../../src/rest/guard/form.ts';
import { createStoreCatalog } from '../../src/store/client.ts';
import {
  CASES,
  type Case,
  type Component,
  type Exchange,
  filledIn,
  isAnswer,
  numberIn,
  pem,
} from '../support/clients.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { recordLeftovers } from './support/leftovers.ts';
import { member } from './support/member.ts';
import { openRest, region } from './support/restserver.ts';
import { Shop } from './support/shop.ts';
import { rest } from './support/traffic.ts';
import { connect, TESTER, Team } from './support/world.ts';

const APPLICATION = '/teams/{team}/regions/rainbond/apps/12';

let client: KubeClient;
let base: string;
let authority: Authority;

/** Answer of Prometheus to each query, which no case makes itself: only the values count for clients. */
let sample: Case['state']['sample'];

async function openPrometheus(): Promise<string> {
  const server = createServer((_request, response) => {
    const result = sample === undefined ? [] : [{ metric: { [COMPONENT_LABEL]: '0' }, value: sample }];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
  }).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  client = await connect();
  const url = await openPrometheus();
  const monitor = createMonitor({ url, items: [], source: 'rainbond', cacheSeconds: 0 }, 'stoa-system');
  const served = await openRest((_, pass) => pass(), {
    regions: [{ ...(await region('rainbond', (_, pass) => pass())), monitor }],
    catalog: createStoreCatalog({ stores: [{ type: 'range', address: '127.0.0.0', prefix: 8 }] }),
  });
  base = served.base;
  authority = await createAuthority();
});

/** The case with names of its own, since hosts belong to one team. */
function placed(each: Case, team: Team, store: string): Case {
  const text = JSON.stringify(each)
    .replaceAll('https://store.example.com', store)
    .replaceAll('example.com', team.host)
    .replaceAll('"team_name":"shop"', `"team_name":"${team.id}"`);
  return filledIn(JSON.parse(text) as Case, { team: team.id });
}

/** Creates what a case starts from, with application 12 as the only one of the team. */
async function create(team: Team, { components, certificates = {} }: Case['state']): Promise<void> {
  const { namespace } = team;
  const { metadata } = await client.get(APPLICATIONS, { namespace, name: 'app' });
  await client.delete(APPLICATIONS, { namespace, name: 'app', uid: metadata.uid });
  const application = { apiVersion: 'stoa.dev/v1alpha1', kind: 'Application', spec: { id: 12 } };
  await client.apply(APPLICATIONS, { ...application, metadata: { name: 'store', namespace } }, TESTER);
  for (const component of components) {
    await createComponent(namespace, component);
  }
  for (const id of Object.keys(certificates)) {
    const labels = { 'stoa.dev/certificate-id': id };
    const metadata = { name: `certificate-${id}`, namespace, labels };
    const secret = { apiVersion: 'v1', kind: 'Secret', type: 'kubernetes.io/tls' };
    const stringData = { 'tls.crt': '', 'tls.key': '' };
    await client.apply(TLS_SECRETS, { ...secret, metadata, stringData }, TESTER);
  }
}

async function createComponent(namespace: string, component: Component): Promise<void> {
  const { service_id: name, service_cname, ports } = component;
  const labels = { 'stoa.dev/app-id': '12', 'stoa.dev/component-id': name };
  const open = ports.flatMap((port) => (port.is_outer_service ? [String(port.container_port)] : []));
  const annotations = { 'stoa.dev/component-name': service_cname, 'stoa.dev/outer-ports': open.join(',') };
  const selector = { app: name };
  const containers = [{ name: 'main', image: 'example.com/none:1' }];
  const template = { metadata: { labels: { app: name, ...labels } }, spec: { containers } };
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    spec: { selector: { matchLabels: selector }, template },
  };
  await client.apply(
    DEPLOYMENTS,
    { ...deployment, metadata: { name, namespace, labels, annotations } },
    TESTER,
  );
  const served = ports.map(({ container_port: port }) => ({ name: `p${port}`, port }));
  const service = { apiVersion: 'v1', kind: 'Service', spec: { selector, ports: served } };
  await client.apply(SERVICES, { ...service, metadata: { name, namespace, labels, annotations } }, TESTER);
}

/** Waits until the components that a case needs running have a pod that is ready. */
async function untilRunning({ namespace }: Team, { components }: Case['state']): Promise<void> {
  for (const { service_id: name } of components.filter(({ status }) => status === 'running')) {
    await eventually(async () => {
      const { status } = await client.get(DEPLOYMENTS, { namespace, name });
      expect(status).toMatchObject({ readyReplicas: 1, availableReplicas: 1 });
    });
  }
}

/** Offers the models of a case. */
async function offer(shop: Shop, store: NonNullable<Case['state']['store']>): Promise<void> {
  const template = templateOf(store.model_components.map((name) => app(name)));
  for (const { app_model_id: id, versions } of store.apps) {
    await Promise.all(versions.map((version) => shop.offer(id, version, template)));
  }
}

/** Creates the rules of a case; returns the id of the first. */
async function createRules(rules: readonly object[], team: Team, token: string): Promise<string> {
  const path = APPLICATION.replace('{team}', team.id);
  let id = '';
  for (const body of rules) {
    const made = await rest(`${path}/domains`, { base, token, body });
    expect(made.status).toBe(200);
    const [oldest] = made.body.http as readonly { readonly http_rule_id: string }[];
    id = oldest?.http_rule_id ?? '';
  }
  return id;
}

/** Sends a request of a case, and expects what must come of it; returns the number of what it has made. */
async function exchange({ request, expect: wanted }: Exchange, team: Team, token: string): Promise<string> {
  const { method, body, form, headers = {}, query } = request;
  const path = `${request.path}?${new URLSearchParams(query)}`;
  const sent = form === undefined ? { body } : { raw: form, type: FORM_TYPE };
  const answer = await rest(path, { base, token, method, headers, ...sent });
  isAnswer({ ...answer, type: `${answer.headers['content-type']}` }, wanted, team.id);
  return numberIn(answer);
}

it.each(CASES)('$name', async (each) => {
  const [team, shop] = await Promise.all([Team.create(client), Shop.open()]);
  onTestFinished(() => shop.close());
  const { state, then, ...first } = placed(each, team, shop.store.url);
  sample = state.sample;
  await create(team, state);
  await untilRunning(team, state);
  if (state.store !== undefined) {
    await offer(shop, state.store);
  }
  const by = { name: 'admin', by: 'ClusterRoleBinding' } as const;
  const token = await member(client, { namespace: team.namespace, name: 'owner' }, by);
  recordLeftovers(`clusterrolebinding/${team.namespace}-owner`);
  await eventually(async () =>
    expect(await rest('/httpdomains', { base, token, method: 'GET' })).toMatchObject({ status: 200 }),
  );
  const rule = await createRules(state.rules ?? [], team, token);
  const certificate = await issueServer(authority, 'books', [`books.${team.host}`]);
  const values = { rule_id: rule, ...pem(certificate) };
  const id = await exchange(filledIn(first, values), team, token);
  if (then !== undefined) {
    await exchange(filledIn(then, { ...values, id }), team, token);
  }
});
