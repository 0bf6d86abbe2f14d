import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECRETS } from '../../src/objects/core.ts';
import { ACCESS_KEY, Market, type Place, problem } from './support/market.ts';
import type { RestAnswer } from './support/traffic.ts';

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
