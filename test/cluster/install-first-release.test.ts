import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fieldAt } from '../../src/base/fields.ts';
import { FIELD_MANAGER } from '../../src/install/owned.ts';
import { keptDraft } from '../../src/install/plan/keptsecret.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { CLAIMS, SECRETS, SERVICES } from '../../src/objects/core.ts';
import { INSTALLABLE } from '../../src/objects/installable.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS, type MarketInstall } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS, STATEFUL_SETS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { firstReleaseOf } from '../support/firstrelease.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { mainOf, startsIn } from './support/start.ts';
import { connect, kubectl, Team } from './support/world.ts';

const MODEL = readFileSync(new URL('../models/shop.json', import.meta.url), 'utf8').replace(
  '"state_singleton"',
  '"state_multiple", "extend_method_map": { "min_node": 2 }',
);

/** Password of the database that the first release generated. */
const PASSWORD = '2840f2099aa6465aab0f3bbc96524046';

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
  await shop.offer('shop', '2.0', MODEL.replace('postgres:16', 'postgres:17'));
});

afterAll(() => shop.close());

/**
 * Writes all objects of the first release, and the status of its install, under the field manager that is the same in
 * all releases. The install must be suspended.
 */
async function writeFirstRelease(install: MarketInstall): Promise<void> {
  const { kept, objects, status } = await firstReleaseOf(install.metadata);
  await client.apply(SECRETS, keptDraft(install, kept), FIELD_MANAGER);
  const uids = new Map<string, string>();
  for (const draft of objects) {
    const resource = INSTALLABLE.find(({ kind }) => kind === draft.kind) ?? SECRETS;
    const { kind, metadata } = await client.apply<KubeObject>(resource, draft, FIELD_MANAGER);
    uids.set(`${kind} ${metadata.name}`, metadata.uid);
  }
  const inventory = status.inventory?.map((item) => ({
    ...item,
    uid: uids.get(`${item.kind} ${item.name}`),
  }));
  const { name, namespace = '' } = install.metadata;
  const draft = { ...MARKET_INSTALL_TYPE, metadata: { name, namespace }, status: { ...status, inventory } };
  await client.apply(MARKET_INSTALLS, draft, FIELD_MANAGER, { subresource: 'status' });
}

/** Uids of objects by name. */
function uidsOf(objects: readonly KubeObject[]): Record<string, string> {
  return Object.fromEntries(objects.map(({ metadata }) => [metadata.name, metadata.uid]));
}

/** Uids of what must never be created again: volumes, and the workloads of their pods. */
async function lastingIn({ namespace }: Team) {
  const [claims, sets, deployments] = await Promise.all([
    client.list(CLAIMS, { namespace }),
    client.list(STATEFUL_SETS, { namespace }),
    client.list(DEPLOYMENTS, { namespace }),
  ]);
  return { claims: uidsOf(claims), sets: uidsOf(sets), deployments: uidsOf(deployments) };
}

/** Images and passwords with which the pods of the database have started. */
async function databasesIn({ namespace }: Team) {
  const starts = await startsIn(client, namespace, 5);
  return [...starts]
    .filter(([pod]) => pod.startsWith('shop-db-'))
    .map(([, start]) => mainOf(start))
    .map(({ image, env }) => [image, env.POSTGRES_PASSWORD]);
}

/** Name of the Service of the pods of the database. */
async function serviceNameIn({ namespace }: Team): Promise<unknown> {
  const stored = await client.get(STATEFUL_SETS, { namespace, name: 'shop-db' });
  return fieldAt(stored, ['spec', 'serviceName']);
}

async function servicesIn({ namespace }: Team): Promise<string[]> {
  return (await client.list(SERVICES, { namespace })).map(({ metadata }) => metadata.name).toSorted();
}

it('an install of the first release is taken over, upgraded, and moved to the new Service of its pods', async () => {
  const team = await Team.create(client);
  const { namespace } = team;
  const install = new Install(client, team, shop, 'shop', { volumesOnDelete: 'delete' });
  await install.apply('1.0', { suspend: true });
  await install.condition('Stalled', 'True', 'Suspended');
  await writeFirstRelease(await install.get());
  expect(await databasesIn(team)).toEqual([
    ['postgres:16', PASSWORD],
    ['postgres:16', PASSWORD],
  ]);
  const lasting = await lastingIn(team);
  expect(Object.keys(lasting.claims)).toHaveLength(3);
  const oldService = await serviceNameIn(team);
  expect(oldService).toMatch(/^gr[0-9a-f]{6}-pods$/);

  // Its store does not have this version any more.
  await install.apply('1.0', { suspend: false });
  await install.condition('Ready', 'True');
  expect(await lastingIn(team)).toEqual(lasting);
  expect(await serviceNameIn(team)).toBe(oldService);
  expect(await servicesIn(team)).toEqual(['api', 'db', 'shop-db', 'web', oldService].toSorted());

  await install.apply('2.0');
  await install.condition('Ready', 'True');
  expect(await databasesIn(team)).toEqual([
    ['postgres:17', PASSWORD],
    ['postgres:17', PASSWORD],
  ]);
  expect(await lastingIn(team)).toEqual(lasting);
  const { history = [] } = (await install.get()).status ?? {};
  expect(history.map(({ version, outcome }) => `${version} ${outcome}`)).toEqual([
    '1.0 Served',
    '2.0 Served',
  ]);

  const deleted = ['delete', 'statefulset', 'shop-db', '--namespace', namespace, '--cascade=orphan'];
  expect(await kubectl(deleted)).toMatchObject({ code: 0 });
  await eventually(async () => expect(await serviceNameIn(team)).toBe('shop-db'));
  await eventually(async () => expect(await servicesIn(team)).toEqual(['api', 'db', 'shop-db', 'web']));
  await install.condition('Ready', 'True');
  const moved = await lastingIn(team);
  expect(moved).toEqual({ ...lasting, sets: moved.sets });
  expect(moved.sets).not.toEqual(lasting.sets);
  expect(await databasesIn(team)).toEqual([
    ['postgres:17', PASSWORD],
    ['postgres:17', PASSWORD],
  ]);
  await install.remove();
  await eventually(async () => expect(await contentsOf(client, namespace)).toEqual([]));
});
