import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { namespacedResource, type Resource } from '../../src/kube/resource.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { serving } from './support/models.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { connect, TESTER, Team } from './support/world.ts';

interface Quota extends KubeObject {
  readonly status?: { readonly used?: Readonly<Record<string, string>> };
}

const QUOTAS: Resource<Quota> = namespacedResource('v1', 'ResourceQuota', 'resourcequotas');

const COMPONENTS = ['a', 'b', 'c', 'd'];

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
  await shop.offer('four', '1.0', templateOf(COMPONENTS.map((key) => app(key, serving(key)))));
});

afterAll(() => shop.close());

/** Limits the number of Services in the namespace of a team, and waits until the API server knows of how many there are. */
async function limit({ namespace }: Team, services: string): Promise<void> {
  const metadata = { name: 'some', namespace };
  const draft = { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard: { services } } };
  await client.apply(QUOTAS, draft, TESTER);
  await eventually(async () => {
    const { status } = await client.get(QUOTAS, metadata);
    expect(status).toMatchObject({ hard: { services }, used: { services: expect.any(String) } });
  });
}

describe('a quota that has room for a part of an install', () => {
  it.each([true, false])(
    'leaves nothing of it, and the whole once it has room (deploy: %s)',
    async (deploy) => {
      const team = await Team.create(client);
      await limit(team, '2');
      const install = new Install(client, team, shop, 'four', { name: 'shop', deploy });
      await install.apply();
      const { message } = await install.condition('Applied', 'False', 'Rejected');
      expect(message).toMatch(/^the API server rejects Service \w: .*exceeded quota/);
      // The operator tries again now and then, which makes objects and takes them back.
      await eventually(async () => {
        const left = await contentsOf(client, team.namespace);
        expect(left.filter((each) => !/^Secret shop-(template-.*|kept)$/.test(each))).toEqual([]);
        expect((await install.get()).status).not.toHaveProperty('recorded');
      });
      await limit(team, '4');
      await install.condition('Ready', 'True');
      const contents = await contentsOf(client, team.namespace);
      const made = COMPONENTS.flatMap((key) => [`Deployment shop-${key}`, `Service ${key}`]);
      expect(contents).toEqual(expect.arrayContaining(made));
      await install.remove();
      expect(await contentsOf(client, team.namespace)).toEqual([]);
    },
  );
});
