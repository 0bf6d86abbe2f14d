import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANNOTATIONS, LABELS } from '../../src/api/group.ts';
import { KubeError } from '../../src/kube/error.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { eventually } from '../support/eventually.ts';
import { ACCESS_KEY, idsIn, Market, problem } from './support/market.ts';
import { restServer } from './support/restserver.ts';

let market: Market;

beforeAll(async () => {
  market = await Market.open();
});

afterAll(() => market.close());

describe('Idempotency-Key', () => {
  const idempotencyKey = 'order 66';

  it('creates one install for equal requests, sequential and concurrent', async () => {
    const place = await market.place();
    const again = () => place.install('pair', { idempotencyKey });
    const first = await again();
    const answers = [first, ...(await Promise.all([again(), again(), again()]))];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect(answers.map(idsIn)).toEqual(answers.map(() => ['db', 'web']));
    expect(await place.installs()).toHaveLength(1);
  });

  it('creates one install for simultaneous requests', async () => {
    const place = await market.place();
    const body = { market_access_key: ACCESS_KEY };
    const same = () => place.install('pair', { store: market.locked, idempotencyKey, body });
    const answers = await Promise.all([same(), same(), same(), same()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await place.installs()).toHaveLength(1);
  });

  it('is rejected for two different requests, even if only the access key differs', async () => {
    const place = await market.place();
    const call = { store: market.locked, idempotencyKey };
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

  it('may be sent again after an error, which all waiting requests receive', async () => {
    const place = await market.place();
    const call = { store: market.locked, idempotencyKey };
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

  it('finds the install of a create without response', async () => {
    const place = await market.place();
    const base = await deaf(true);
    expect((await place.install('pair', { base, idempotencyKey })).status).toBe(200);
    expect((await place.install('pair', { idempotencyKey })).status).toBe(200);
    expect(await place.installs()).toHaveLength(1);
  });

  it('may be sent again after a lost create, whose response names the install', async () => {
    const place = await market.place();
    const answer = await place.install('pair', { base: await deaf(false), idempotencyKey });
    expect(answer).toMatchObject(problem(504, 'ambiguous'));
    expect(answer.body.msg).toContain(`MarketInstall ${place.team.namespace}/install-`);
    expect((await place.install('pair', { idempotencyKey })).status).toBe(200);
    expect(await place.installs()).toHaveLength(1);
  });

  it('is optional: without it, every request creates an install', async () => {
    const place = await market.place();
    expect((await place.install('pair')).status).toBe(200);
    const second = await place.install('pair');
    expect(idsIn(second)).toEqual(['db', 'db', 'web', 'web']);
    expect(await place.installs()).toHaveLength(2);
  });

  it('must not be empty', async () => {
    const place = await market.place();
    expect(await place.install('pair', { idempotencyKey: '' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'Idempotency-Key' }] },
    });
    await place.isAsBefore();
  });

  /** A REST API that never receives the response to a create, which is performed or not. */
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
  it('reaches the store, from a Secret that is deleted with the install', async () => {
    const place = await market.place();
    const { namespace } = place.team;
    expect(await place.install('pair', { store: market.locked })).toMatchObject(
      problem(401, 'store-unauthorized', 10_421),
    );
    const body = { market_access_key: ACCESS_KEY };
    expect((await place.install('pair', { store: market.locked, body })).status).toBe(200);
    const [install] = await place.installs();
    const { metadata, spec } = install ?? {};
    const name = spec?.market.accessKeySecretRef?.name ?? '';
    const secret = await market.client.get(SECRETS, { namespace, name });
    expect(secret.metadata.labels).toMatchObject({ [LABELS.install]: metadata?.uid });
    expect(secret.metadata.annotations).toEqual({ [ANNOTATIONS.accessKeyFor]: market.locked.store.url });
    expect(secret.data).toEqual({ accessKey: Buffer.from(ACCESS_KEY).toString('base64') });
    await market.client.delete(MARKET_INSTALLS, {
      namespace,
      name: metadata?.name ?? '',
      uid: metadata?.uid ?? '',
    });
    await eventually(async () => expect(await place.installs()).toEqual([]));
    await place.isAsBefore();
  });
});
