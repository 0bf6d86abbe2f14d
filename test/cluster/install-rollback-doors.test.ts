import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { CLAIMS, SECRETS } from '../../src/objects/core.ts';
import { DEPLOYMENTS, PODS, STATEFUL_SETS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { type Ended, run } from './support/cli.ts';
import { Market, type Place, problem } from './support/market.ts';
import { behaving, needs, serving, storing, withPassword } from './support/models.ts';
import { Install } from './support/shop.ts';
import { type RestAnswer, rest } from './support/traffic.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/kubectl-stoa');

/** Limit of upgrades that never get ready. */
const LIMITED = { upgrade: { timeout: '2s', onFailure: 'rollback' } } as const;

let market: Market;
let place: Place;
let install: Install;

beforeAll(async () => {
  market = await Market.open();
  place = await market.place();
  for (const version of [1, 2, 3]) {
    const never = version === 3 ? behaving({ ready: 'never' }) : {};
    const db = app('db', {
      ...{ ...storing('rows'), ...withPassword, ...never, extend_method: 'state_multiple' },
      share_image: `db:${version}`,
    });
    const web = app('web', { ...needs('db'), ...serving('web'), share_image: `web:${version}` });
    await market.shop.offer('shop', `${version}.0`, templateOf([db, web]));
  }
  install = new Install(market.client, place.team, market.shop, 'shop', { volumesOnDelete: 'delete' });
});

afterAll(() => market.close());

/** Goes back by the plugin. */
function byPlugin(...args: readonly string[]): Promise<Ended> {
  const options = ['-n', place.team.namespace, '--kubeconfig', inject('cluster').kubeconfig];
  return run(PROGRAM, ['rollback', 'mi/shop', ...args, ...options]);
}

/** Goes back by the REST API. */
function byRest(body: object = {}): Promise<RestAnswer> {
  return rest(`${place.path}/installs/shop/rollback`, { token: place.token, body });
}

/** Versions in the history of the install, with their outcomes. */
async function history(): Promise<string[]> {
  const { status } = await install.get();
  return (status?.history ?? []).map(({ version, outcome }) => `${version} ${outcome}`);
}

/** Waits until the install has a version in place, and expects its pods. */
async function serves(version: number): Promise<void> {
  await install.condition('Ready', 'True');
  const { spec, status } = await install.get();
  expect([spec.appModelVersion, status?.serving?.version]).toEqual([`${version}.0`, `${version}.0`]);
  await eventually(async () => {
    const pods = await market.client.list(PODS, { namespace: place.team.namespace });
    const images = pods.flatMap((pod) => pod.spec.containers.map(({ image }) => image));
    expect(images.toSorted()).toEqual([`db:${version}`, `web:${version}`]);
  });
}

/** Uids of the volumes, and the workloads with the generations of their specs. */
async function made() {
  const { namespace } = place.team;
  const [claims, sets, deployments] = await Promise.all([
    market.client.list(CLAIMS, { namespace }),
    market.client.list(STATEFUL_SETS, { namespace }),
    market.client.list(DEPLOYMENTS, { namespace }),
  ]);
  return {
    claims: claims.map(({ metadata }) => metadata.uid),
    workloads: [...sets, ...deployments].map(({ metadata: { uid, generation } }) => [uid, generation]),
  };
}

/** Deletes the template of a version, as somebody does who may delete Secrets. */
async function deleteTemplate(version: string): Promise<void> {
  const { namespace } = place.team;
  const entry = (await install.get()).status?.history?.find((each) => each.version === version);
  const { metadata } = await market.client.get(SECRETS, { namespace, name: entry?.secretName ?? '' });
  await market.client.delete(SECRETS, metadata);
}

it('goes back by kubectl and by the REST API, and nowhere else', async () => {
  await install.apply('1.0');
  await serves(1);
  const { claims } = await made();
  expect(await byPlugin()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no other version of shop'),
  });
  expect(await byRest()).toMatchObject(problem(409, 'rollback-impossible'));
  await install.apply('2.0');
  await serves(2);

  expect(await byPlugin()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('spec.appModelVersion is 1.0 now; it was 2.0'),
  });
  await serves(1);
  expect(await history()).toEqual(['1.0 Served', '2.0 Served', '1.0 Served']);
  // A second time, it goes to the version that was in place in between.
  expect(await byRest()).toMatchObject({ status: 200, body: { app_model_version: '2.0' } });
  await serves(2);

  await install.apply('3.0');
  await eventually(async () => expect(await history()).toContain('3.0 Progressing'));
  expect(await byRest({ version: '3.0' })).toMatchObject(problem(409, 'rollback-impossible'));
  expect(await byPlugin('--to=9.9')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('version 9.9 of shop was never in place; others that were: 2.0, 1.0'),
  });
  expect(await byRest({ version: '1.0' })).toMatchObject({ status: 200, body: { app_model_version: '1.0' } });
  await serves(1);
  const all = ['1.0 Served', '2.0 Served', '1.0 Served', '2.0 Served', '3.0 Superseded', '1.0 Served'];
  expect(await history()).toEqual(all);
  expect((await made()).claims).toEqual(claims);
});

it('changes nothing for a version whose template is gone, and says why', async () => {
  const before = await made();
  await deleteTemplate('2.0');
  await market.shop.withdraw('shop', '2.0');
  expect(await byPlugin('--to=2.0')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(
      'the template of version 2.0 is gone: Stoa fetches it from the store again',
    ),
  });
  const { message } = await install.condition('TemplateResolved', 'False', 'ModelVersionNotFound');
  expect(message).toContain('version 1.0 is still in place');
  expect(await made()).toEqual(before);
  expect(await byPlugin()).toMatchObject({ code: 0 });
  await serves(1);
  expect(await made()).toEqual(before);
});

it('goes back by itself, and to another version by kubectl after that', async () => {
  const { claims } = await made();
  await install.apply('3.0', LIMITED);
  await install.condition('Stalled', 'True', 'RolledBack');
  expect((await history()).slice(-3)).toEqual(['1.0 Served', '3.0 RolledBack', '1.0 Served']);
  expect(await byPlugin()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('is 1.0 now; it was 3.0'),
  });
  await serves(1);

  await install.apply('3.0');
  await eventually(async () => expect((await history()).at(-1)).toBe('3.0 Progressing'));
  await deleteTemplate('1.0');
  await install.apply('3.0', LIMITED);
  const { message } = await install.condition('TemplateResolved', 'False', 'RolledBack');
  expect(message).toMatch(
    /^the template of version 1\.0, which the install goes back to, .* is gone: edit the spec/,
  );
  const stuck = await made();
  expect(stuck.claims).toEqual(claims);
  await install.apply('1.0');
  await serves(1);
  expect((await made()).claims).toEqual(claims);
});
