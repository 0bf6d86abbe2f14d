import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { CLAIMS } from '../../src/objects/core.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { storing } from './support/models.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { connect, Team } from './support/world.ts';

let client: KubeClient;
let shop: Shop;

/** Model of a component that shares one volume among its pods, and one with a volume for each of its two pods. */
function modelOf(version: string, ...more: readonly object[]): string {
  const sized = { extend_method: 'state_multiple', extend_method_map: { min_node: 2 } };
  const image = { share_image: `registry.example.com/shop:${version}` };
  return templateOf([
    app('web', { ...storing('pictures'), ...image }),
    app('db', { ...storing('rows'), ...sized, ...image }),
    ...more,
  ]);
}

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
  await shop.offer('shop', '1.0', modelOf('1', app('old', storing('archive'))));
  await shop.offer('shop', '2.0', modelOf('2'));
});

afterAll(() => shop.close());

/** The uids of the volumes of a team, by name. */
async function volumesOf({ namespace }: Team): Promise<Record<string, string>> {
  const claims = await client.list(CLAIMS, { namespace });
  return Object.fromEntries(claims.map(({ metadata }) => [metadata.name, metadata.uid]));
}

describe('volumes', () => {
  it('survive an upgrade and a deletion, and the next install of the same name adopts them', async () => {
    const team = await Team.create(client);
    const install = new Install(client, team, shop, 'shop');
    await install.apply('1.0');
    await install.condition('Ready', 'True');
    const volumes = await volumesOf(team);
    expect(Object.keys(volumes)).toHaveLength(4);
    await install.apply('2.0');
    await install.condition('Ready', 'True');
    expect(await volumesOf(team)).toEqual(volumes);
    await install.remove();
    expect(await volumesOf(team)).toEqual(volumes);
    // The next one needs the generated values for what is in them.
    const left = (await contentsOf(client, team.namespace)).filter(
      (each) => !each.startsWith('PersistentVolumeClaim'),
    );
    expect(left).toEqual(['Secret shop-kept']);
    await eventually(async () => {
      const removed = (await install.events()).find((event) => event.startsWith('Normal Removed'));
      expect(Object.keys(volumes).every((name) => removed?.includes(name))).toBe(true);
    });
    const next = new Install(client, team, shop, 'shop', { volumesOnDelete: 'delete' });
    await next.apply('1.0');
    await next.condition('Ready', 'True');
    expect(await volumesOf(team)).toEqual(volumes);
    await next.remove();
    await eventually(async () => expect(await contentsOf(client, team.namespace)).toEqual([]));
  });

  it('are not adopted by an install with another name', async () => {
    const team = await Team.create(client);
    const first = new Install(client, team, shop, 'shop', { name: 'first' });
    const second = new Install(client, team, shop, 'shop', { name: 'second', volumesOnDelete: 'delete' });
    await Promise.all([first.apply('2.0'), second.apply('2.0')]);
    await Promise.all([first.condition('Ready', 'True'), second.condition('Ready', 'True')]);
    expect(Object.keys(await volumesOf(team))).toHaveLength(6);
    await second.remove();
    await eventually(async () =>
      expect(Object.keys(await volumesOf(team)).filter((name) => !name.includes('first'))).toEqual([]),
    );
    expect(Object.keys(await volumesOf(team))).toHaveLength(3);
    await first.condition('Ready', 'True');
  });
});
