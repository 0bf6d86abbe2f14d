import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { idOf } from '../../src/rest/http/id.ts';
import { eventually } from '../support/eventually.ts';
import { idsIn, Market, problem } from './support/market.ts';
import { restServer } from './support/restserver.ts';

let market: Market;

beforeAll(async () => {
  market = await Market.open();
});

beforeEach(() => market.shop.store.fail({ type: 'none' }));

afterAll(() => market.close());

describe('an install', () => {
  it('responds with all components, old and new, long before they run', async () => {
    const place = await market.place();
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
    const place = await market.place();
    const answer = await place.install('pair', { query });
    expect(answer).toMatchObject({ status: 200 });
    const [install] = await place.installs();
    expect(install?.spec.deploy).toBe(deploy);
    const states = (answer.body.service_list as { readonly status: string }[]).map(({ status }) => status);
    expect(states.every((state) => state === 'undeploy')).toBe(!deploy);
  });

  it('shows its progress', async () => {
    const place = await market.place();
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

describe('at the deadline', () => {
  it('the response is 504 and names the install, which continues', async () => {
    const place = await market.place();
    const base = await restServer((_, pass) => pass(), { installDeadlineMs: 500 });
    market.shop.store.fail({ type: 'slow' });
    const answer = await place.install('pair', { base, query: '?is_deploy=true' });
    expect(answer).toMatchObject(problem(504, 'install-pending'));
    const [install] = await place.installs();
    const { name = '', uid = '' } = install?.metadata ?? {};
    expect(answer.body.msg).toContain(`${place.team.namespace}/${name}`);
    market.shop.store.fail({ type: 'none' });
    await eventually(async () =>
      expect((await place.get(`/${idOf(uid)}`)).body).toMatchObject({ ready: true, serving_version: '1.0' }),
    );
  });
});

it('a request that waits for an install does not create it again after its deletion', async () => {
  const place = await market.place();
  const { namespace } = place.team;
  market.shop.store.fail({ type: 'slow' });
  const answer = place.install('pair');
  const install = await eventually(async () => {
    const [found] = await place.installs();
    expect(found).toBeDefined();
    return found?.metadata;
  });
  await market.client.delete(MARKET_INSTALLS, {
    namespace,
    name: install?.name ?? '',
    uid: install?.uid ?? '',
  });
  expect(await answer).toMatchObject(problem(404, 'install-not-found'));
  await place.isAsBefore();
});
