import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../deploy/local/store/fault.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { KubeError } from '../../src/kube/error.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { idOf } from '../../src/rest/wire/record.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { member } from './support/member.ts';
import { restServer } from './support/restserver.ts';
import { contentsOf, Shop } from './support/shop.ts';
import { type RestAnswer, type RestCall, rest } from './support/traffic.ts';
import { connect, kubectl, Team } from './support/world.ts';

const ACCESS_KEY = 'key-of-the-shop';

let client: KubeClient;
/** A store without keys, and one that wants one. */
let shop: Shop;
let locked: Shop;

beforeAll(async () => {
  client = await connect();
  [shop, locked] = await Promise.all([Shop.open(), Shop.open({ accessKey: ACCESS_KEY })]);
  const needy = app('web', { dep_service_map_list: [{ dep_service_key: 'db+db' }] });
  const cycle = [
    app('a', { dep_service_map_list: [{ dep_service_key: 'b+b' }] }),
    app('b', { dep_service_map_list: [{ dep_service_key: 'a+a' }] }),
  ];
  await shop.offer('pair', '1.0', templateOf([needy, app('db')]));
  await shop.offer('cycle', '1.0', templateOf(cycle));
  await shop.offer('broken', '1.0', '{"apps": "nothing"');
  await locked.offer('pair', '1.0', templateOf([needy, app('db')]));
});

beforeEach(() => shop.store.fail({ type: 'none' }));

afterAll(() => Promise.all([shop.close(), locked.close()]));

/** A team with somebody who has a role there, and what it has before anything is installed. */
class Place {
  readonly team: Team;
  readonly token: string;
  readonly before: readonly string[];

  private constructor(team: Team, token: string, before: readonly string[]) {
    this.team = team;
    this.token = token;
    this.before = before;
  }

  static async open(role = 'edit'): Promise<Place> {
    const team = await Team.create(client);
    const token = await member(client, { namespace: team.namespace, name: 'caller' }, { name: role });
    const place = new Place(team, token, await contentsOf(client, team.namespace));
    // The token's rights reach the API server's authorizer a moment later.
    await eventually(async () => expect((await place.get()).status).toBe(200));
    return place;
  }

  install(model: string, { store = shop, query = '', ...call }: Partial<Wish> = {}): Promise<RestAnswer> {
    const body = {
      market_url: store.store.url,
      market_domain: 'here',
      market_type: 'rainstore',
      market_access_key: null,
      app_model_id: model,
      app_model_version: '1.0',
      ...(call.body as object | undefined),
    };
    return rest(`${this.path}/install${query}`, { token: this.token, ...call, body });
  }

  get(id = ''): Promise<RestAnswer> {
    return rest(`${this.path}/installs${id}`, { method: 'GET', token: this.token });
  }

  get path(): string {
    return `/teams/${this.team.id}/regions/local/apps/1`;
  }

  installs() {
    return client.list(MARKET_INSTALLS, { namespace: this.team.namespace });
  }

  /** Nothing is left: the install went before the answer came, what it had goes with it. */
  async isAsBefore(): Promise<void> {
    expect(await this.installs()).toEqual([]);
    await eventually(async () => expect(await contentsOf(client, this.team.namespace)).toEqual(this.before));
  }
}

interface Wish extends RestCall {
  readonly store: Shop;
  readonly query: string;
}

function problem(status: number, name: string, code = status) {
  return { status, body: { code, type: `https://stoa.dev/problems/${name}` } };
}

const idsIn = ({ body }: RestAnswer) =>
  (body.service_list as { readonly service_cname: string }[]).map((each) => each.service_cname).toSorted();

describe('an install', () => {
  it('answers with all components, old and new, long before they run', async () => {
    const place = await Place.open();
    await place.team.component('old');
    const began = performance.now();
    const answer = await place.install('pair', { query: '?is_deploy=true' });
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      enterprise_id: '',
      team_id: place.team.id,
      note: '',
      ID: 1,
      region_name: 'local',
      service_list: expect.any(Array),
    });
    expect(idsIn(answer)).toEqual(['db', 'old', 'web']);
    const [install] = await place.installs();
    expect(answer.location).toBe(`/openapi/v1${place.path}/installs/${idOf(install?.metadata.uid ?? '')}`);
    expect(install?.spec).toMatchObject({
      appId: 1,
      deploy: true,
      appModelId: 'pair',
      appModelVersion: '1.0',
    });
  });

  it.each([
    ['?is_deploy=true', true],
    ['?is_deploy=1', true],
    ['?is_deploy=false', false],
    ['?is_deploy=0', false],
    ['', false],
  ])('with %s runs: %s', async (query, deploy) => {
    const place = await Place.open();
    const answer = await place.install('pair', { query });
    expect(answer.status).toBe(200);
    const [install] = await place.installs();
    expect(install?.spec.deploy).toBe(deploy);
    const states = (answer.body.service_list as { readonly status: string }[]).map(({ status }) => status);
    expect(states.every((state) => state === 'undeploy')).toBe(!deploy);
  });

  it('tells how far it is', async () => {
    const place = await Place.open();
    expect((await place.get()).body).toEqual([]);
    const { location = '' } = await place.install('pair', { query: '?is_deploy=true' });
    const id = location.split('/').at(-1);
    const record = await eventually(async () => {
      const { status, body } = await place.get(`/${id}`);
      expect({ status, body }).toMatchObject({ status: 200, body: { ready: true } });
      return body;
    });
    expect(record).toMatchObject({
      install_id: id,
      app_model_id: 'pair',
      is_deploy: true,
      wave: '2/2',
      components_ready: '2/2',
      serving_version: '1.0',
      digest: expect.stringMatching(/^sha256:/),
    });
    expect((await place.get()).body).toEqual([record]);
    expect((await place.get(`/${record.name}`)).body).toEqual(record);
    expect(await place.get('/none')).toMatchObject(problem(404, 'install-not-found'));
  });
});

describe('a store that refuses', () => {
  it.each<[Fault, number, string, number?]>([
    [{ type: 'status', status: 401 }, 401, 'store-unauthorized', 10_421],
    [{ type: 'status', status: 403 }, 403, 'store-forbidden', 10_407],
    [{ type: 'status', status: 404 }, 404, 'model-not-found'],
    [{ type: 'status', status: 422 }, 422, 'store-refused'],
    [{ type: 'status', status: 429 }, 429, 'store-refused'],
    [{ type: 'status', status: 500 }, 400, 'store-refused'],
    [{ type: 'not-json' }, 400, 'store-refused'],
    [{ type: 'empty' }, 400, 'store-refused'],
    [{ type: 'truncated' }, 502, 'store-unreachable'],
    [{ type: 'too-large' }, 400, 'store-refused'],
    [{ type: 'bomb' }, 400, 'store-refused'],
    [{ type: 'redirect', location: 'http://127.0.0.1:1/' }, 400, 'store-refused'],
    [{ type: 'slow' }, 504, 'store-too-slow'],
  ])('by %j is answered %i, and nothing is left', async (fault, status, name, code) => {
    const place = await Place.open();
    shop.store.fail(fault);
    const answer = await place.install('pair', { body: { market_access_key: ACCESS_KEY } });
    expect(answer).toMatchObject(problem(status, name, code));
    expect(JSON.stringify(answer)).not.toContain(ACCESS_KEY);
    await place.isAsBefore();
  });

  it.each([
    ['nothing listens', { market_url: 'http://127.0.0.1:1' }, 502, 'store-unreachable'],
    ['its address is not allowed', { market_url: 'http://10.1.2.3' }, 400, 'store-refused'],
    ['it has no such model', { app_model_id: 'none' }, 404, 'model-not-found'],
    ['it has no such version', { app_model_version: '9' }, 404, 'model-version-not-found'],
  ])('since %s, leaves nothing', async (_, body, status, name) => {
    const place = await Place.open();
    expect(await place.install('pair', { body })).toMatchObject(problem(status, name));
    await place.isAsBefore();
  });
});

describe('a model that cannot be installed', () => {
  it.each([
    ['broken', 'JSON'],
    ['cycle', 'a'],
  ])('%s is answered 400, and nothing is left', async (model, said) => {
    const place = await Place.open();
    const answer = await place.install(model, { query: '?is_deploy=1' });
    expect(answer).toMatchObject(problem(400, 'install-failed'));
    expect(answer.body.msg).toContain(said);
    await place.isAsBefore();
  });

  it('since the cluster does not take it is answered 400, and nothing is left', async () => {
    const place = await Place.open();
    const { namespace } = place.team;
    await kubectl(['create', 'quota', 'none', '--hard=count/deployments.apps=1', '-n', namespace]);
    await eventually(async () => {
      const { stdout } = await kubectl([
        'get',
        'quota',
        'none',
        '-n',
        namespace,
        '-o',
        'jsonpath={.status.hard}',
      ]);
      expect(stdout).toContain('deployments');
    });
    await place.team.component('full');
    const before = await contentsOf(client, namespace);
    const answer = await place.install('pair', { query: '?is_deploy=1' });
    expect(answer).toMatchObject(problem(400, 'install-failed'));
    expect(answer.body.msg).toContain('exceeded quota');
    expect(await place.installs()).toEqual([]);
    await eventually(async () => expect(await contentsOf(client, namespace)).toEqual(before));
  });
});

describe('at the deadline', () => {
  it('the answer is 504 and names the install, which goes on', async () => {
    const place = await Place.open();
    const base = await restServer((_, pass) => pass(), { installDeadlineMs: 500 });
    shop.store.fail({ type: 'slow' });
    const answer = await place.install('pair', { base, query: '?is_deploy=true' });
    expect(answer).toMatchObject(problem(504, 'install-pending'));
    const [install] = await place.installs();
    const { name = '', uid = '' } = install?.metadata ?? {};
    expect(answer.body.msg).toContain(`${place.team.namespace}/${name}`);
    shop.store.fail({ type: 'none' });
    await eventually(async () =>
      expect((await place.get(`/${idOf(uid)}`)).body).toMatchObject({ ready: true, serving_version: '1.0' }),
    );
  });
});

describe('Idempotency-Key', () => {
  const idempotencyKey = 'order 66';

  it('makes one install of requests that say the same, one after the other and at once', async () => {
    const place = await Place.open();
    const again = () => place.install('pair', { idempotencyKey });
    const first = await again();
    const answers = [first, ...(await Promise.all([again(), again(), again()]))];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect(answers.map(idsIn)).toEqual(answers.map(() => ['db', 'web']));
    expect(await place.installs()).toHaveLength(1);
  });

  it('makes one install of requests that come at the same moment', async () => {
    const place = await Place.open();
    const body = { market_access_key: ACCESS_KEY };
    const same = () => place.install('pair', { store: locked, idempotencyKey, body });
    const answers = await Promise.all([same(), same(), same(), same()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await place.installs()).toHaveLength(1);
  });

  it('is not for two requests that say something else, be it another access key', async () => {
    const place = await Place.open();
    const call = { store: locked, idempotencyKey };
    const first = { ...call, body: { market_access_key: ACCESS_KEY } };
    expect((await place.install('pair', first)).status).toBe(200);
    const others = [
      { app_model_version: '2.0' },
      { market_access_key: 'another' },
      { market_access_key: null },
    ];
    for (const other of others) {
      const body = { ...first.body, ...other };
      expect(await place.install('pair', { ...call, body })).toMatchObject(problem(409, 'key-reused'));
    }
    expect(await place.install('pair', { ...first, query: '?is_deploy=1' })).toMatchObject(
      problem(409, 'key-reused'),
    );
    expect(await place.install('pair', first)).toMatchObject({ status: 200 });
    expect(await place.installs()).toHaveLength(1);
  });

  it('may be sent again after a refusal, which is answered to all who wait', async () => {
    const place = await Place.open();
    const call = { store: locked, idempotencyKey };
    const wrong = { ...call, body: { market_access_key: 'wrong' } };
    const refused = await Promise.all([place.install('pair', wrong), place.install('pair', wrong)]);
    for (const answer of refused) {
      expect(answer).toMatchObject(problem(403, 'store-forbidden', 10_407));
    }
    await place.isAsBefore();
    expect((await place.install('pair', wrong)).status).toBe(403);
    const right = { ...call, body: { market_access_key: ACCESS_KEY } };
    expect((await place.install('pair', right)).status).toBe(200);
  });

  it('finds the install of a create of which nobody knows how it ended', async () => {
    const place = await Place.open();
    const base = await deaf(true);
    expect((await place.install('pair', { base, idempotencyKey })).status).toBe(200);
    expect((await place.install('pair', { idempotencyKey })).status).toBe(200);
    expect(await place.installs()).toHaveLength(1);
  });

  it('is safe to send again after a create that was lost, whose answer names what to look for', async () => {
    const place = await Place.open();
    const answer = await place.install('pair', { base: await deaf(false), idempotencyKey });
    expect(answer).toMatchObject(problem(504, 'ambiguous'));
    expect(answer.body.msg).toContain(`MarketInstall ${place.team.namespace}/install-`);
    expect((await place.install('pair', { idempotencyKey })).status).toBe(200);
    expect(await place.installs()).toHaveLength(1);
  });

  it('left out, makes an install of every request', async () => {
    const place = await Place.open();
    expect((await place.install('pair')).status).toBe(200);
    const second = await place.install('pair');
    expect(idsIn(second)).toEqual(['db', 'db', 'web', 'web']);
    expect(await place.installs()).toHaveLength(2);
  });

  it('must say something', async () => {
    const place = await Place.open();
    expect(await place.install('pair', { idempotencyKey: '' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'Idempotency-Key' }] },
    });
    await place.isAsBefore();
  });

  /** A REST API that never hears of the end of a create, which is carried out or not. */
  function deaf(carriedOut: boolean): Promise<string> {
    return restServer(async ({ method, path }, pass) => {
      if (method !== 'POST' || !path.endsWith('/marketinstalls')) {
        return pass();
      }
      await (carriedOut ? pass() : undefined);
      throw new KubeError({ type: 'ambiguous' }, 'the connection broke');
    });
  }
});

describe('an access key', () => {
  it('reaches the store, from a Secret that goes with the install', async () => {
    const place = await Place.open();
    const { namespace } = place.team;
    expect(await place.install('pair', { store: locked })).toMatchObject(
      problem(401, 'store-unauthorized', 10_421),
    );
    const body = { market_access_key: ACCESS_KEY };
    expect((await place.install('pair', { store: locked, body })).status).toBe(200);
    const [install] = await place.installs();
    const { metadata, spec } = install ?? {};
    const name = spec?.market.accessKeySecretRef?.name ?? '';
    const secret = await client.get(SECRETS, { namespace, name });
    expect(secret.metadata.ownerReferences).toEqual([expect.objectContaining({ uid: metadata?.uid })]);
    expect(secret.data).toEqual({ accessKey: Buffer.from(ACCESS_KEY).toString('base64') });
    await client.delete(MARKET_INSTALLS, { namespace, name: metadata?.name ?? '', uid: metadata?.uid ?? '' });
    await eventually(async () => expect(await place.installs()).toEqual([]));
    await place.isAsBefore();
  });
});

describe('who may not', () => {
  it('write installs is told so, and nothing is left', async () => {
    const place = await Place.open('view');
    const answer = await place.install('pair', { body: { market_access_key: ACCESS_KEY } });
    expect(answer).toMatchObject(problem(403, 'forbidden', 10_402));
    expect(answer.body.msg).toContain('marketinstalls');
    await place.isAsBefore();
  });

  it('enter the team is told so', async () => {
    const [mine, theirs] = await Promise.all([Place.open(), Place.open()]);
    const call = { token: mine.token };
    expect(await theirs.install('pair', call)).toMatchObject(problem(403, 'forbidden', 10_402));
    const nowhere = `/teams/nobody/regions/local/apps/1/install`;
    expect(await rest(nowhere, call)).toMatchObject(problem(404, 'team-not-found', 2000));
    const noApp = `/teams/${mine.team.id}/regions/local/apps/9/install`;
    expect(await rest(noApp, call)).toMatchObject(problem(404, 'app-not-found', 4000));
    await theirs.isAsBefore();
  });

  it('write Secrets is told so where an access key is sent, and nothing is left', async () => {
    const place = await Place.open(
      await role({ 'stoa.dev': { marketinstalls: ['list', 'create', 'get', 'delete'] } }),
    );
    const answer = await place.install('pair', { body: { market_access_key: ACCESS_KEY } });
    expect(answer).toMatchObject(problem(403, 'forbidden', 10_402));
    expect(answer.body.msg).toContain('secrets');
    await place.isAsBefore();
    expect((await place.install('pair')).status).toBe(200);
  });

  it('see components is told so before anything is written', async () => {
    const place = await Place.open(
      await role({
        'stoa.dev': { marketinstalls: ['list', 'create', 'get', 'delete'] },
        apps: { deployments: ['get'] },
      }),
    );
    expect(await place.install('pair')).toMatchObject(problem(403, 'forbidden', 10_402));
    await place.isAsBefore();
  });

  it('delete what comes to nothing is told what is left', async () => {
    const place = await Place.open(await role({ 'stoa.dev': { marketinstalls: ['list', 'create', 'get'] } }));
    const answer = await place.install('none');
    const [left] = await place.installs();
    expect(answer).toMatchObject(problem(404, 'model-not-found'));
    expect(answer.body.msg).toContain(`${place.team.namespace}/${left?.metadata.name} is left`);
  });

  /** A role of the cluster that may read what the REST API reads, and what `rights` says in its place. */
  async function role(rights: Rights): Promise<string> {
    const read: Rights = {
      'stoa.dev': { applications: [], marketinstalls: [] },
      apps: { deployments: [], statefulsets: [], daemonsets: [] },
      batch: { jobs: [], cronjobs: [] },
      '': { pods: [] },
    };
    const rules = Object.entries(read).flatMap(([group, kinds]) =>
      Object.keys(kinds).map((kind) => ({
        apiGroups: [group],
        resources: [kind],
        verbs: rights[group]?.[kind] ?? ['list'],
      })),
    );
    const name = `test-${crypto.randomUUID()}`;
    const draft = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name },
      rules,
    };
    expect(await kubectl(['create', '-f', '-'], JSON.stringify(draft))).toMatchObject({ code: 0 });
    return name;
  }
});

/** Verbs by group and resource. */
type Rights = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

describe('a request that is wrong', () => {
  it('names the fields, and leaves nothing', async () => {
    const place = await Place.open();
    const path = `${place.path}/install`;
    const { token } = place;
    const missing = ['market_url', 'market_domain', 'app_model_id', 'app_model_version'];
    for (const raw of ['', '{}']) {
      const answer = await rest(path, { token, raw });
      expect(answer).toMatchObject(problem(400, 'invalid', 20_400));
      expect((answer.body.errors as { field: string }[]).map(({ field }) => field)).toEqual(missing);
    }
    const raw = `{"market_access_key": ${ACCESS_KEY}`;
    const answer = await rest(path, { token, raw });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'body', message: 'is not JSON' }] },
    });
    expect(JSON.stringify(answer)).not.toContain(ACCESS_KEY.slice(0, 6));
    for (const query of ['?is_deploy=maybe', '?is_deploy=true&is_deploy=true']) {
      expect(await place.install('pair', { query })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'is_deploy' }] },
      });
    }
    await place.isAsBefore();
  });
});

it('somebody who deletes an install is not overruled by the request that waits for it', async () => {
  const place = await Place.open();
  const { namespace } = place.team;
  shop.store.fail({ type: 'slow' });
  const answer = place.install('pair');
  const install = await eventually(async () => {
    const [found] = await place.installs();
    expect(found).toBeDefined();
    return found?.metadata;
  });
  await client.delete(MARKET_INSTALLS, { namespace, name: install?.name ?? '', uid: install?.uid ?? '' });
  expect(await answer).toMatchObject(problem(404, 'install-not-found'));
  await place.isAsBefore();
});
