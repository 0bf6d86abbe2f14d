import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { kubeconfigText, readCertificateKubeconfig } from '../../deploy/local/cluster/kubeconfig.ts';
import type { InstallPreview } from '../../src/api/marketinstall.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { SECRETS, type Secret } from '../../src/objects/core.ts';
import { INSTALLABLE } from '../../src/objects/installable.ts';
import { eventually } from '../support/eventually.ts';
import { unbindInstallAccount } from '../support/installaccount.ts';
import { app, templateOf } from '../support/template.ts';
import { type Ended, run } from './support/cli.ts';
import { member } from './support/member.ts';
import { needs, serving, storing, withPassword } from './support/models.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { connect, Team } from './support/world.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/kubectl-stoa');

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
  const db = app('db', { ...withPassword, ...serving('db') });
  const web = app('web', { ...needs('db'), ...serving('web', true), ...storing('pictures') });
  await shop.offer('shop', '1.0', templateOf([db, web]));
  const newer = app('web', { ...serving('web', true), share_image: 'registry.example.com/web:2' });
  await shop.offer('shop', '2.0', templateOf([newer, app('cart', serving('cart'))]));
  const guarded = app('db', {
    ...serving('db'),
    service_connect_info_map_list: [{ attr_name: 'PASS', attr_value: '**None:pg**', container_port: 0 }],
  });
  const caller = (level: string) => ({
    ...app('web', needs('db')),
    service_env_map_list: [
      { attr_name: 'DSN', attr_value: `pg://u:$\{PASS}@db/shop` },
      { attr_name: 'LEVEL', attr_value: level },
    ],
  });
  const group = {
    ...{ name: 'common', injection_type: 'env', enable: true, component_keys: ['web', 'db'] },
    config_items: { TOKEN: 'token-of-the-shop' },
  };
  for (const [version, level] of [
    ['1.0', 'info'],
    ['2.0', 'debug'],
  ] as const) {
    const model = templateOf([guarded, caller(level)], { app_config_groups: [group] });
    await shop.offer('guarded', version, model);
  }
  await shop.offer('shop', '3.0', '{"apps": "nothing"');
});

afterAll(() => shop.close());

interface Place {
  readonly team: Team;
  readonly install: Install;
}

async function place(model = 'shop'): Promise<Place> {
  const team = await Team.create(client);
  return { team, install: new Install(client, team, shop, model, { volumesOnDelete: 'delete' }) };
}

async function installed(model?: string): Promise<Place> {
  const made = await place(model);
  await made.install.apply();
  await made.install.condition('Ready', 'True');
  return made;
}

function planOf(here: Place, ...args: readonly string[]): Promise<Ended> {
  return planBy(inject('cluster').kubeconfig, here, ...args);
}

function planBy(kubeconfig: string, { team, install }: Place, ...args: readonly string[]): Promise<Ended> {
  const where = ['-n', team.namespace, '--kubeconfig', kubeconfig];
  return run(PROGRAM, ['plan', `mi/${install.name}`, ...args, ...where]);
}

async function previewOf(here: Place, ...args: readonly string[]): Promise<InstallPreview> {
  return JSON.parse((await planOf(here, '-o', 'json', ...args)).stdout) as InstallPreview;
}

/** `<action> <kind> <name>` of the objects of a preview that somebody may know by name, sorted. */
function inShort({ objects = [] }: InstallPreview): string[] {
  return objects.map(({ action, kind, name }) => `${action} ${kind} ${name}`).toSorted();
}

/** Versions of everything in a namespace that installs make, which every write but one to a status changes. */
async function versionsIn({ namespace }: Team): Promise<Readonly<Record<string, string>>> {
  const lists = await Promise.all(
    INSTALLABLE.map(async (resource) => {
      // A cluster serves not all of the kinds.
      const objects = await client.list<KubeObject>(resource, { namespace }).catch(() => []);
      return objects.map((object) => [`${resource.kind} ${object.metadata.name}`, versionOf(object)]);
    }),
  );
  return Object.fromEntries(lists.flat());
}

function versionOf({ metadata: { generation, resourceVersion, managedFields = [] } }: KubeObject): string {
  const ours = managedFields.filter(({ manager }) => manager === 'stoa-market');
  return generation === undefined ? resourceVersion : JSON.stringify([generation, ours]);
}

describe('the plan of an install', () => {
  it('that is suspended says what would be created, and nothing is written', async () => {
    const here = await place();
    const before = await contentsOf(client, here.team.namespace);
    await here.install.apply('1.0', { suspend: true });
    await here.install.condition('Ready', 'False', 'Suspended');
    const { code, stdout, stderr } = await planOf(here);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`MarketInstall ${here.team.namespace}/shop: version 1.0\n`);
    expect(stdout).toContain('+ Deployment shop-web\n');
    expect(await contentsOf(client, here.team.namespace)).toEqual(before);
    const { metadata, status } = await here.install.get();
    expect(metadata.annotations ?? {}).toEqual({});
    expect(metadata.finalizers).toBeUndefined();
    expect(status?.inventory).toBeUndefined();
    const planned = inShort(await previewOf(here));
    await here.install.apply('1.0', { suspend: false });
    await here.install.condition('Ready', 'True');
    const { inventory = [] } = (await here.install.get()).status ?? {};
    expect(inventory.map(({ kind, name }) => `create ${kind} ${name}`).toSorted()).toEqual(planned);
    await here.install.remove();
  });

  it('for an upgrade says what would be created, changed and deleted, and nothing is written', async () => {
    const here = await installed();
    const before = await versionsIn(here.team);
    const { status, metadata } = await here.install.get();
    const preview = await previewOf(here, '--to', '2.0');
    expect(await versionsIn(here.team)).toEqual(before);
    await eventually(async () => {
      const after = await here.install.get();
      expect(after.metadata.annotations ?? {}).toEqual(metadata.annotations ?? {});
      expect(after.metadata.generation).toBe(metadata.generation);
      expect(after.status).toEqual(status);
    });
    expect(preview).toMatchObject({ version: '2.0', problems: [] });
    expect(inShort(preview)).toEqual(
      expect.arrayContaining([
        'change Deployment shop-web',
        'create Deployment shop-cart',
        'create Service cart',
        'delete Deployment shop-db',
        'delete Service db',
      ]),
    );
    const web = preview.objects?.find(({ kind, name }) => kind === 'Deployment' && name === 'shop-web');
    expect(web?.diff).toMatch(/^-\s+(- )?image: registry.example.com\/web:1$/m);
    expect(web?.diff).toMatch(/^\+\s+(- )?image: registry.example.com\/web:2$/m);

    await here.install.apply('2.0');
    await here.install.condition('Ready', 'True');
    const now = await versionsIn(here.team);
    for (const { action, kind, name } of preview.objects ?? []) {
      const key = `${kind} ${name}`;
      expect({ key, before: Object.hasOwn(before, key), now: Object.hasOwn(now, key) }).toEqual({
        key,
        before: action !== 'create',
        now: action !== 'delete',
      });
    }
    await here.install.remove();
  });

  it('of the version in place has no changes', async () => {
    const here = await installed();
    expect(await previewOf(here)).toMatchObject({ objects: [], counts: { create: 0, change: 0, delete: 0 } });
    await here.install.remove();
  });

  it('says why there is none: a version that the store lacks, and one that is no model', async () => {
    const here = await installed();
    const missing = await planOf(here, '--to', '4.0');
    expect(missing.code).toBe(1);
    expect(missing.stdout).toContain('There is no plan: ModelVersionNotFound: ');
    const broken = await planOf(here, '--to', '3.0');
    expect(broken.code).toBe(1);
    expect(broken.stdout).toContain('There is no plan: TemplateInvalid: ');
    const ready = await here.install.condition('Ready', 'True');
    expect(ready.message).toBe('version 1.0 is in place');
    await here.install.remove();
  });

  it('says what is in its way: a right that the account lacks', async () => {
    const here = await place();
    await here.install.apply('1.0', { suspend: true });
    await unbindInstallAccount(client, here.team.namespace);
    await eventually(async () => {
      const { code, stdout } = await planOf(here);
      expect(code).toBe(1);
      expect(stdout).toContain('the ServiceAccount stoa-install of the namespace may not');
    });
    await here.install.remove();
  });

  it('has no value of a Secret', async () => {
    const here = await installed('guarded');
    const preview = JSON.stringify(await previewOf(here, '--to', '2.0'));
    expect(preview).toContain('"change"');
    const secrets: readonly Secret[] = await client.list(SECRETS, { namespace: here.team.namespace });
    const values = secrets
      .filter(({ type }) => type === 'Opaque')
      .flatMap(({ data }) => Object.values(data ?? {}))
      .filter((value) => atob(value).length >= 6);
    expect(values.map(atob)).toEqual(expect.arrayContaining(['token-of-the-shop']));
    for (const value of values) {
      expect(preview).not.toContain(value);
      expect(preview).not.toContain(atob(value));
    }
    await here.install.remove();
  });

  it('is refused to a user who may only look, and asks for nothing', async () => {
    const here = await place();
    const { namespace } = here.team;
    await here.install.apply('1.0', { suspend: true });
    const token = await member(client, { namespace, name: 'viewer' }, { name: 'view' });
    const folder = await mkdtemp(join(tmpdir(), 'stoa-preview-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const viewer = join(folder, 'kubeconfig');
    const { server, ca } = readCertificateKubeconfig(inject('cluster').kubeconfig);
    await writeFile(viewer, kubeconfigText(server, ca, { kind: 'token', token }));
    await eventually(async () => {
      const { code, stderr } = await planBy(viewer, here);
      expect(code).toBe(2);
      expect(stderr).toContain('cannot patch resource "marketinstalls"');
    });
    expect((await here.install.get()).metadata.annotations ?? {}).toEqual({});
    await here.install.remove();
  });
});
