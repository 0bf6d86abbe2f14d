import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import {
  GATEWAY_RULE_TYPE,
  GATEWAY_RULES,
  type GatewayRule,
  MARKET_INSTALL_TYPE,
  MARKET_INSTALLS,
} from '../../src/objects/stoa.ts';
import { idOf } from '../../src/rest/http/id.ts';
import { newInstallName } from '../../src/rest/resources/installs/installing.ts';
import { eventually } from '../support/eventually.ts';
import { member } from './support/member.ts';
import { Shop } from './support/shop.ts';
import { type RestCall, rest } from './support/traffic.ts';
import { connect, Team } from './support/world.ts';

let client: KubeClient;
let shop: Shop;
let team: Team;
let token: string;

beforeAll(async () => {
  client = await connect();
  [shop, team] = await Promise.all([Shop.open(), Team.create(client)]);
  await team.component('web');
  token = await member(client, { namespace: team.namespace, name: 'owner' }, { name: 'admin' });
  // The API server's authorizer learns of the token's permissions with a delay.
  await eventually(async () =>
    expect(await call('/domains', { method: 'GET' })).toMatchObject({ status: 200 }),
  );
});

afterAll(() => shop.close());

function call(path: string, more: RestCall) {
  return rest(`/teams/${team.id}/regions/local/apps/1${path}`, { token, ...more });
}

/** Applies a rule as a tool does. */
function applied(name: string, manager: string, metadata: object = {}): Promise<GatewayRule> {
  const http = {
    serviceId: 'web',
    containerPort: 8080,
    domainName: `${name}.${team.host}`,
    whetherOpen: true,
  };
  const draft = {
    ...GATEWAY_RULE_TYPE,
    metadata: { name, namespace: team.namespace, ...metadata },
    spec: { appId: 1, protocol: 'http', http },
  };
  return client.apply(GATEWAY_RULES, draft, manager);
}

const MANAGED = { status: 409, body: { code: 409, type: expect.stringMatching('/managed-elsewhere$') } };

const fluxLabels = {
  'kustomize.toolkit.fluxcd.io/name': 'apps',
  'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
};

describe.each([
  ['argocd-controller', {}, 'Argo CD'],
  ['kustomize-controller', { labels: fluxLabels }, 'Flux (Kustomization flux-system/apps)'],
  ['helm-controller', {}, 'Flux'],
])('a rule that %s has applied', (manager, metadata, words) => {
  it.each([
    ['PUT', { http: { the_weight: 5 } }],
    ['DELETE', undefined],
  ] as const)('is not changed by %s, which names the manager', async (method, body) => {
    const rule = await applied(`${manager}-${method.toLowerCase()}`, manager, metadata);
    const { name, uid, generation } = rule.metadata;
    const answer = await call(`/domains/${idOf(uid)}`, { method, body });
    expect(answer).toMatchObject(MANAGED);
    expect(answer.body.detail).toContain(`${team.namespace}/${name} is managed by ${words}`);
    const now = await client.get(GATEWAY_RULES, { namespace: team.namespace, name });
    expect(now.metadata).toMatchObject({ uid, generation });
  });
});

it('a rule of another manager, or one that Flux must ignore, may be changed', async () => {
  const people = await applied('people', 'kubectl');
  const left = await applied('left', 'kustomize-controller', {
    annotations: { 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' },
  });
  for (const { metadata } of [people, left]) {
    const path = `/domains/${idOf(metadata.uid)}`;
    expect(await call(path, { method: 'PUT', body: { http: { the_weight: 5 } } })).toMatchObject({
      status: 200,
    });
    expect(await call(path, { method: 'DELETE' })).toMatchObject({ status: 200 });
  }
});

it('an install that Flux has applied under the name of a key does not count for the key', async () => {
  const spec = {
    appId: 1,
    market: { url: shop.store.url, domain: 'here' },
    appModelId: 'nothing',
    appModelVersion: '1.0',
    deploy: false,
  };
  const metadata = { name: newInstallName(1, 'a-key'), namespace: team.namespace };
  const flux = 'kustomize-controller';
  const { metadata: stored } = await client.apply(
    MARKET_INSTALLS,
    { ...MARKET_INSTALL_TYPE, metadata, spec },
    flux,
  );
  const body = {
    market_url: spec.market.url,
    market_domain: 'here',
    app_model_id: 'nothing',
    app_model_version: '1.0',
  };
  expect(await call('/install', { body, idempotencyKey: 'a-key' })).toMatchObject(MANAGED);
  const now = await client.get(MARKET_INSTALLS, metadata);
  expect(now.metadata.uid).toBe(stored.uid);
});
