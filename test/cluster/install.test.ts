import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { APPLICATIONS } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { throughGateway } from './support/traffic.ts';
import { connect, kubectl, TESTER, Team } from './support/world.ts';

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
});

afterAll(() => shop.close());

interface Component {
  readonly service_key: string;
  readonly [key: string]: unknown;
}

/** A component of a model, with one inner port. */
function app(key: string, some: object = {}): Component {
  return {
    service_key: key,
    service_share_uuid: `${key}+${key}`,
    service_cname: key,
    share_image: `example.com/${key}:1`,
    extend_method: 'stateless_multiple',
    port_map_list: [
      {
        container_port: 8080,
        protocol: 'http',
        port_alias: key.toUpperCase(),
        is_inner_service: true,
        is_outer_service: false,
        k8s_service_name: key,
      },
    ],
    ...some,
  };
}

function model(...apps: readonly Component[]) {
  return { template_version: 'v2', group_key: 'g', group_name: 'Shop', group_version: '1.0', apps };
}

function needs(...keys: readonly string[]) {
  return { dep_service_map_list: keys.map((key) => ({ dep_service_key: `${key}+${key}` })) };
}

async function imagesIn(namespace: string): Promise<string[]> {
  const deployments = await client.list(DEPLOYMENTS, { namespace });
  return deployments
    .flatMap(({ spec }) => spec.template?.spec.containers.map(({ image }) => image) ?? [])
    .toSorted();
}

async function replicasIn(namespace: string): Promise<number> {
  const deployments = await client.list(DEPLOYMENTS, { namespace });
  return deployments.reduce((sum, { spec }) => sum + (spec.replicas ?? 1), 0);
}

describe('an install', () => {
  it('creates components in waves, shows its progress, and deletes them in the end', async () => {
    await shop.offer('waves', '1.0', model(app('web', needs('db')), app('db'), app('cache')));
    const team = await Team.create(client);
    const before = await contentsOf(client, team.namespace);
    const install = new Install(client, team, shop, 'waves');
    await install.apply();
    expect(await install.condition('Ready', 'True')).toMatchObject({ reason: 'Ready' });
    const { status } = await install.get();
    expect(status?.progress).toEqual({ wave: '2/2', ready: '3/3' });
    expect(status?.components?.map(({ name, wave }) => [name, wave]).toSorted()).toEqual([
      ['cache', 1],
      ['db', 1],
      ['web', 2],
    ]);
    expect(status?.inventory?.every(({ uid }) => uid !== undefined)).toBe(true);
    const shown = await kubectl(['get', 'mi', '-n', team.namespace]);
    expect(shown.stdout).toMatch(/waves\s+waves\s+1\.0\s+2\/2\s+3\/3\s+True/);
    await install.remove();
    await eventually(async () => expect(await contentsOf(client, team.namespace)).toEqual(before));
  });

  it('runs no pod until deploy is true, and stops them when deploy becomes false', async () => {
    await shop.offer('quiet', '1.0', model(app('web')));
    const team = await Team.create(client);
    const install = new Install(client, team, shop, 'quiet', { deploy: false });
    await install.apply();
    await install.condition('Ready', 'True');
    expect(await replicasIn(team.namespace)).toBe(0);
    await install.apply('1.0', { deploy: true });
    await install.condition('Ready', 'True');
    expect(await replicasIn(team.namespace)).toBe(1);
    await install.apply('1.0', { deploy: false });
    await install.condition('Ready', 'True');
    expect(await replicasIn(team.namespace)).toBe(0);
  });

  it('upgrades in place: adds, changes and removes components, and keeps generated secrets', async () => {
    const secret = (image: string) =>
      app('db', {
        share_image: image,
        service_env_map_list: [{ name: 'p', attr_name: 'PASSWORD', attr_value: '**None**', is_change: true }],
      });
    await shop.offer('grows', '1.0', model(secret('example.com/db:1'), app('old')));
    await shop.offer('grows', '2.0', model(secret('example.com/db:2'), app('new')));
    const team = await Team.create(client);
    const install = new Install(client, team, shop, 'grows');
    await install.apply('1.0');
    await install.condition('Ready', 'True');
    const secrets = await secretValues(team.namespace);
    await install.apply('2.0');
    await install.condition('Ready', 'True');
    await eventually(async () =>
      expect(await imagesIn(team.namespace)).toEqual(['example.com/db:2', 'example.com/new:1']),
    );
    expect(await secretValues(team.namespace)).toEqual(secrets);
    expect((await install.get()).status?.serving?.version).toBe('2.0');
  });

  it('keeps the old version if the new one is invalid, and reports the problem', async () => {
    await shop.offer('fails', '1.0', model(app('web')));
    await shop.offer('fails', '2.0', '{"apps": "nothing"');
    await shop.offer('fails', '3.0', model(app('a', { share_type: 'slug' })));
    const team = await Team.create(client);
    const install = new Install(client, team, shop, 'fails');
    await install.apply('1.0');
    await install.condition('Ready', 'True');
    for (const [version, reason] of [
      ['2.0', 'TemplateInvalid'],
      ['3.0', 'TemplateInvalid'],
      ['4.0', 'ModelVersionNotFound'],
    ] as const) {
      await install.apply(version);
      const { message } = await install.condition('Ready', 'False', reason);
      expect(message).toContain('version 1.0 is still in place');
    }
    expect(await imagesIn(team.namespace)).toEqual(['example.com/web:1']);
    await install.apply('1.0');
    await install.condition('Ready', 'True');
  });

  it('waits for its application, and does nothing while it is suspended', async () => {
    await shop.offer('waits', '1.0', model(app('web')));
    const team = await Team.create(client);
    const install = new Install(client, team, shop, 'waits', { appId: 7 });
    await install.apply();
    await install.condition('Accepted', 'False', 'ApplicationNotFound');
    await client.apply(
      APPLICATIONS,
      {
        apiVersion: 'stoa.dev/v1alpha1',
        kind: 'Application',
        metadata: { name: 'seventh', namespace: team.namespace },
        spec: { id: 7 },
      },
      TESTER,
    );
    await install.condition('Ready', 'True');
    await install.apply('9.9', { suspend: true });
    await eventually(async () => {
      const { metadata, status } = await install.get();
      expect(status?.observedGeneration).toBe(metadata.generation);
    });
    expect(await imagesIn(team.namespace)).toEqual(['example.com/web:1']);
    await install.remove();
    expect(await imagesIn(team.namespace)).toEqual([]);
  });

  it('changes no foreign object: a taken name stops it before the first creation', async () => {
    await shop.offer('taken', '1.0', model(app('web')));
    const team = await Team.create(client);
    const first = new Install(client, team, shop, 'taken');
    await first.apply();
    await first.condition('Ready', 'True');
    const contents = await contentsOf(client, team.namespace);
    const second = new Install(client, team, shop, 'taken', { name: 'taken-again' });
    await second.apply();
    await second.condition('Ready', 'True');
    await second.remove();
    await eventually(async () => expect(await contentsOf(client, team.namespace)).toEqual(contents));
    await first.condition('Ready', 'True');
  });

  it('restores deleted objects', async () => {
    await shop.offer('drifts', '1.0', model(app('web')));
    const team = await Team.create(client);
    const install = new Install(client, team, shop, 'drifts');
    await install.apply();
    await install.condition('Ready', 'True');
    const [deployment] = await client.list(DEPLOYMENTS, { namespace: team.namespace });
    const { name = '', uid = '' } = deployment?.metadata ?? {};
    await client.delete(DEPLOYMENTS, { namespace: team.namespace, name, uid });
    await eventually(async () => {
      const [again] = await client.list(DEPLOYMENTS, { namespace: team.namespace });
      expect(again?.metadata.name).toBe(name);
      expect(again?.metadata.uid).not.toBe(uid);
    });
    await install.condition('Ready', 'True');
  });
});

/** Values of the Secrets of a namespace that pods see. */
async function secretValues(namespace: string): Promise<Record<string, unknown>> {
  const secrets = await client.list(SECRETS, { namespace });
  return Object.fromEntries(
    secrets.filter(({ type }) => type === 'Opaque').map(({ metadata, data }) => [metadata.name, data]),
  );
}

/** Complete models: Stoa's own, and those of other publishers if they are present. */
function wholeModels(): { readonly name: string; readonly folder: string }[] {
  const folders = [
    new URL('../models', import.meta.url).pathname,
    ...(process.env.STOA_CASES === undefined ? [] : [join(process.env.STOA_CASES, 'ram')]),
  ];
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.json') && !file.startsWith('vm-'))
      .map((file) => ({ name: file.replace('.json', ''), folder })),
  );
}

/** Longest time (ms) for a model of a hundred components on a loaded machine. */
const WHOLE_MODEL = 150_000;

describe('every complete model', () => {
  it.each(wholeModels())(
    '$name is installed and upgraded, and leaves only its volumes, with the values beside them',
    async ({ name, folder }) => {
      const text = readFileSync(join(folder, `${name}.json`), 'utf8');
      const parsed = JSON.parse(text) as { readonly apps: readonly Record<string, unknown>[] };
      await shop.offer(name, '1.0', text);
      const [first, ...rest] = parsed.apps;
      const upgraded = { ...first, share_image: 'example.com/upgraded:2', image: 'example.com/upgraded:2' };
      await shop.offer(name, '2.0', { ...parsed, apps: [upgraded, ...rest] });
      const team = await Team.create(client);
      // The pods of one of the models use this account.
      await kubectl(['create', 'serviceaccount', 'admin', '-n', team.namespace]);
      const install = new Install(client, team, shop, name, { name: 'whole' });
      await install.apply('1.0');
      await install.condition('Ready', 'True', undefined, WHOLE_MODEL);
      await install.apply('2.0');
      await install.condition('Ready', 'True', undefined, WHOLE_MODEL);
      await install.remove();
      await eventually(async () => {
        const left = await contentsOf(client, team.namespace);
        const others = left.filter((each) => !each.startsWith('PersistentVolumeClaim '));
        const values = others.length === left.length ? [] : ['Secret whole-kept'];
        expect(others.filter((each) => !values.includes(each))).toEqual(['ServiceAccount admin']);
      });
    },
  );
});

describe('a rule of an install', () => {
  it('carries traffic to its component', async () => {
    const team = await Team.create(client);
    const route = { default_domain: true, location: '/', component_key: 'web', port: 8080 };
    const web = app('web', {
      port_map_list: [
        {
          container_port: 8080,
          protocol: 'http',
          port_alias: 'WEB',
          is_inner_service: true,
          is_outer_service: true,
          k8s_service_name: 'web',
        },
      ],
    });
    await shop.offer('served', '1.0', { ...model(web), ingress_http_routes: [route] });
    const install = new Install(client, team, shop, 'served');
    await install.apply();
    await install.condition('Ready', 'True');
    const { stdout } = await kubectl([
      ...['get', 'gr', '-n', team.namespace, '-o'],
      'jsonpath={.items[0].spec.http.domainName}',
    ]);
    expect(stdout).not.toBe('');
    await eventually(async () => expect((await throughGateway(stdout)).status).toBe(200));
  });
});
