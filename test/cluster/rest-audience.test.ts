import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { loadAccess } from '../../src/kube/access.ts';
import { KubeClient } from '../../src/kube/client.ts';
import type { Permission } from '../../src/kube/permissions.ts';
import { createTransport, type Transport } from '../../src/kube/transport.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import {
  CONSTRAINED_IMPERSONATION,
  missingRestPermissions,
  restPermissions,
} from '../../src/rest/permissions.ts';
import type { Region } from '../../src/rest/region.ts';
import { OPERATOR } from '../support/access.ts';
import { eventually } from '../support/eventually.ts';
import { ACCESS_KEY, Market, type Place } from './support/market.ts';
import { member } from './support/member.ts';
import { openRest, regionAt } from './support/restserver.ts';
import { failure } from './support/things.ts';
import { type RestCall, rest } from './support/traffic.ts';
import { kubectl, Team } from './support/world.ts';

const AUDIENCES = ['stoa'];

let market: Market;
let place: Place;
/** Account of a REST API with the permissions of the chart, and no others. */
let service: Transport;
let region: Region;
let base: string;
let token: string;

beforeAll(async () => {
  market = await Market.open();
  place = await market.place();
  const { namespace } = await Team.create(market.client);
  const role = `test-${crypto.randomUUID()}`;
  const rights = [...restPermissions(OPERATOR), ...CONSTRAINED_IMPERSONATION];
  expect(await kubectl(['create', '-f', '-'], clusterRole(role, rights))).toMatchObject({ code: 0 });
  const own = await member(
    market.client,
    { namespace, name: 'rest' },
    { name: role, by: 'ClusterRoleBinding' },
  );
  process.env.KUBECONFIG = inject('cluster').kubeconfig;
  const { server, credentials } = loadAccess();
  const { ca } = await credentials();
  const access = { server, credentials: async () => ({ ca, headers: { Authorization: `Bearer ${own}` } }) };
  service = await createTransport(access);
  region = await regionAt('local', access, (_, pass) => pass());
  ({ base } = await openRest((_, pass) => pass(), { regions: [region], audiences: AUDIENCES }));
  const names = { namespace: place.team.namespace, name: 'caller' };
  token = await member(market.client, names, undefined, AUDIENCES);
  await eventually(async () => {
    expect(await missingRestPermissions(new KubeClient(service), OPERATOR, AUDIENCES)).toEqual([]);
    expect((await domains({ method: 'GET' })).status).toBe(200);
  });
});

afterAll(async () => {
  await service.close();
  await market.close();
});

function clusterRole(name: string, rights: readonly Permission[]): string {
  const rules = rights.map(({ group, resource, verbs }) => ({
    apiGroups: [group],
    resources: [resource],
    verbs,
  }));
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  return JSON.stringify({ apiVersion, kind: 'ClusterRole', metadata: { name }, rules });
}

function domains(call: RestCall, path = '') {
  return rest(`${place.path}/domains${path}`, { base, token, ...call });
}

describe('with constrained impersonation, the REST API', () => {
  it('creates, edits, lists and deletes rules as the caller', async () => {
    const { team } = place;
    await team.component('web');
    const http = { service_id: 'web', container_port: 8080, domain_name: team.host, whether_open: true };
    const made = await domains({ body: { protocol: 'http', http } });
    expect(made).toMatchObject({ status: 200 });
    const [rule] = await market.client.list(GATEWAY_RULES, { namespace: team.namespace });
    const id = `/${rule?.metadata.uid.replaceAll('-', '')}`;
    const edit = { protocol: 'http', http: { ...http, domain_path: '/edited' } };
    expect(await domains({ method: 'PUT', body: edit }, id)).toMatchObject({ status: 200 });
    expect(await domains({ method: 'DELETE' }, id)).toMatchObject({ status: 200 });
  });

  it('installs a model with an access key as the caller', async () => {
    const call = { base, token, store: market.locked, body: { market_access_key: ACCESS_KEY } };
    expect(await place.install('pair', call)).toMatchObject({ status: 200 });
    const installs = await rest(`${place.path}/installs`, { method: 'GET', base, token });
    expect(installs).toMatchObject({ status: 200 });
    expect(installs.body).toHaveLength(1);
  });

  it('has nothing of a caller beyond what the API does', async () => {
    const { namespace } = place.team;
    const user = `system:serviceaccount:${namespace}:caller`;
    const asCaller = new KubeClient(service).as({ user, groups: [] });
    const pods = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true };
    const draft = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', namespace } };
    expect(await asCaller.list(pods, { namespace })).toBeInstanceOf(Array);
    expect(await failure(asCaller.create(pods, draft, 'test', { dryRun: true }))).toEqual({
      type: 'forbidden',
    });
  });

  it('reviews the first token of a ServiceAccount while bad ones come from its address', async () => {
    const limits = { failedTokensPerMinute: 1 };
    const flooded = await openRest((_, pass) => pass(), { regions: [region], audiences: AUDIENCES, limits });
    const ask = async (sent: string) =>
      (await domains({ method: 'GET', base: flooded.base, token: sent })).status;
    expect([await ask('bad-1'), await ask('bad-2')]).toEqual([401, 429]);
    expect(await ask(token)).toBe(200);
  });

  it('is nobody of system:masters, and no node', async () => {
    const client = new KubeClient(service);
    for (const somebody of [
      { user: 'ada', groups: ['system:masters'] },
      { user: 'system:node:node-1', groups: [] },
    ]) {
      expect(await failure(client.as(somebody).list(GATEWAY_RULES))).toEqual({ type: 'forbidden' });
    }
  });
});
