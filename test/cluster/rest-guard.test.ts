import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { KubeError } from '../../src/kube/error.ts';
import type { KubeRequest } from '../../src/kube/request.ts';
import { eventually } from '../support/eventually.ts';
import { member } from './support/member.ts';
import { type Between, openRest, region, regionAt } from './support/restserver.ts';
import { type RestCall, rest } from './support/traffic.ts';
import { connect, Team } from './support/world.ts';

const REVIEWS = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let client: KubeClient;
let team: Team;
let owner: string;
let viewer: string;

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
  await team.component('web');
  const { namespace } = team;
  owner = await member(client, { namespace, name: 'owner' }, { name: 'edit' });
  viewer = await member(client, { namespace, name: 'viewer' }, { name: 'view' });
  for (const token of [owner, viewer]) {
    // The API server's authorizer learns of the tokens' permissions with a delay.
    await eventually(async () => expect((await get({ token })).status).toBe(200));
  }
});

/** Requests the rules of the team's application, in its region or another. */
function get(call: RestCall & { readonly name?: string }) {
  const { name = 'local', ...more } = call;
  return rest(`/teams/${team.id}/regions/${name}/apps/1/domains`, { method: 'GET', ...more });
}

const pass: Between = (_, carryOut) => carryOut();

/** Records every call of the API server. */
function recorded(): { readonly calls: KubeRequest[]; readonly between: Between } {
  const calls: KubeRequest[] = [];
  return {
    calls,
    between: (request, carryOut) => {
      calls.push(request);
      return carryOut();
    },
  };
}

const reviewsIn = (calls: readonly KubeRequest[]) => calls.filter(({ path }) => path === REVIEWS);

describe('the caller', () => {
  it('is the user that the API server authenticates, whatever the request claims', async () => {
    const headers = {
      'impersonate-user': 'system:admin',
      'impersonate-group': 'system:masters',
      'impersonate-uid': '0',
      'impersonate-extra-scopes': 'all',
      'x-remote-user': 'system:admin',
      'x-remote-group': 'system:masters',
    };
    const http = { service_id: 'web', container_port: 8080, domain_name: team.host, whether_open: true };
    const body = { protocol: 'http', http };
    const answer = await get({ method: 'POST', token: viewer, headers, body });
    expect(answer).toMatchObject({ status: 403, body: { code: 10402 } });
    expect(answer.body.detail).toContain(`system:serviceaccount:${team.namespace}:viewer`);
    expect((await get({ headers })).status).toBe(401);
  });

  it('is known to the API server by its own token, and by nothing of the service', async () => {
    const { calls, between } = recorded();
    const { base } = await openRest(between);
    expect((await get({ base, token: `Bearer ${viewer}` })).status).toBe(200);
    const asViewer = calls.filter(({ path }) => path.endsWith('/gatewayrules') || path === REVIEWS);
    expect(asViewer.length).toBeGreaterThanOrEqual(2);
    for (const { headers = [] } of asViewer) {
      expect(headers.filter(([name]) => /^(authorization|impersonate)/i.test(name))).toEqual([
        ['authorization', `Bearer ${viewer}`],
      ]);
    }
  });

  it('is reviewed once for concurrent and closely following requests', async () => {
    const { calls, between } = recorded();
    const { base } = await openRest(between);
    const answers = await Promise.all(Array.from({ length: 20 }, () => get({ base, token: viewer })));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await get({ base, token: `Bearer ${viewer}` });
    expect(reviewsIn(calls)).toHaveLength(1);
    expect((await get({ base, token: 'nonsense' })).status).toBe(401);
    expect((await get({ base, token: 'nonsense' })).status).toBe(401);
    expect(reviewsIn(calls)).toHaveLength(2);
  });

  it('gets 403 with the answer of a cluster that keeps it from its review', async () => {
    const { base } = await openRest(({ path }, carryOut) => {
      if (path === REVIEWS) {
        throw new KubeError({ type: 'forbidden' }, 'ada cannot create resource selfsubjectreviews');
      }
      return carryOut();
    });
    const answer = await get({ base, token: viewer });
    expect(answer).toMatchObject({ status: 403, body: { code: 10402 } });
    expect(answer.body.detail).toContain('selfsubjectreviews');
  });

  it('gets 401 where its token expires during the request', async () => {
    const { base } = await openRest(({ path, method }, carryOut) => {
      if (path.endsWith('/gatewayrules') && method === 'POST') {
        throw new KubeError({ type: 'unauthorized' }, 'Unauthorized');
      }
      return carryOut();
    });
    const http = { service_id: 'web', container_port: 8080, domain_name: team.host, whether_open: true };
    const answer = await get({ base, method: 'POST', token: owner, body: { protocol: 'http', http } });
    expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
    expect(answer.body.detail).toContain('no longer accepts this token');
    const { body } = await get({ token: owner });
    expect(body.http).not.toContainEqual(expect.objectContaining({ domain_name: team.host }));
  });

  it.each([
    [502, 'region-unreachable', { type: 'unreachable' }],
    [502, 'region-unreachable', { type: 'ambiguous' }],
    [502, 'region-unreachable', { type: 'refused', status: 500 }],
    [503, 'unavailable', { type: 'throttled', retryAfterSeconds: 1 }],
  ] as const)('gets %i %s if the API server responds with %j', async (status, name, failure) => {
    const { base } = await openRest(({ path }, carryOut) => {
      if (path === REVIEWS) {
        throw new KubeError(failure, 'the API server is out of order');
      }
      return carryOut();
    });
    const answer = await get({ base, token: viewer });
    expect(answer).toMatchObject({ status, body: { type: `https://stoa.dev/problems/${name}` } });
    expect(JSON.stringify(answer.body)).not.toContain('out of order');
  });

  it('must come with a token for the configured audience', async () => {
    const { calls, between } = recorded();
    const regions = [await region('local', between)] as const;
    const { base } = await openRest(pass, { audiences: ['stoa'], regions });
    const names = { namespace: team.namespace, name: 'owner' };
    const meant = await member(client, names, undefined, ['stoa']);
    expect((await get({ base, token: meant })).status).toBe(200);
    const listed = calls.find(({ path }) => path.endsWith('/gatewayrules'));
    expect(listed?.headers).toEqual([['Impersonate-User', `system:serviceaccount:${team.namespace}:owner`]]);
    const other = await get({ base, token: owner });
    expect(other.status).toBe(401);
    expect(other.body.detail).toContain('for the audience stoa');
    const usual = await openRest(pass);
    expect((await get({ base: usual.base, token: meant })).status).toBe(401);
  });
});

describe('with several regions', () => {
  const nowhere = { server: 'https://127.0.0.1:1', credentials: async () => ({}) };

  /** A REST API for the cluster under two region names, and for one that does not respond. */
  async function several() {
    const { calls, between } = recorded();
    const regions = await Promise.all([
      region('local', pass),
      region('west', between),
      regionAt('down', nowhere, pass),
    ]);
    const { base } = await openRest(pass, { regions });
    return { base, calls };
  }

  it('the one in the path is used, for the token review, too', async () => {
    const { base, calls } = await several();
    expect((await get({ base, token: viewer })).status).toBe(200);
    expect(calls).toEqual([]);
    const http = { service_id: 'web', container_port: 8080, domain_name: `west.${team.host}` };
    const body = { protocol: 'http', http: { ...http, whether_open: true } };
    const made = await get({ base, name: 'west', method: 'POST', token: owner, body });
    expect(made).toMatchObject({ status: 200 });
    expect(reviewsIn(calls)).toHaveLength(1);
    expect(made.body.http).toContainEqual(
      expect.objectContaining({ domain_name: `west.${team.host}`, region_id: 'west' }),
    );
  });

  it.each(['mars', '__proto__', 'constructor', 'LOCAL'])(
    'there is no %s, and authenticated callers get the list',
    async (name) => {
      const { base } = await several();
      const answer = await get({ base, name, token: viewer });
      expect(answer).toMatchObject({ status: 404, body: { code: 3000 } });
      expect(answer.body.detail).toContain('there is local, west, down');
      expect(await get({ base, name, token: 'nonsense' })).toMatchObject({ status: 401 });
    },
  );

  it('an unreachable one is named, and the others serve', async () => {
    const { base } = await several();
    const answer = await get({ base, name: 'down', token: viewer });
    expect(answer).toMatchObject({
      status: 502,
      body: { code: 502, type: 'https://stoa.dev/problems/region-unreachable' },
    });
    expect(answer.body.detail).toContain('down');
    expect((await get({ base, token: viewer })).status).toBe(200);
  });

  it('the rules of all teams come from the first region, or from the one in the query', async () => {
    const { base, calls } = await several();
    const everywhere = await member(
      client,
      { namespace: team.namespace, name: 'everywhere' },
      { name: 'view', by: 'ClusterRoleBinding' },
    );
    await team.rule('listed', { domainPath: '/listed' });
    const regionsIn = async (query: string) => {
      const answer = await rest(`/httpdomains${query}`, { method: 'GET', base, token: everywhere });
      expect(answer.status).toBe(200);
      const records = answer.body as unknown as { readonly region_name: string }[];
      return [...new Set(records.map(({ region_name }) => region_name))];
    };
    await eventually(async () => expect(await regionsIn('')).toEqual(['local']));
    expect(calls).toEqual([]);
    expect(await regionsIn('?region_name=west')).toEqual(['west']);
    const wrong = (query: string) => rest(`/httpdomains${query}`, { method: 'GET', base, token: everywhere });
    expect(await wrong('?region_name=mars')).toMatchObject({ status: 404, body: { code: 3000 } });
    expect(await wrong('?region_name=a&region_name=b')).toMatchObject({ status: 400 });
  });
});

describe('too many requests', () => {
  it('of one caller are throttled, and those of others are not', async () => {
    const { base } = await openRest(pass, { limits: { requestsPerSecond: 2 } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => get({ base, token: owner })));
    const late = answers.filter(({ status }) => status === 429);
    expect(late.length).toBeGreaterThanOrEqual(5);
    expect(late[0]).toMatchObject({
      headers: { 'retry-after': '1' },
      body: { code: 429, type: 'https://stoa.dev/problems/too-many-requests' },
    });
    // ServiceAccounts of one namespace are one caller.
    const elsewhere = await Team.create(client);
    const other = await member(client, { namespace: elsewhere.namespace, name: 'other' });
    expect([200, 403, 404]).toContain((await get({ base, token: other })).status);
    await eventually(async () => expect((await get({ base, token: owner })).status).toBe(200));
  });

  it('are not throttled without a limit', async () => {
    const { base } = await openRest(pass, { limits: { requestsPerSecond: 0 } });
    const answers = await Promise.all(Array.from({ length: 100 }, () => get({ base, token: owner })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('of one caller at once wait for each other, and those of others do not', async () => {
    const held: (() => void)[] = [];
    let holds = true;
    const { base } = await openRest(
      async ({ path }, carryOut) => {
        if (holds && path.includes(`/${team.namespace}/gatewayrules`)) {
          await new Promise<void>((resolve) => held.push(resolve));
        }
        return carryOut();
      },
      { limits: { concurrentRequests: 2 } },
    );
    const answers = Array.from({ length: 11 }, () => get({ base, token: owner }));
    await eventually(() => expect(held).toHaveLength(2));
    expect((await Promise.race(answers)).status).toBe(429);
    const elsewhere = await Team.create(client);
    const other = await member(client, { namespace: elsewhere.namespace, name: 'other' });
    expect([403, 404]).toContain((await get({ base, token: other })).status);
    holds = false;
    for (const release of held) {
      release();
    }
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(10).fill(200), 429]);
  });

  it('with unknown tokens count for their address, as reported by trusted proxies', async () => {
    const limits = { failedTokensPerMinute: 3 };
    const guess = async (base: string, count: number, from: string) => {
      const statuses: number[] = [];
      for (let index = 0; index < count; index += 1) {
        const headers = { 'x-forwarded-for': from };
        statuses.push((await get({ base, token: `${from}-${index}`, headers })).status);
      }
      return statuses;
    };
    const alone = await openRest(pass, { limits });
    expect(await guess(alone.base, 3, '192.0.2.1')).toEqual([401, 401, 401]);
    expect(await guess(alone.base, 1, '192.0.2.2')).toEqual([429]);
    // The cluster has signed this token, so that bad ones do not keep it from its review.
    expect((await get({ base: alone.base, token: viewer })).status).toBe(200);
    expect(await guess(alone.base, 1, '192.0.2.3')).toEqual([429]);

    const behind = await openRest(pass, { limits, trustedProxies: ['127.0.0.1'] });
    expect(await guess(behind.base, 4, '192.0.2.1')).toEqual([401, 401, 401, 429]);
    expect(await guess(behind.base, 1, '192.0.2.2')).toEqual([401]);
    expect((await get({ base: behind.base, token: viewer })).status).toBe(200);
  });
});

describe('a response', () => {
  it.each([
    ['of success', () => get({ token: viewer }), 200],
    ['of an error', () => get({ token: 'nonsense' }), 401],
    ['of no operation', () => rest('/nothing', { method: 'GET' }), 404],
  ])('%s cannot be interpreted as anything but data', async (_, ask, status) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-type': expect.stringMatching(/^application\/(problem\+)?json/),
    });
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });

  it('has the id of its request', async () => {
    const headers = { 'x-request-id': 'edge-4711:a.b_c' };
    expect((await get({ token: viewer, headers })).headers['x-request-id']).toBe('edge-4711:a.b_c');
    const refused = await get({ headers });
    expect(refused).toMatchObject({ status: 401, body: { request_id: 'edge-4711:a.b_c' } });
    const forged = await get({ headers: { 'x-request-id': 'a"} {"level":60' } });
    expect(forged.body.request_id).toMatch(UUID);
    expect(forged.headers['x-request-id']).toBe(forged.body.request_id);
  });
});
