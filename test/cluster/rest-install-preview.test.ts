import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyAnnotations } from '../../src/objects/accesskey.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { secretData } from '../../src/objects/secret.ts';
import { app, templateOf } from '../support/template.ts';
import { ACCESS_KEY, Market, type Place, problem } from './support/market.ts';
import { Install } from './support/shop.ts';
import { type RestAnswer, rest } from './support/traffic.ts';
import { TESTER } from './support/world.ts';

let market: Market;
let place: Place;

beforeAll(async () => {
  market = await Market.open();
  place = await market.place();
});

afterAll(() => market.close());

/** `<action> <kind>` of the objects of a plan, without duplicates. */
function inShort({ body }: RestAnswer): string[] {
  const objects = body.objects as readonly { readonly action: string; readonly kind: string }[];
  return [...new Set(objects.map(({ action, kind }) => `${action} ${kind}`))].toSorted();
}

describe('a request to install with dryRun', () => {
  it.each(['?dryRun=true', '?dryRun=1&is_deploy=true'])('with %s responds with the plan', async (query) => {
    const answer = await place.install('pair', { query });
    expect(answer).toMatchObject({
      status: 200,
      location: `/openapi/v1${place.path}/installs`,
      body: {
        dry_run: true,
        app_model_version: '1.0',
        digest: expect.stringMatching(/^sha256:/),
        problems: [],
        counts: { change: 0, recreate: 0, delete: 0, unchanged: 0 },
      },
    });
    expect(inShort(answer)).toEqual(expect.arrayContaining(['create Deployment']));
    await place.isAsBefore();
  });

  it('sends the access key to the store, and leaves it nowhere', async () => {
    const body = { market_access_key: ACCESS_KEY };
    const answer = await place.install('pair', { query: '?dryRun=true', store: market.locked, body });
    expect(answer).toMatchObject({ status: 200, body: { dry_run: true, problems: [] } });
    expect(JSON.stringify(answer.body)).not.toContain(ACCESS_KEY);
    await place.isAsBefore();
  });

  it.each([
    [
      'a version that the store lacks',
      'pair',
      { app_model_version: '9' },
      problem(404, 'model-version-not-found'),
    ],
    ['a model that is none', 'broken', {}, problem(400, 'install-failed')],
  ])('of %s responds with the problem, and leaves nothing', async (_, model, body, expected) => {
    expect(await place.install(model, { query: '?dryRun=true', body })).toMatchObject(expected);
    await place.isAsBefore();
  });

  it('with the key of another request changes nothing of its install', async () => {
    const other = await market.place();
    const headers = { 'Idempotency-Key': 'one' };
    expect((await other.install('pair', { headers })).status).toBe(200);
    const [before] = await other.installs();
    expect(await other.install('pair', { headers, query: '?dryRun=true' })).toMatchObject(
      problem(409, 'key-reused'),
    );
    const [after] = await other.installs();
    expect(after?.metadata.uid).toBe(before?.metadata.uid);
    expect(after?.spec).toEqual(before?.spec);
  });

  it('takes the access key from the Secret that is named, if that is for the store', async () => {
    const other = await market.place();
    const { namespace } = other.team;
    const secret = (name: string, store: string) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, namespace, annotations: keyAnnotations(store) },
      data: secretData({ accessKey: ACCESS_KEY }),
    });
    await market.client.apply(SECRETS, secret('for-store', market.locked.store.url), TESTER);
    await market.client.apply(SECRETS, secret('for-other', market.shop.store.url), TESTER);
    const planWith = (access_key_secret: string) =>
      other.install('pair', { query: '?dryRun=true', store: market.locked, body: { access_key_secret } });
    expect(await planWith('for-store')).toMatchObject({ status: 200, body: { dry_run: true, problems: [] } });
    expect(await planWith('for-other')).toMatchObject(problem(400, 'install-failed'));
    expect(await other.installs()).toEqual([]);
  });

  it('of a caller who may only look is refused, and writes nothing', async () => {
    const viewer = await market.place('view');
    expect(await viewer.install('pair', { query: '?dryRun=true' })).toMatchObject(
      problem(403, 'forbidden', 10402),
    );
    expect(await viewer.installs()).toEqual([]);
    const secrets = await market.client.list(SECRETS, { namespace: viewer.team.namespace });
    expect(secrets).toEqual([]);
  });

  it('with a value that is no flag is refused', async () => {
    expect(await place.install('pair', { query: '?dryRun=maybe' })).toMatchObject(
      problem(400, 'invalid', 20400),
    );
  });
});

describe('a request for the plan of an install', () => {
  it('says what another version would change, and leaves the install as it is', async () => {
    const other = await market.place();
    await market.shop.offer('pair', '2.0', templateOf([app('web'), app('cache')]));
    expect((await other.install('pair')).status).toBe(200);
    const [before] = await other.installs();
    const plan = (version: string) =>
      rest(`${other.path}/installs/${before?.metadata.name}/plan`, { token: other.token, body: { version } });
    const answer = await plan('2.0');
    expect(answer).toMatchObject({ status: 200, body: { dry_run: true, app_model_version: '2.0' } });
    expect(inShort(answer)).toEqual(expect.arrayContaining(['create Deployment', 'delete Deployment']));
    expect(await plan('9')).toMatchObject(problem(404, 'model-version-not-found'));
    const [after] = await other.installs();
    expect(after?.spec).toEqual(before?.spec);
    expect(after?.metadata.annotations).toEqual(before?.metadata.annotations);
  });

  it('of a caller who may only look is refused', async () => {
    const viewer = await market.place('view');
    const install = new Install(market.client, viewer.team, market.shop, 'pair');
    await install.apply();
    const path = `${viewer.path}/installs/pair/plan`;
    expect(await rest(path, { token: viewer.token, body: {} })).toMatchObject(
      problem(403, 'forbidden', 10402),
    );
  });
});
