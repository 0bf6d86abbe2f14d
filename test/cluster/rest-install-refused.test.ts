import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../deploy/local/store/fault.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { ACCESS_KEY, Market, problem } from './support/market.ts';
import { contentsOf } from './support/shop.ts';
import { rest } from './support/traffic.ts';
import { kubectl } from './support/world.ts';

let market: Market;

beforeAll(async () => {
  market = await Market.open();
});

beforeEach(() => market.shop.store.fail({ type: 'none' }));

afterAll(() => market.close());

describe('a store that rejects a request', () => {
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
  ])('by %j leads to %i, and nothing is left', async (fault, status, name, code) => {
    const place = await market.place();
    market.shop.store.fail(fault);
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
  ])('because %s leaves nothing', async (_, body, status, name) => {
    const place = await market.place();
    expect(await place.install('pair', { body })).toMatchObject(problem(status, name));
    await place.isAsBefore();
  });
});

describe('a model that cannot be installed', () => {
  it('because it contains the access key leads to 400, and nothing is left', async () => {
    const place = await market.place();
    const { locked } = market;
    await locked.offer('echo', '1.0', templateOf([app('web', { service_cname: `with ${ACCESS_KEY}` })]));
    const body = { market_access_key: ACCESS_KEY };
    for (const query of ['?dryRun=true', '']) {
      const answer = await place.install('echo', { store: locked, body, query });
      expect(answer).toMatchObject(problem(400, 'store-refused'));
      expect(answer.body.msg).toContain('contains the access key');
      expect(JSON.stringify(answer)).not.toContain(ACCESS_KEY);
      await place.isAsBefore();
    }
    expect(await place.install('pair', { store: locked, body })).toMatchObject({ status: 200 });
  });

  it('leads to 400, and nothing is left', async () => {
    const place = await market.place();
    const answer = await place.install('broken', { query: '?is_deploy=1' });
    expect(answer).toMatchObject(problem(400, 'install-failed'));
    expect(answer.body.msg).toContain('JSON');
    await place.isAsBefore();
  });

  it('and that the cluster rejects leads to 400, and nothing is left', async () => {
    const place = await market.place();
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
    const before = await contentsOf(market.client, namespace);
    const answer = await place.install('pair', { query: '?is_deploy=1' });
    expect(answer).toMatchObject(problem(400, 'install-failed'));
    expect(answer.body.msg).toContain('exceeded quota');
    expect(await place.installs()).toEqual([]);
    await eventually(async () => expect(await contentsOf(market.client, namespace)).toEqual(before));
  });
});

describe('an invalid request', () => {
  it('gets the names of the fields, and leaves nothing', async () => {
    const place = await market.place();
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
