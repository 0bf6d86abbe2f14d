import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { SECRETS, SERVICES } from '../../src/objects/core.ts';
import { INSTALLABLE } from '../../src/objects/installable.ts';
import { APPLICATIONS } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { behaving, needs, serving, storing, withPassword } from './support/models.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { connect, kubectl, Team } from './support/world.ts';

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
  const db = app('db', { ...withPassword, ...serving('db') });
  const web = app('web', { ...needs('db'), ...serving('web', true), ...storing('pictures') });
  await shop.offer('shop', '1.0', templateOf([db, web]));
  await shop.offer('shop', '2.0', templateOf([app('db', behaving({ ready: 'never' })), web]));
});

afterAll(() => shop.close());

async function installed(): Promise<{ readonly team: Team; readonly install: Install }> {
  const team = await Team.createLeaving(client);
  const install = new Install(client, team, shop, 'shop', { volumesOnDelete: 'delete' });
  await install.apply();
  await install.condition('Ready', 'True');
  return { team, install };
}

describe('a manual change to an object of an install', () => {
  it('is reverted: deleted objects are created again', async () => {
    const { team, install } = await installed();
    const { namespace } = team;
    const contents = await contentsOf(client, namespace);
    const { inventory = [] } = (await install.get()).status ?? {};
    for (const { group, kind, name } of inventory.filter((item) => item.kind !== 'PersistentVolumeClaim')) {
      const resource = INSTALLABLE.find((each) => each.group === group && each.kind === kind) ?? SECRETS;
      const { uid } = (await client.get(resource, { namespace, name })).metadata;
      await client.delete(resource, { namespace, name, uid });
      await eventually(async () =>
        expect((await client.get(resource, { namespace, name })).metadata.uid).not.toBe(uid),
      );
    }
    await install.condition('Ready', 'True');
    expect(await contentsOf(client, namespace)).toEqual(contents);
    await install.remove();
  });

  it('is told while a deleted object waits for its finalizer, and reverted afterwards', async () => {
    const { team, install } = await installed();
    const { namespace } = team;
    const finalizers = (value: readonly string[] | null) =>
      kubectl([
        'patch',
        'service/web',
        '-n',
        namespace,
        '--type=merge',
        `--patch=${JSON.stringify({ metadata: { finalizers: value } })}`,
      ]);
    await finalizers(['example.com/slow']);
    const { uid } = (await client.get(SERVICES, { namespace, name: 'web' })).metadata;
    await client.delete(SERVICES, { namespace, name: 'web', uid });
    const { message } = await install.condition('Ready', 'False', 'Progressing');
    expect(message).toContain('Service web is being deleted');
    await finalizers(null);
    await install.condition('Ready', 'True');
    expect((await client.get(SERVICES, { namespace, name: 'web' })).metadata.uid).not.toBe(uid);
    await install.remove();
  });

  it('is reverted: fields of the model get their value again, and others stay', async () => {
    const { team, install } = await installed();
    const { namespace } = team;
    await kubectl(['scale', 'deployment/shop-web', '--replicas=3', '-n', namespace]);
    await kubectl(['set', 'image', 'deployment/shop-db', 'main=example.com/mine:1', '-n', namespace]);
    await kubectl(['label', 'service/web', 'mine=yes', '-n', namespace]);
    await eventually(async () => {
      const web = await client.get(DEPLOYMENTS, { namespace, name: 'shop-web' });
      const db = await client.get(DEPLOYMENTS, { namespace, name: 'shop-db' });
      expect(web.spec.replicas).toBe(1);
      expect(db.spec.template?.spec.containers[0]?.image).toBe('registry.example.com/db:1');
    });
    expect((await client.get(SERVICES, { namespace, name: 'web' })).metadata.labels?.mine).toBe('yes');
    await install.condition('Ready', 'True');
    await install.remove();
  });
});

/** States in which an install may be when it is deleted. */
const MOMENTS: readonly (readonly [string, (install: Install, team: Team) => Promise<unknown>])[] = [
  [
    'in the middle of an upgrade',
    async (install) => {
      await install.apply('2.0');
      await install.condition('Applied', 'False', 'Progressing');
    },
  ],
  [
    'while the store does not have its version',
    async (install) => {
      await install.apply('3.0');
      await install.condition('TemplateResolved', 'False');
    },
  ],
  [
    'while it is suspended',
    async (install) => {
      await install.apply('2.0', { suspend: true });
      const { message } = await install.condition('Ready', 'False', 'Suspended');
      expect(message).toBe('nothing is done while spec.suspend is true; version 1.0 is still in place');
    },
  ],
  ['without its template', (_, team) => deleteSecrets(team, 'stoa.dev/template')],
  ['without what it had kept', (_, team) => deleteSecrets(team, 'stoa.dev/kept')],
  ['without its application', (_, { namespace }) => deleteObject(APPLICATIONS, namespace, 'app')],
  ['in a namespace of no team', (_, team) => team.leave()],
];

/** Deletes an object despite concurrent writes to its status. */
async function deleteObject(resource: Resource, namespace: string, name: string): Promise<void> {
  const { uid } = (await client.get(resource, { namespace, name })).metadata;
  await client.delete(resource, { namespace, name, uid });
}

async function deleteSecrets({ namespace }: Team, type: string): Promise<void> {
  const secrets = await client.list(SECRETS, { namespace });
  for (const { metadata } of secrets.filter((secret) => secret.type === type)) {
    await client.delete(SECRETS, metadata);
  }
}

describe('a deletion', () => {
  it.each(MOMENTS)('%s leaves nothing', async (_, bringAbout) => {
    const { team, install } = await installed();
    await bringAbout(install, team);
    await install.remove();
    await eventually(async () => expect(await contentsOf(client, team.namespace)).toEqual([]));
  });

  it('before the first object leaves nothing', async () => {
    const team = await Team.create(client);
    const install = new Install(client, team, shop, 'shop', { appId: 7 });
    await install.apply();
    await install.condition('Accepted', 'False', 'ApplicationNotFound');
    await install.remove();
    expect(await contentsOf(client, team.namespace)).toEqual([]);
  });

  it('does not need the store', async () => {
    const other = await Shop.open();
    await other.offer('shop', '1.0', templateOf([app('web')]));
    const team = await Team.create(client);
    const install = new Install(client, team, other, 'shop');
    await install.apply();
    await install.condition('Ready', 'True');
    await other.close();
    await install.remove();
    expect(await contentsOf(client, team.namespace)).toEqual([]);
  });

  it('works as part of the deletion of its namespace', async () => {
    const { team } = await installed();
    await kubectl(['delete', 'namespace', team.namespace, '--timeout=60s']);
    const { code } = await kubectl(['get', 'namespace', team.namespace]);
    expect(code).not.toBe(0);
  });
});

describe('a suspended install', () => {
  it('does nothing until it is resumed', async () => {
    const { team, install } = await installed();
    await install.apply('9.9', { suspend: true });
    await install.condition('Stalled', 'True', 'Suspended');
    const { namespace } = team;
    await deleteObject(SERVICES, namespace, 'web');
    await install.apply('1.0', { suspend: false });
    await install.condition('Ready', 'True');
    expect((await client.get(SERVICES, { namespace, name: 'web' })).metadata.name).toBe('web');
    await install.remove();
  });
});
