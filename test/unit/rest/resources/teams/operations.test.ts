import { expect, it } from 'vitest';
import { KubeError } from '../../../../../src/kube/error.ts';
import type { KubeRequest } from '../../../../../src/kube/request.ts';
import { senderTo } from '../../../../support/restapi.ts';

/** Teams of the cluster, each with a Namespace of its name, the oldest first. */
const TEAMS = ['shop', 'books', 'shoes', 'tea'];

const NAMESPACES = TEAMS.map((team, index) => ({
  metadata: {
    name: `team-${team}`,
    uid: `uid-${team}`,
    creationTimestamp: `2026-01-0${index + 1}T00:00:00Z`,
    labels: { 'stoa.dev/team': team },
  },
}));

interface Review {
  readonly spec?: {
    readonly namespace?: string;
    readonly resourceAttributes?: { readonly namespace?: string; readonly resource?: string };
  };
}

/** Whether a caller with rights in these teams has those of a review. */
function isAllowed({ spec = {} }: Review, rights: readonly string[] | 'all'): boolean {
  const { namespace, resource } = spec.resourceAttributes ?? {};
  return (
    rights === 'all' || (resource === 'applications' && rights.some((team) => namespace === `team-${team}`))
  );
}

/** A REST API whose caller may list the Applications of these teams, or of all; `asked` are its calls. */
function senderWith(rights: readonly string[] | 'all', asked: string[] = []) {
  return senderTo(async ({ path, query, body }: KubeRequest) => {
    asked.push(path);
    if (path.endsWith('/selfsubjectreviews')) {
      return { status: { userInfo: { username: 'ada', uid: 'uid-ada' } } };
    }
    if (path.includes('reviews')) {
      return { status: { allowed: isAllowed(body as Review, rights), resourceRules: [] } };
    }
    if (path === '/api/v1/namespaces') {
      const [, team] = query?.labelSelector?.split('=') ?? [];
      const items = NAMESPACES.filter(
        ({ metadata }) => team === undefined || metadata.name === `team-${team}`,
      );
      return { metadata: {}, items };
    }
    if (rights === 'all' || rights.some((team) => path.includes(`/team-${team}/`))) {
      return { metadata: {}, items: [] };
    }
    throw new KubeError({ type: 'forbidden' }, 'may not');
  });
}

it.each([
  ['as scripts begin', '?query=&page=1&page_size=100', TEAMS, [4, 1, 100]],
  ['without parameters', '', TEAMS, [4, 1, 10]],
  ['with a part of the name', '?query=sh', ['shop', 'shoes'], [2, 1, 10]],
  ['with numbers that are texts with blanks', '?page=%201%20&page_size=2', ['shop', 'books'], [4, 1, 2]],
  ['of the second page', '?page=2&page_size=3', ['tea'], [4, 2, 3]],
  ['past the end', '?page=9&page_size=3', [], [4, 9, 3]],
  ['with numbers that are none', '?page=x&page_size=-1', TEAMS, [4, 1, 10]],
  ['with zeros', '?page=0&page_size=0', TEAMS, [4, 1, 10]],
  ['with more than there may be', '?page_size=10000', TEAMS, [4, 1, 1000]],
  ['with more digits than a number has', `?page=${'9'.repeat(40)}`, TEAMS, [4, 1, 10]],
  ['with a parameter twice', '?page_size=1&page_size=2', ['shop', 'books'], [4, 1, 2]],
])('lists teams %s', async (_, query, names, [total, page, pageSize]) => {
  const { status, body } = await senderWith('all')('GET', `/openapi/v1/teams${query}`);
  const tenants = body.tenants.map(({ tenant_name }: { readonly tenant_name: string }) => tenant_name);
  expect([status, tenants]).toEqual([200, names]);
  expect(body).toMatchObject({ total, page, page_size: pageSize });
});

it('asks once for each team of others, since there may be many', async () => {
  const asked: string[] = [];
  await senderWith([], asked)('GET', '/openapi/v1/teams');
  const reviews = asked.filter((path) => path.endsWith('accessreviews') || path.endsWith('rulesreviews'));
  const review = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  expect(reviews).toEqual([review, ...TEAMS.map(() => review)]);
});

it.each([[[]], [['shop']], [['books', 'tea']]])('lists the teams of who has rights in %j', async (rights) => {
  const { status, body } = await senderWith(rights)('GET', '/openapi/v1/teams');
  const tenants = body.tenants.map(({ tenant_id }: { readonly tenant_id: string }) => tenant_id);
  expect([status, tenants, body.total]).toEqual([200, rights, rights.length]);
});

it('describes a team in the list, as clients that decode numbers and times want it', async () => {
  const { body } = await senderWith(['shop'])('GET', '/openapi/v1/teams');
  expect(body.tenants).toEqual([
    {
      ID: expect.any(Number),
      tenant_id: 'shop',
      tenant_name: 'shop',
      tenant_alias: 'shop',
      enterprise_id: 'stoa',
      is_active: true,
      create_time: '2026-01-01T00:00:00Z',
      creater: '',
      role_infos: [],
    },
  ]);
});

it('reads one team', async () => {
  const { status, body } = await senderWith(['shop'])('GET', '/openapi/v1/teams/shop');
  expect(status).toBe(200);
  expect(body).toMatchObject({ tenant_id: 'shop', create_time: '2026-01-01T00:00:00Z', creater: '' });
});

it.each(['/openapi/v1/teams/NAME', '/openapi/v1/teams/NAME/regions'])(
  '%s has one answer for a team of others and for none',
  async (path) => {
    const answers = ['books', 'nobody'].map(async (name) => {
      const { status, body } = await senderWith(['shop'])('GET', path.replace('NAME', name));
      return [status, body.detail.replace(name, 'NAME')];
    });
    const [theirs, none] = await Promise.all(answers);
    expect(theirs).toEqual(none);
    expect(theirs).toEqual([403, expect.stringContaining('a team NAME;')]);
  },
);

it.each([
  ['', 1, ['local']],
  ['?query=loc&page=1&page_size=100', 1, ['local']],
  ['?query=far', 0, []],
  ['?page=2', 1, []],
  ['?region_name=far', 1, ['far']],
])('the regions of a team with %j are %i', async (query, total, names) => {
  const { status, body } = await senderWith('all')('GET', `/openapi/v1/teams/shop/regions${query}`);
  const regions = body.regions.map(({ region_name }: { readonly region_name: string }) => region_name);
  expect([status, body.total, regions]).toEqual([200, total, names]);
});

it('describes the region of a team with texts alone', async () => {
  const { body } = await senderWith('all')('GET', '/openapi/v1/teams/shop/regions');
  expect(body.regions[0]).toEqual({
    region_id: 'local',
    region_name: 'local',
    region_alias: 'local',
    tenant_name: 'shop',
    url: '',
    wsurl: '',
    httpdomain: '',
    tcpdomain: '',
    token: '',
    status: '1',
    desc: '',
    scope: 'private',
  });
});

it.each([
  ['', ['local', 'far']],
  ['?region_name=local', ['local', 'far']],
  ['?region_name=far', ['far']],
])('the regions with %j are %j', async (query, names) => {
  const { status, body } = await senderWith([])('GET', `/openapi/v1/regions${query}`);
  const regions = body.map(({ region_name }: { readonly region_name: string }) => region_name);
  expect([status, regions]).toEqual([200, names]);
});

it('says who the owner of the token is, with every member of the original', async () => {
  const { status, body } = await senderWith([])('GET', '/openapi/v1/currentuser');
  expect([status, body]).toEqual([
    200,
    {
      bean: {
        user_id: expect.any(Number),
        email: '',
        nick_name: 'ada',
        real_name: 'ada',
        phone: null,
        is_active: true,
        origion: '',
        enterprise_id: 'stoa',
      },
    },
  ]);
});

it.each(['/openapi/v1/teams', '/openapi/v1/regions', '/openapi/v1/currentuser', '/openapi/v1/teams/shop'])(
  '%s of an unknown region is 404, and another method 405',
  async (path) => {
    const send = senderWith('all');
    const { status, body } = await send('GET', `${path}?region_name=mars`);
    expect([status, body.code]).toEqual([404, 3000]);
    expect((await send('POST', path, {})).status).toBe(405);
  },
);
