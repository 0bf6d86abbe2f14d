import { afterAll, beforeAll, expect, it } from 'vitest';
import { RELEASE_NAME } from '../../src/api/group.ts';
import { loadAccess } from '../../src/kube/access.ts';
import { KubeClient } from '../../src/kube/client.ts';
import type { KubeRequest } from '../../src/kube/request.ts';
import { createTransport } from '../../src/kube/transport.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES, type GatewayRule } from '../../src/objects/stoa.ts';
import { WatchedRegion } from '../../src/rest/watched.ts';
import { eventually } from '../support/eventually.ts';
import { silent } from '../support/log.ts';
import { nameRules } from '../support/namerules.ts';
import { member } from './support/member.ts';
import { openRest, regionAt } from './support/restserver.ts';
import { type RestAnswer, rest } from './support/traffic.ts';
import { connect, Team } from './support/world.ts';

let client: KubeClient;
let team: Team;
let others: Team;
let token: string;
let base: string;
let watched: WatchedRegion;
/** Requests to the API server since the list was last emptied, except watches. */
let calls: string[] = [];
/** Callback after the creation of a rule. */
let created: () => void = () => undefined;
let held = Promise.resolve();
let release: () => void = () => undefined;
const stop = new AbortController();

/** Holds back all watch events until they are released. */
function hold(): void {
  ({ promise: held, resolve: release } = Promise.withResolvers<void>());
}

async function between({ method, path }: KubeRequest, pass: () => Promise<unknown>): Promise<unknown> {
  const kind = path.slice(path.lastIndexOf('/') + 1);
  calls.push(`${method} ${kind}`);
  const answer = await pass();
  if (method === 'POST' && kind === 'gatewayrules') {
    created();
  }
  return answer;
}

/** A REST API with caches and the shipped permissions, over watches that can be held. */
async function openWatching(): Promise<void> {
  const account = await client.post<{ readonly status: { readonly token: string } }>(
    '/api/v1/namespaces/stoa-system/serviceaccounts/stoa-rest/token',
    { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} },
  );
  const { server, credentials } = loadAccess();
  const { ca } = await credentials();
  const headers = { authorization: `Bearer ${account.status.token}` };
  const access = { server, credentials: async () => ({ ca, headers }) };
  const own = new KubeClient(await createTransport(access));
  const slow: Pick<KubeClient, 'pages' | 'versionOf' | 'watch'> = {
    pages: (resource, options) => own.pages(resource, options),
    versionOf: (resource, options) => own.versionOf(resource, options),
    watch: async function* (resource, version, options) {
      for await (const event of own.watch(resource, version, options)) {
        await held;
        yield event;
      }
    },
  };
  watched = new WatchedRegion(slow, silent, nameRules());
  void watched.run(stop.signal);
  ({ base } = await openRest(between, {
    regions: [{ ...(await regionAt('local', access, between)), watched }],
  }));
}

beforeAll(async () => {
  client = await connect();
  [team, others] = await Promise.all([Team.create(client), Team.create(client)]);
  await Promise.all([team.component('web'), others.component('web')]);
  token = await member(client, { namespace: team.namespace, name: 'owner' }, { name: 'admin' });
  await openWatching();
  // Until the caches are complete, and the API server's authorizer knows the token's permissions.
  let round = 0;
  await eventually(async () => {
    round += 1;
    calls = [];
    expect((await post(`warm-${round}.${team.host}`)).status).toBe(200);
    expect(calls).toEqual(['POST gatewayrules']);
  });
});

afterAll(() => {
  release();
  stop.abort();
});

function post(domain_name: string, more: object = {}): Promise<RestAnswer> {
  const http = { service_id: 'web', container_port: 8080, whether_open: true, domain_name, ...more };
  return rest(`/teams/${team.id}/regions/local/apps/1/domains`, {
    token,
    base,
    body: { protocol: 'http', http },
  });
}

function hostsIn({ body }: RestAnswer): string[] {
  return (body.http as { readonly domain_name: string }[]).map(({ domain_name }) => domain_name);
}

async function hostsStored(): Promise<(string | undefined)[]> {
  const rules = await client.list(GATEWAY_RULES, { namespace: team.namespace });
  return rules.map(({ spec }) => spec.http?.domainName);
}

async function known(rule: GatewayRule): Promise<void> {
  await eventually(() => expect(watched.has(rule)).toBe(true));
}

it('a rule without obstacle takes one call, and is in the response', async () => {
  calls = [];
  const answer = await post(`one.${team.host}`);
  expect(answer.status).toBe(200);
  expect(calls).toEqual(['POST gatewayrules']);
  expect(hostsIn(answer)).toContain(`one.${team.host}`);
});

it('the response contains earlier writes of others that the watch has not shown yet', async () => {
  hold();
  await team.rule('unseen', { domainName: `unseen.${team.host}` });
  created = release;
  const answer = await post(`after.${team.host}`);
  expect(hostsIn(answer)).toEqual(expect.arrayContaining([`unseen.${team.host}`, `after.${team.host}`]));
});

it('a rule that conflicts with one that the watch has not shown yet is deleted again', async () => {
  hold();
  await others.rule('theirs', { domainName: `unseen-host.${team.host}` });
  // Of two rules of one second, the uid decides, unless one has the host already.
  await others.condition('theirs', 'Ready', 'True');
  created = release;
  const answer = await post(`unseen-host.${team.host}`);
  expect(answer).toMatchObject({ status: 400, body: { type: expect.stringMatching('/host-taken$') } });
  expect(await hostsStored()).not.toContain(`unseen-host.${team.host}`);
});

it('no request is rejected because of a deleted object', async () => {
  const theirs = await others.rule('going', { domainName: `going.${team.host}` });
  const { namespace = '', name, uid } = theirs.metadata;
  const metadata = { namespace, name, annotations: { [RELEASE_NAME]: 'true' } };
  await client.apply(GATEWAY_RULES, { ...GATEWAY_RULE_TYPE, metadata }, 'release');
  await known(theirs);
  hold();
  await client.delete(GATEWAY_RULES, { namespace, name, uid });
  created = release;
  expect((await post(`going.${team.host}`)).status).toBe(200);
});

it('a stalled watch delays a request only shortly, and the response is complete', async () => {
  hold();
  created = () => undefined;
  const answer = await post(`silent.${team.host}`);
  expect(hostsIn(answer)).toContain(`silent.${team.host}`);
  release();
});

it('a rule that conflicts with one that a stalled watch does not show is deleted again when the operator refuses it', async () => {
  hold();
  created = () => undefined;
  await others.rule('quicker', { domainName: `quicker.${team.host}` });
  await others.condition('quicker', 'Ready', 'True');
  const answer = await post(`quicker.${team.host}`);
  expect(answer).toMatchObject({ status: 400, body: { type: expect.stringMatching('/host-taken$') } });
  expect(answer.body.detail).toContain('http.domain_name: the operator refuses');
  expect(await hostsStored()).not.toContain(`quicker.${team.host}`);
  release();
});

it('a new component is found, and so are a new team and application', async () => {
  hold();
  created = release;
  const fresh = await Team.create(client);
  await fresh.component('web');
  const owner = await member(client, { namespace: fresh.namespace, name: 'owner' }, { name: 'admin' });
  const http = { service_id: 'web', container_port: 8080, whether_open: true, domain_name: fresh.host };
  await eventually(async () => {
    const path = `/teams/${fresh.id}/regions/local/apps/1/domains`;
    const answer = await rest(path, { token: owner, base, body: { protocol: 'http', http } });
    expect(answer.status).toBe(200);
  });
});

it('a caller without the list permission sees nothing, regardless of earlier callers', async () => {
  const stranger = await member(client, { namespace: team.namespace, name: 'stranger' });
  const path = `/teams/${team.id}/regions/local/apps/1/domains`;
  for (const method of ['GET', 'POST'] as const) {
    expect(await rest(path, { token: stranger, base, method })).toMatchObject({ status: 403 });
  }
});
