import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { CONFIG_MAPS, SECRETS, SERVICES } from '../../src/objects/core.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { app, templateOf } from '../support/template.ts';
import { serving, withPassword } from './support/models.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { connect, TESTER, Team } from './support/world.ts';

/** Longer than Stoa's interval for rechecks of taken names. */
const SOME_TIME = 90_000;

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
  const settings = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {a: b}\n';
  const web = app('web', { ...withPassword, ...serving('front', true) });
  const k8s_resources = [{ name: 'settings', kind: 'ConfigMap', content: settings }];
  await shop.offer('shop', '1.0', templateOf([web], { k8s_resources }));
  await shop.offer('plain', '1.0', templateOf([web]));
});

afterAll(() => shop.close());

const RULE = {
  spec: {
    appId: 1,
    protocol: 'http',
    http: { serviceId: 'other', containerPort: 80, domainName: 'taken.example.com', whetherOpen: true },
  },
};

/** Creates a foreign object in the namespace of a team. */
async function foreign({ namespace }: Team, resource: Resource, name: string, content: object) {
  const { group, version, kind } = resource;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const draft = { apiVersion, kind, metadata: { name, namespace }, ...content };
  return await client.apply(resource, draft, TESTER);
}

/** Objects of an application in a namespace, without the template and the kept decisions. */
async function madeIn({ namespace }: Team): Promise<string[]> {
  const contents = await contentsOf(client, namespace);
  return contents.filter((each) => !/^Secret shop-(template-.*|kept)$/.test(each));
}

describe('a name that is taken', () => {
  it.concurrent.each<[string, Resource, object]>([
    ['settings', CONFIG_MAPS, { data: { a: 'mine' } }],
    ['shop-web-env', SECRETS, { stringData: { a: 'mine' } }],
    ['shop-kept', SECRETS, { stringData: { a: 'mine' } }],
    ['shop-web-8080', GATEWAY_RULES, RULE],
  ])('%s: nothing is created until the name is free', async (name, resource, content) => {
    const team = await Team.create(client);
    const { metadata } = await foreign(team, resource, name, content);
    const install = new Install(client, team, shop, 'shop');
    await install.apply();
    const { message } = await install.condition('Applied', 'False', 'NameTaken');
    expect(message).toBe(`${resource.kind} ${name} exists and is not part of this install`);
    const others = name === 'shop-kept' ? [] : [`${resource.kind} ${name}`];
    expect(await madeIn(team)).toEqual(others);
    const { uid, resourceVersion } = (await client.get(resource, metadata)).metadata;
    expect(uid).toBe(metadata.uid);
    if (resource !== GATEWAY_RULES) {
      expect(resourceVersion).toBe(metadata.resourceVersion);
    }
    await client.delete(resource, { namespace: team.namespace, name, uid });
    await install.condition('Ready', 'True', undefined, SOME_TIME);
    await install.remove();
    expect(await madeIn(team)).toEqual([]);
  });

  it.concurrent('of a workload or Service leads to another name, and the foreign object stays unchanged', async () => {
    const team = await Team.create(client);
    const labels = { app: 'mine' };
    const containers = [{ name: 'main', image: 'example.com/mine:1' }];
    const template = { metadata: { labels }, spec: { containers } };
    const spec = { replicas: 0, selector: { matchLabels: labels }, template };
    await foreign(team, DEPLOYMENTS, 'shop-web', { spec });
    await foreign(team, SERVICES, 'front', { spec: { selector: labels, ports: [{ port: 80 }] } });
    const install = new Install(client, team, shop, 'shop');
    await install.apply();
    await install.condition('Ready', 'True');
    const made = await madeIn(team);
    expect(made).toEqual(
      expect.arrayContaining([
        'Deployment shop-web',
        'Service front',
        expect.stringMatching(/^Deployment shop-web-\S+$/),
        expect.stringMatching(/^Service front-[0-9a-f]{4}$/),
      ]),
    );
    await install.remove();
    expect(await madeIn(team)).toEqual(['Deployment shop-web', 'Service front']);
    const { namespace } = team;
    expect(await client.get(DEPLOYMENTS, { namespace, name: 'shop-web' })).toMatchObject({
      spec: { replicas: 0 },
    });
  });

  it.concurrent('goes to one of two concurrent installs', async () => {
    const team = await Team.create(client);
    const { namespace } = team;
    const names = Array.from({ length: 8 }, (_, index) => `twin-${index}`);
    const installs = names.map((name) => new Install(client, team, shop, 'plain', { name }));
    await Promise.all(installs.map((install) => install.apply()));
    await Promise.all(installs.map((install) => install.condition('Ready', 'True', undefined, SOME_TIME)));
    const owners = (await client.list(SERVICES, { namespace }))
      .filter(({ metadata }) => metadata.name.startsWith('front'))
      .map(({ metadata }) => (metadata.ownerReferences ?? []).map(({ name }) => name).join());
    expect(owners.toSorted()).toEqual(names);
  });
});
