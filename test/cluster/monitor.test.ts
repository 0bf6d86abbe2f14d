import { beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { DELAY_HEADER, STATUS_HEADER } from '../../deploy/local/node/echo.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { PodsByOwner } from '../../src/monitor/pods.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { DAEMON_SETS, DEPLOYMENTS, PODS, REPLICA_SETS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { member } from './support/member.ts';
import { rest, throughGateway } from './support/traffic.ts';
import { connect, TESTER, Team } from './support/world.ts';

/** One item of a component in a response. */
interface Item {
  readonly monitor_item: string;
  readonly status: string;
  readonly data: {
    readonly resultType: string;
    readonly result: readonly { readonly value: string[]; readonly values?: string[][] }[];
  };
}

let client: KubeClient;
let team: Team;
let token: string;

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
  await Promise.all(['web', 'idle', 'kept'].map((component) => team.component(component)));
  await team.rule('web');
  // This rule uses a TraefikService, for which Traefik's metrics have another kind of name.
  await team.rule('kept', {
    serviceId: 'kept',
    domainName: keptHost(),
    ruleExtensions: [{ key: 'lb-type', value: 'cookie-session-affinity' }],
  });
  token = await member(client, { namespace: team.namespace, name: 'viewer' }, { name: 'view' });
});

/** Records of the application's components, as a viewer sees them. */
async function monitored(operation: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await rest(`/teams/${team.id}/regions/local/apps/1/monitor/${operation}`, {
    method: 'GET',
    token,
  });
  expect(answer.status).not.toBe(403);
  return answer;
}

async function itemsOf(component: string, operation: string): Promise<Map<string, Item>> {
  const { status, body } = await monitored(operation);
  expect(status).toBe(200);
  const records = body as unknown as { service_id: string; monitors: Item[] }[];
  const found = records.find(({ service_id }) => service_id === component);
  return new Map(found?.monitors.map((item) => [item.monitor_item, item]));
}

function numberOf(item: Item | undefined): number {
  return Number(item?.data.result[0]?.value[1]);
}

/** Names of the built-in items, in their order. */
const BUILT_INS = ['request_time', 'request', 'request_client', 'error_rate', 'p95'];

/** Milliseconds that the component needs for each request. */
const DELAY_MS = 200;

function keptHost(): string {
  return `kept.${team.host}`;
}

/** Sends requests at a steady pace until the test ends; the list has the times in ms. */
function sendEvery(ms: number, host: string): readonly number[] {
  const sent: number[] = [];
  const timer = setInterval(() => {
    sent.push(Date.now());
    void throughGateway(host, '/', { [DELAY_HEADER]: String(DELAY_MS) }).catch(() => undefined);
  }, ms);
  onTestFinished(() => clearInterval(timer));
  return sent;
}

it('the monitor agrees with the requests through the gateway', { timeout: 180_000 }, async () => {
  for (const host of [team.host, keptHost()]) {
    await eventually(async () => expect((await throughGateway(host)).status).toBe(200));
  }
  const began = Date.now() / 1000;
  const sent = sendEvery(50, team.host);
  const sentToKept = sendEvery(500, keptHost());
  await eventually(async () => {
    // The minute that Prometheus evaluates must be full of requests: a rising value proves nothing.
    expect(Date.now() / 1000 - began).toBeGreaterThan(70);
    const items = await itemsOf('web', 'query?exact=true');
    expect(items.get('request')?.status).toBe('success');
    const aSecond = sent.filter((at) => at > Date.now() - 60_000).length / 60;
    expect(numberOf(items.get('request')) / (5 * aSecond)).toBeGreaterThan(0.9);
    expect(numberOf(items.get('request')) / (5 * aSecond)).toBeLessThan(1.1);
    expect(items.get('request_time')?.status).toBe('success');
    expect(numberOf(items.get('request_time')) / DELAY_MS).toBeGreaterThan(0.8);
    expect(numberOf(items.get('request_time')) / DELAY_MS).toBeLessThan(1.2);
    // Little's law: waiting requests = requests per second × seconds that each waits.
    const waiting = (aSecond * DELAY_MS) / 1000;
    expect(numberOf(items.get('request_client')) / waiting).toBeGreaterThan(0.8);
    expect(numberOf(items.get('request_client')) / waiting).toBeLessThan(1.2);
  }, 150_000);
  const kept = (await itemsOf('kept', 'query?exact=true')).get('request');
  const keptInFive = sentToKept.filter((at) => at > Date.now() - 60_000).length / 12;
  expect(numberOf(kept) / keptInFive).toBeGreaterThan(0.8);
  expect(numberOf(kept) / keptInFive).toBeLessThan(1.2);
  const idle = await itemsOf('idle', 'query?exact=true');
  expect(
    [...idle.values()].map(({ monitor_item, status, data }) => [monitor_item, status, data.result]),
  ).toEqual(BUILT_INS.map((item) => [item, 'no-data', []]));
  expect((await itemsOf('idle', 'query')).size).toBe(0);
  const whole = await itemsOf('web', 'query');
  expect([...whole.keys()]).toEqual(BUILT_INS);
  for (const item of BUILT_INS.slice(0, 3)) {
    expect(Number.isInteger(numberOf(whole.get(item)))).toBe(true);
  }
  expect(numberOf(whole.get('error_rate'))).toBe(0);
  expect(numberOf(whole.get('p95'))).toBeGreaterThan(DELAY_MS / 2);
  const range = await itemsOf('web', `query_range?start=${began}&end=${Date.now() / 1000}&step=5`);
  expect(range.get('request')).toMatchObject({
    status: 'success',
    data: { resultType: 'matrix', result: [{ values: expect.any(Array) }] },
  });
  expect(range.get('request')?.data.result[0]?.values?.length).toBeGreaterThan(5);
});

it('the monitor shows the requests of one rule', { timeout: 180_000 }, async () => {
  await team.rule('second', { domainName: `second.${team.host}` });
  const [first, second] = await Promise.all(['web', 'second'].map((name) => uidOf(name)));
  await eventually(async () => expect((await throughGateway(`second.${team.host}`)).status).toBe(200));
  sendEvery(100, `second.${team.host}`);
  const requestsOf = async (rule: string | undefined) =>
    numberOf((await itemsOf('web', `query?exact=true&rule=${rule}`)).get('request'));
  await eventually(async () => {
    expect(await requestsOf(second)).toBeGreaterThan(25);
    expect(await requestsOf(first)).toBeLessThan(10);
  }, 150_000);
  expect((await monitored('query?rule=none')).status).toBe(404);
  expect((await monitored('query?install=none')).status).toBe(404);
  expect((await monitored(`query?rule=${first}&install=none`)).status).toBe(400);
});

/** Id of a rule in the REST API. */
async function uidOf(name: string): Promise<string> {
  const { metadata } = await client.get(GATEWAY_RULES, { namespace: team.namespace, name });
  return metadata.uid.replaceAll('-', '');
}

it('the monitor shows only components with an outer port on request', async () => {
  const ids = async (operation: string) => {
    const { body } = await eventually(() => monitored(operation));
    return (body as unknown as { service_id: string }[]).map(({ service_id }) => service_id);
  };
  expect(await ids('query')).toEqual(['idle', 'kept', 'web']);
  expect(await ids('query?is_outer=false')).toEqual(['idle', 'kept', 'web']);
  expect(await ids('query?is_outer=true')).toEqual(['kept', 'web']);
  expect(await ids('query?is_outer=1')).toEqual(['kept', 'web']);
  expect(await ids('query?is_outer=yes')).toEqual(['kept', 'web']);
});

it.each([
  ['query?is_outer=perhaps', 'is_outer'],
  ['query?exact=perhaps', 'exact'],
  ['query?rule=a&rule=b', 'rule'],
  ['query_range', 'start'],
  ['query_range?start=2&end=1', 'end'],
  ['query_range?start=0&end=1000000&step=1', 'step'],
])('the monitor rejects %s and names %s', async (operation, field) => {
  const { status, body } = await eventually(() => monitored(operation));
  expect(status).toBe(400);
  expect(body.errors).toEqual(expect.arrayContaining([expect.objectContaining({ field })]));
});

it('the monitor is forbidden for callers outside the team', async () => {
  const stranger = await member(client, { namespace: team.namespace, name: 'stranger' });
  const path = `/teams/${team.id}/regions/${inject('cluster').region}/apps/1/monitor/query`;
  expect(await rest(path, { method: 'GET', token: stranger })).toMatchObject({ status: 403 });
});

it('the first requests of a component count, and its first errors', { timeout: 180_000 }, async () => {
  await team.component('fresh');
  const host = `fresh.${team.host}`;
  await team.rule('fresh', { serviceId: 'fresh', domainName: host });
  await team.condition('fresh', 'Ready', 'True');
  for (let sent = 0; sent < 5; sent += 1) {
    const { status } = await throughGateway(host, '/', { [STATUS_HEADER]: '500' });
    expect(status).toBe(500);
  }
  await eventually(async () => {
    const items = await itemsOf('fresh', 'query?exact=true');
    expect(numberOf(items.get('request')) * 12).toBeCloseTo(5);
    expect(numberOf(items.get('error_rate'))).toBe(100);
    expect(numberOf(items.get('p95'))).toBeGreaterThan(0);
  }, 150_000);
});

it('the names that Kubernetes gives to pods count for the workload that owns them', async () => {
  const names = ['api-for-partners-of-the-eastern-warehouse-and-its-customers-01', 'api'];
  const [long, short] = names as [string, string];
  await Promise.all(names.map((name) => team.component(name)));
  const { namespace } = team;
  const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': 'api-log' };
  const template = {
    metadata: { labels: { app: 'log' } },
    spec: { containers: [{ name: 'c', image: 'example.com/c:1' }] },
  };
  const daemonSet = {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'api-log', namespace, labels },
    spec: { selector: { matchLabels: { app: 'log' } }, template },
  };
  await client.apply(DAEMON_SETS, daemonSet, TESTER);
  await eventually(async () => {
    const [deployments, daemonSets, pods, replicaSets] = await Promise.all([
      client.list(DEPLOYMENTS, { namespace }),
      client.list(DAEMON_SETS, { namespace }),
      client.list(PODS, { namespace }),
      client.list(REPLICA_SETS, { namespace }),
    ]);
    const workloads = [...deployments, ...daemonSets];
    const byOwner = new PodsByOwner(workloads, { pods, makers: replicaSets });
    const gone = new PodsByOwner(workloads, { pods: [], makers: replicaSets });
    for (const [name, app] of [
      [long, long],
      [short, short],
      ['api-log', 'log'],
    ]) {
      const own = pods
        .filter(({ metadata }) => metadata.labels?.app === app)
        .map(({ metadata }) => metadata.name);
      expect(own).toHaveLength(1);
      for (const known of [byOwner, gone]) {
        const found = known.namesOf(workloads.filter(({ metadata }) => metadata.name === name));
        const counted = new RegExp(`^(?:${found.counted.join('|')})$`);
        expect(pods.map(({ metadata }) => metadata.name).filter((each) => counted.test(each))).toEqual(own);
        expect(found.others).toEqual([]);
      }
    }
  });
});
