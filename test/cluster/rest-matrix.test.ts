import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { APPLICATIONS, GATEWAY_RULES, MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { idOf } from '../../src/rest/http/id.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { member } from './support/member.ts';
import { Install, Shop } from './support/shop.ts';
import { type RestCall, rest } from './support/traffic.ts';
import { connect, Team } from './support/world.ts';

/**
 * Callers: with the roles edit and view in the team, edit in another team, a token without roles, and without a token.
 */
const CALLERS = ['owner', 'viewer', 'other', 'nobody', 'stranger'] as const;
type Caller = (typeof CALLERS)[number];

const EVERYBODY_WITH_A_TOKEN = { owner: 200, viewer: 200, other: 200, nobody: 200, stranger: 401 };

const MEMBERS = { owner: 200, viewer: 200, other: 403, nobody: 403, stranger: 401 };

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/** Expected status of an operation for callers with access. */
type Row = readonly [method: Method, path: string, owner: number, viewer: number];

const ROWS: readonly Row[] = [
  ['GET', '', 200, 200],
  ['GET', '/topology', 200, 200],
  ['GET', '/events', 200, 200],
  ['GET', '/services', 200, 200],
  ['GET', '/services/web', 200, 200],
  ['GET', '/services/web/events', 200, 200],
  ['GET', '/services/none', 404, 404],
  ['GET', '/domains', 200, 200],
  ['POST', '/domains', 200, 403],
  ['GET', '/domains/RULE', 200, 200],
  ['PUT', '/domains/RULE', 200, 403],
  ['DELETE', '/domains/RULE', 200, 403],
  ['GET', '/httpdomains', 200, 200],
  ['POST', '/httpdomains', 201, 403],
  ['GET', '/httpdomains/HTTP_RULE', 200, 200],
  ['PUT', '/httpdomains/HTTP_RULE', 200, 403],
  ['DELETE', '/httpdomains/HTTP_RULE', 200, 403],
  ['GET', '/monitor/query', 200, 200],
  ['GET', '/monitor/query_range?start=1&end=61&step=60', 200, 200],
  ['GET', '/installs', 200, 200],
  ['GET', '/installs/INSTALL', 200, 200],
  ['POST', '/install', 200, 403],
];

/** Operations that other tests of this file call. */
const ELSEWHERE = ['DELETE '];

const served = new Set([...ROWS.map(([method, path]) => `${method} ${path}`), ...ELSEWHERE]);

/** Every other verb on every path. */
const UNSERVED: readonly Row[] = [...new Set(ROWS.map(([, path]) => path))].flatMap((path) =>
  METHODS.filter((method) => !served.has(`${method} ${path}`)).map((method): Row => [method, path, 405, 405]),
);

const TABLE = [...ROWS, ...UNSERVED].flatMap(([method, path, owner, viewer]) => {
  const statuses = { owner, viewer, other: 403, nobody: 403, stranger: 401 };
  return CALLERS.map((caller) => ({ method, path, caller, status: statuses[caller] }));
});

let client: KubeClient;
let team: Team;
let otherTeam: Team;
let shop: Shop;
let before: readonly string[];
const tokens = new Map<Caller, string>();
const ids = new Map<string, string>();

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
  await shop.offer('pair', '1.0', templateOf([app('web')]));
  const [own, others] = await Promise.all([Team.create(client), Team.create(client)]);
  team = own;
  otherTeam = others;
  await team.component('web');
  const [rule, httpRule] = await Promise.all([
    team.rule('rule', { domainPath: '/rule' }),
    team.rule('http-rule', { domainPath: '/http' }),
  ]);
  const install = new Install(client, team, shop, 'pair');
  const { metadata } = await install.apply();
  await install.condition('Ready', 'True');
  ids.set('HTTP_RULE', idOf(httpRule.metadata.uid));
  ids.set('RULE', idOf(rule.metadata.uid));
  ids.set('INSTALL', idOf(metadata.uid));
  const { namespace } = team;
  tokens.set('owner', await member(client, { namespace, name: 'owner' }, { name: 'edit' }));
  tokens.set('viewer', await member(client, { namespace, name: 'viewer' }, { name: 'view' }));
  tokens.set('nobody', await member(client, { namespace, name: 'nobody' }));
  const theirs = { namespace: others.namespace, name: 'owner' };
  tokens.set('other', await member(client, theirs, { name: 'edit' }));
  // The API server's authorizer learns of the tokens' permissions with a delay.
  await eventually(async () => {
    const statuses = await Promise.all([
      call('GET', '/domains', 'owner'),
      call('GET', '/domains', 'viewer'),
      rest(`/teams/${others.id}/regions/local/apps/1/domains`, { method: 'GET', ...as('other') }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
  before = await contents();
});

afterAll(() => shop.close());

function as(caller: Caller): Pick<RestCall, 'token'> {
  const token = tokens.get(caller);
  return token === undefined ? {} : { token };
}

function call(method: Method, path: string, caller: Caller) {
  const named = path.replace(/[A-Z_]{4,}/, (name) => ids.get(name) ?? name);
  const body = bodyOf(method, path);
  return rest(`/teams/${team.id}/regions/local/apps/1${named}`, { method, body, ...as(caller) });
}

/** A body that the operation accepts from an authorized caller. */
function bodyOf(method: Method, path: string): object {
  const http = {
    service_id: 'web',
    container_port: 8080,
    domain_name: team.host,
    domain_path: `/posted${path}`,
    whether_open: true,
  };
  const bodies: Record<string, object> = {
    'POST /domains': { protocol: 'http', http },
    'POST /httpdomains': http,
    'PUT /domains/RULE': { http: { the_weight: 7 } },
    'PUT /httpdomains/HTTP_RULE': { the_weight: 7 },
    'POST /install': {
      market_url: shop.store.url,
      market_domain: 'here',
      app_model_id: 'pair',
      app_model_version: '1.0',
    },
  };
  return bodies[`${method} ${path}`] ?? {};
}

/** All objects in the team's namespace that the API writes, with their current specs. */
async function contents(): Promise<string[]> {
  const { namespace } = team;
  const kinds: readonly Resource<KubeObject>[] = [APPLICATIONS, GATEWAY_RULES, MARKET_INSTALLS, SECRETS];
  const lists = await Promise.all(kinds.map((resource) => client.list(resource, { namespace })));
  return lists
    .flat()
    .map(({ kind, metadata }) => `${kind} ${metadata.name} ${metadata.uid} ${metadata.generation}`)
    .toSorted();
}

describe('a caller other than the owner', () => {
  it.each(TABLE.filter(({ caller }) => caller !== 'owner'))(
    '$caller: $method $path is $status',
    async ({ caller, method, path, status }) => {
      expect((await call(method, path, caller)).status).toBe(status);
    },
  );

  it('has written nothing', async () => {
    expect(await contents()).toEqual(before);
  });
});

describe('the owner', () => {
  it.each(TABLE.filter(({ caller }) => caller === 'owner'))(
    '$method $path is $status',
    async ({ method, path, status }) => {
      expect((await call(method, path, 'owner')).status).toBe(status);
    },
  );

  it('has written', async () => {
    const rules = await client.list(GATEWAY_RULES, { namespace: team.namespace });
    const paths = rules.map(({ spec }) => spec.http?.domainPath);
    expect(paths.toSorted()).toEqual(['/posted/domains', '/posted/httpdomains']);
    expect(await client.list(MARKET_INSTALLS, { namespace: team.namespace })).toHaveLength(2);
  });
});

/** Expected status of an operation beyond an application; other methods are 405. */
const BEYOND: readonly (readonly [path: string, statuses: Readonly<Record<Caller, number>>])[] = [
  ['/httpdomains', { owner: 403, viewer: 403, other: 403, nobody: 403, stranger: 401 }],
  ['/teams', EVERYBODY_WITH_A_TOKEN],
  ['/regions', EVERYBODY_WITH_A_TOKEN],
  ['/currentuser', EVERYBODY_WITH_A_TOKEN],
  ['/teams/TEAM', MEMBERS],
  ['/teams/TEAM/regions', MEMBERS],
];

describe('the certificates of a team', () => {
  it('go from upload to deletion by the owner alone', async () => {
    const { certificate, key } = await issueServer(await createAuthority(), 'books', ['books.example.com']);
    const path = `/teams/${team.id}/certificates`;
    const body = { alias: 'books', certificate, private_key: key, certificate_type: '服务端证书' };
    const created = await rest(path, { body, ...as('owner') });
    expect(created).toMatchObject({ status: 200, body: { alias: 'books', id: expect.any(Number) } });
    const one = `${path}/${created.body.id}`;
    const steps: readonly (readonly [Method, string, number, number])[] = [
      ['GET', path, 200, 403],
      ['GET', one, 200, 403],
      ['PUT', one, 200, 403],
      ['POST', path, 412, 403],
      ['DELETE', one, 200, 403],
      ['DELETE', one, 404, 403],
    ];
    for (const [method, at, owner, others] of steps) {
      const statuses = [];
      for (const caller of ['viewer', 'other', 'nobody', 'stranger', 'owner'] as const) {
        statuses.push((await rest(at, { method, body, ...as(caller) })).status);
      }
      expect([method, at, ...statuses]).toEqual([method, at, others, 403, 403, 401, owner]);
    }
    const wrong = await issueServer(await createAuthority(), 'tea', ['tea.example.com']);
    expect(await rest(path, { body: { ...body, private_key: wrong.key }, ...as('owner') })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'private_key' }] },
    });
  });
});

describe('an application', () => {
  it('is created and deleted by the owner alone', async () => {
    const apps = `/teams/${team.id}/regions/local/apps`;
    const body = { app_name: 'reports', app_note: 'monthly', tenant_name: team.id };
    for (const [caller, status] of [
      ['viewer', 403],
      ['other', 403],
      ['nobody', 403],
      ['stranger', 401],
    ] as const) {
      expect((await rest(apps, { body, ...as(caller) })).status).toBe(status);
      expect((await rest(`${apps}/1?force=1`, { method: 'DELETE', ...as(caller) })).status).toBe(status);
    }
    const created = await rest(apps, { body, ...as('owner') });
    expect(created).toMatchObject({ status: 201, body: { group_name: 'reports', note: 'monthly' } });
    const found = await rest(`${apps}?query=report`, { method: 'GET', ...as('owner') });
    expect(found.body).toMatchObject([{ ID: created.body.ID }]);
    expect((await rest(apps, { body, ...as('owner') })).status).toBe(400);
    const one = `${apps}/${created.body.ID}`;
    expect((await rest(one, { method: 'DELETE', ...as('owner') })).status).toBe(200);
    expect((await rest(one, { method: 'GET', ...as('owner') })).status).toBe(404);
  });
});

describe('beyond an application', () => {
  it.each(
    BEYOND.flatMap(([path, statuses]) =>
      CALLERS.flatMap((caller) => [
        ['GET' as const, path, caller, statuses[caller]] as const,
        ...METHODS.filter((method) => method !== 'GET').map((method) => [method, path, caller, 405] as const),
      ]),
    ),
  )('%s %s as %s is %i', async (method, path, caller, status) => {
    const named = path.replace('TEAM', team.id);
    expect((await rest(named, { method, body: {}, ...as(caller) })).status).toBe(status);
  });

  it('the teams of a caller are those of its roles', async () => {
    const teams = await Promise.all(
      (['owner', 'viewer', 'other', 'nobody'] as const).map(async (caller) => {
        const { body } = await rest('/teams', { method: 'GET', ...as(caller) });
        return (body.tenants as { readonly tenant_id: string }[]).map(({ tenant_id }) => tenant_id);
      }),
    );
    expect(teams).toEqual([[team.id], [team.id], [otherTeam.id], []]);
  });

  it.each(CALLERS)('%s lists the applications of the team as its role says', async (caller) => {
    const { status } = await rest(`/teams/${team.id}/regions/local/apps`, { method: 'GET', ...as(caller) });
    expect(status).toBe(MEMBERS[caller]);
  });

  it('a script finds its component from nothing but its token', async () => {
    const get = (path: string) => rest(path, { method: 'GET', ...as('viewer') });
    const { body: teams } = await get('/teams?query=&page=1&page_size=100');
    const [{ tenant_id }] = teams.tenants as [{ readonly tenant_id: string }];
    const { body: regions } = await get(`/teams/${tenant_id}/regions`);
    const [{ region_name }] = regions.regions as [{ readonly region_name: string }];
    const apps = `/teams/${tenant_id}/regions/${region_name}/apps`;
    const { body: found } = await get(apps);
    const [{ ID }] = found as unknown as [{ readonly ID: number }];
    const { body: services } = await get(`${apps}/${ID}/services`);
    const web = (services as unknown as { readonly service_id: string }[]).find(
      ({ service_id }) => service_id === 'web',
    );
    expect(web).toMatchObject({ service_cname: 'web', access_infos: [] });
    // A roll-out of the Deployment is an Event of the cluster.
    await eventually(async () => {
      const { body } = await get(`${apps}/${ID}/services/web/events?page=1&page_size=1`);
      expect(body).toMatchObject({ page: 1, page_size: 1, events: [{ target_id: 'web' }] });
    });
  });

  it('the owner of a token is the ServiceAccount', async () => {
    const { body } = await rest('/currentuser', { method: 'GET', ...as('viewer') });
    expect(body.bean).toMatchObject({ nick_name: `system:serviceaccount:${team.namespace}:viewer` });
  });
});
