import { beforeEach, expect, it } from 'vitest';
import type { KubeRequest } from '../../../../../src/kube/request.ts';
import type { StoreCatalog } from '../../../../../src/store/client.ts';
import { senderTo } from '../../../../support/restapi.ts';

const UPGRADE = '/openapi/v1/teams/shop/regions/local/apps/1/upgrade';

const META = { namespace: 'team', resourceVersion: '1' };

function install(name: string, appModelId: string, day: number): { spec: Record<string, unknown> } {
  const metadata = { ...META, name, uid: name, creationTimestamp: `2026-01-0${day}T00:00:00Z` };
  const market = { url: 'https://hub.example.com', domain: 'rainbond' };
  const object = { metadata, spec: { appId: 1, market, appModelId, appModelVersion: '1.0' } };
  return { apiVersion: 'stoa.dev/v1alpha1', kind: 'MarketInstall', ...object } as typeof object;
}

let installs: { spec: Record<string, unknown> }[] = [];

/** Lists of installs that the API server was asked for. */
let lists = 0;

beforeEach(() => {
  lists = 0;
  installs = [install('b', 'blog', 2), install('a', 'shop', 1)];
});

async function call({ method, path, body }: KubeRequest): Promise<unknown> {
  if (path.endsWith('/selfsubjectreviews')) {
    return { status: { userInfo: { username: 'ada' } } };
  }
  if (method === 'PUT') {
    const stored = body as (typeof installs)[number] & { readonly metadata: { readonly name: string } };
    installs = installs.map((each) =>
      (each as typeof stored).metadata.name === stored.metadata.name ? stored : each,
    );
    return stored;
  }
  lists += path.endsWith('/marketinstalls') ? 1 : 0;
  const stored: Readonly<Record<string, readonly object[]>> = {
    namespaces: [{ metadata: { ...META, name: 'team', labels: { 'stoa.dev/team': 'shop' } } }],
    applications: [{ metadata: { ...META, name: 'store', uid: 'a' }, spec: { id: 1 } }],
    marketinstalls: installs,
  };
  return { metadata: {}, items: stored[path.slice(path.lastIndexOf('/') + 1)] ?? [] };
}

const catalog: StoreCatalog = {
  fetchVersions: async (_, id) =>
    id === 'shop'
      ? { type: 'found', value: ['0.9', '1.0', '1.10', '1.9'] }
      : { type: 'refused', refusal: { type: 'too-slow', seconds: 10 } },
};

const send = senderTo(call, catalog);

const SHOP = {
  market_name: 'rainbond',
  app_model_id: 'shop',
  app_model_name: 'shop',
  current_version: '1.0',
  enterprise_id: 'stoa',
  can_upgrade: true,
  upgrade_versions: ['1.9', '1.10'],
  source: 'market',
  install_id: 'a',
  problem: '',
};

const BLOG = {
  ...SHOP,
  app_model_id: 'blog',
  app_model_name: 'blog',
  can_upgrade: false,
  upgrade_versions: [],
  install_id: 'b',
  problem: expect.stringContaining('10 s'),
};

it('lists the installs with the newer versions in their stores', async () => {
  const { status, body } = await send('GET', UPGRADE);
  expect([status, body]).toEqual([200, [SHOP, BLOG]]);
});

it('without a configuration, no store is asked', async () => {
  const { status, body } = await senderTo(call)('GET', UPGRADE);
  expect([status, body[0].upgrade_versions]).toEqual([200, []]);
  expect(body[0].problem).not.toBe('');
});

it('upgrades an install, and lists what is left', async () => {
  const update = { market_name: 'rainbond', app_model_id: 'shop', app_model_version: 1.9 };
  const { status, body } = await send('POST', UPGRADE, { update_versions: [update] });
  expect([status, body]).toEqual([
    200,
    [{ ...SHOP, current_version: '1.9', upgrade_versions: ['1.10'] }, BLOG],
  ]);
  expect(installs.map(({ spec }) => spec.appModelVersion)).toEqual(['1.0', '1.9']);
  expect(lists).toBe(1);
});

it('upgrades only the install that is named, of several of the model', async () => {
  installs = [install('a', 'shop', 1), install('c', 'shop', 2)];
  const update = { install_id: 'c', app_model_id: 'shop', app_model_version: '1.9' };
  expect((await send('POST', UPGRADE, { update_versions: [update] })).status).toBe(200);
  expect(installs.map(({ spec }) => spec.appModelVersion)).toEqual(['1.0', '1.9']);
  const other = { ...update, install_id: 'none' };
  expect((await send('POST', UPGRADE, { update_versions: [other] })).status).toBe(404);
});

it.each([
  [{ update_versions: [{ app_model_id: 'none', app_model_version: '2' }] }, 404, 'install-not-found'],
  [
    { update_versions: [{ market_name: 'nobody', app_model_id: 'shop', app_model_version: '2' }] },
    404,
    'install-not-found',
  ],
  [{ update_versions: [] }, 400, 'invalid'],
  [{ update_versions: [{ app_model_id: 'shop' }] }, 400, 'invalid'],
  [{ update_versions: 'shop' }, 400, 'invalid'],
  [{}, 400, 'invalid'],
])('%j changes nothing: %d %s', async (body, status, type) => {
  const answer = await send('POST', UPGRADE, body);
  expect([answer.status, answer.body.type]).toEqual([status, `https://stoa.dev/problems/${type}`]);
  expect(installs.map(({ spec }) => spec.appModelVersion)).toEqual(['1.0', '1.0']);
});
