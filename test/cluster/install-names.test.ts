import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Condition, conditionOf } from '../../src/api/condition.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { CONFIG_MAPS, SECRETS, SERVICES } from '../../src/objects/core.ts';
import { GATEWAY_RULES, type MarketInstall } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf, type Wire } from '../support/template.ts';
import { serving, withPassword } from './support/models.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { connect, TESTER, Team } from './support/world.ts';

/** Longer than Stoa's interval for rechecks of taken names. */
const SOME_TIME = 90_000;

/** Number of edits in which the plan of one install has met those of others. */
const EDITS = 12;

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
  const web = app('web', { ...withPassword, ...serving('front', true) });
  await shop.offer('shop', '1.0', templateOf([web], settings('settings')));
  await shop.offer('plain', '1.0', templateOf([web]));
  for (const name of ['settings', ...Array.from({ length: 6 }, (_, index) => `settings-${index}`)]) {
    await shop.offer(`with-${name}`, '1.0', templateOf([app('web')], settings(name)));
  }
});

afterAll(() => shop.close());

/** Part of a model with a ConfigMap of that name. */
function settings(name: string): Wire {
  const content = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {a: b}\n`;
  return { k8s_resources: [{ name, kind: 'ConfigMap', content }] };
}

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

  it.concurrent('goes to one of six concurrent installs, which keeps it while all are edited', async () => {
    const installs = await sixInstalls(() => 'settings');
    const [winner, ...others] = await ready(installs);
    expect(others).toEqual([]);
    for (let edits = 0; edits < EDITS; edits += 1) {
      const volumesOnDelete = edits % 2 === 0 ? 'delete' : 'keep';
      await Promise.all(installs.map((install) => install.apply('1.0', { volumesOnDelete })));
      expect(await ready(installs)).toEqual([winner]);
    }
  });

  it.concurrent('of another model hinders none of six concurrent installs', async () => {
    expect(await ready(await sixInstalls((index) => `settings-${index}`))).toHaveLength(6);
  });
});

/** Six installs at once in a new namespace, each of a model with a ConfigMap of that name. */
async function sixInstalls(settingsOf: (index: number) => string): Promise<readonly Install[]> {
  const team = await Team.create(client);
  const installs = Array.from({ length: 6 }, (_, index) => {
    return new Install(client, team, shop, `with-${settingsOf(index)}`, { name: `six-${index}` });
  });
  await Promise.all(installs.map((install) => install.apply()));
  return installs;
}

/** Installs that are ready, with the time since when they are; the others say that a name is taken. */
async function ready(installs: readonly Install[]) {
  const found = await Promise.all(
    installs.map(async (install) => {
      const { status, lastTransitionTime } = await eventually(async () => verdictOn(await install.get()));
      return status === 'True' ? [`${install.name} since ${lastTransitionTime}`] : [];
    }),
  );
  return found.flat();
}

/** Condition of an install that is ready, or lacks a name. */
function verdictOn(install: MarketInstall): Condition {
  const found = conditionOf(install.status, 'Ready');
  expect(found).toMatchObject({ observedGeneration: install.metadata.generation });
  expect(found?.status === 'True' || found?.reason === 'NameTaken').toBe(true);
  return found as Condition;
}
