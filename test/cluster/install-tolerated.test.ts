import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { app, templateOf } from '../support/template.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { connect, Team } from './support/world.ts';

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
});

afterAll(() => shop.close());

const LISTS = [
  ...['port_map_list', 'service_env_map_list', 'service_connect_info_map_list', 'service_volume_map_list'],
  ...['mnt_relation_list', 'dep_service_map_list', 'probes', 'component_monitors', 'component_graphs'],
  ...['component_k8s_attributes', 'labels', 'endpoints', 'service_related_plugin_config'],
  ...['extend_method_map', 'service_image'],
];
const TOP_LISTS = [
  'plugins',
  'app_config_groups',
  'ingress_http_routes',
  'ingress_stream_routes',
  'k8s_resources',
];

function nulls(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, null]));
}

function attribute(name: string, value: unknown) {
  return { name, save_type: 'json', attribute_value: value };
}

const HOST_PATHS = {
  component_k8s_attributes: [
    attribute('volumes', [{ name: 'root', hostPath: { path: '/' } }]),
    attribute('privileged', true),
    attribute('hostNetwork', true),
  ],
};

const CLUSTER_WIDE = ['ClusterRole', 'Namespace', 'CustomResourceDefinition'].map((kind) => ({
  name: 'wide',
  kind,
  content: `apiVersion: v1\nkind: ${kind}\nmetadata: {name: wide, namespace: kube-system}\n`,
}));

const PROTOTYPE = templateOf([app('web', { extra: 1 })])
  .replace('"extra":1', '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}')
  .replace('"template_version"', '"__proto__":{"apps":null},"template_version"');

/** Unusual models that Stoa installs, and the ineffective parts that their status lists. */
const MODELS: readonly (readonly [
  name: string,
  text: string,
  images: readonly string[],
  paths: readonly string[],
])[] = [
  [
    'null for every list',
    templateOf([app('web', nulls(LISTS)), null], nulls(TOP_LISTS)),
    ['registry.example.com/web:1'],
    [],
  ],
  ['keys of prototypes', PROTOTYPE, ['registry.example.com/web:1'], []],
  [
    'unknown keys',
    templateOf([app('web', { nobody: { knows: [1] } })], { whatever: true }),
    ['registry.example.com/web:1'],
    [],
  ],
  [
    'one key for two components',
    templateOf([app('a'), app('a', { service_share_uuid: 'other', share_image: 'b:1' })]),
    ['b:1', 'registry.example.com/a:1'],
    [],
  ],
  [
    'names that are not DNS labels',
    templateOf([
      app('a', { service_cname: 'Ünï_çødé 商店 🚀', k8s_component_name: '-_-' }),
      app('b', { service_alias: '.'.repeat(200) }),
    ]),
    ['registry.example.com/a:1', 'registry.example.com/b:1'],
    [],
  ],
  [
    'unusual images',
    templateOf([
      app('a', { share_image: 'nginx' }),
      app('b', { share_image: 'localhost:5000/A/b' }),
      app('c', { share_image: `x@sha256:${'0'.repeat(64)}` }),
    ]),
    ['localhost:5000/A/b', 'nginx', `x@sha256:${'0'.repeat(64)}`],
    [],
  ],
  [
    'host paths',
    templateOf([app('web', HOST_PATHS)]),
    ['registry.example.com/web:1'],
    [
      'apps[0].component_k8s_attributes[0]',
      'apps[0].component_k8s_attributes[1]',
      'apps[0].component_k8s_attributes[2]',
    ],
  ],
  [
    'cluster-wide kinds',
    templateOf([app('web')], { k8s_resources: CLUSTER_WIDE }),
    ['registry.example.com/web:1'],
    ['k8s_resources[0]', 'k8s_resources[1]', 'k8s_resources[2]'],
  ],
  [
    'an additional virtual machine',
    templateOf([app('web'), app('vm', { extend_method: 'vm' })]),
    ['registry.example.com/web:1'],
    ['apps[1]'],
  ],
];

describe('an unusual model', () => {
  it.each(MODELS)('%s: is installed, and lists what has no effect', async (name, text, images, paths) => {
    const key = name.replaceAll(/\W+/g, '-');
    await shop.offer(key, '1.0', text);
    const team = await Team.create(client);
    const install = new Install(client, team, shop, key, { name: 'shop' });
    await install.apply();
    await install.condition('Ready', 'True');
    const deployments = await client.list(DEPLOYMENTS, { namespace: team.namespace });
    const pods = deployments.map(({ spec }) => spec.template?.spec);
    expect(pods.flatMap((pod) => pod?.containers.map(({ image }) => image) ?? []).toSorted()).toEqual(images);
    expect(JSON.stringify(pods)).not.toMatch(/hostPath|privileged|hostNetwork|polluted/);
    const { status } = await install.get();
    expect(status?.notApplied?.map(({ path }) => path) ?? []).toEqual(paths);
    await install.remove();
    expect(await contentsOf(client, team.namespace)).toEqual([]);
  });
});
