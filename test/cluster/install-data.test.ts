import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { CLAIMS } from '../../src/objects/core.ts';
import { PODS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf, type Wire } from '../support/template.ts';
import { serving } from './support/models.ts';
import { Install, Shop } from './support/shop.ts';
import { connect, Team } from './support/world.ts';

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
});

afterAll(() => shop.close());

/** Pod with the volumes that it mounts. */
interface MountingPod extends KubeObject {
  readonly spec: {
    readonly containers: readonly {
      readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
    }[];
    readonly volumes?: readonly {
      readonly name: string;
      readonly persistentVolumeClaim?: { readonly claimName: string };
    }[];
  };
}

function podsOf({ namespace }: Team): Promise<readonly MountingPod[]> {
  return client.list(PODS as Resource<MountingPod>, { namespace });
}

/** Claims that the pods of a team mount at a path, sorted. */
async function mountedAt(team: Team, path: string): Promise<readonly string[]> {
  const pods = await podsOf(team);
  return pods
    .flatMap(({ spec }) => {
      const mounts = spec.containers.flatMap(({ volumeMounts = [] }) => volumeMounts);
      const names = mounts.filter(({ mountPath }) => mountPath === path).map(({ name }) => name);
      return (spec.volumes ?? []).filter(({ name }) => names.includes(name));
    })
    .flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [])
    .toSorted();
}

async function claimsOf({ namespace }: Team): Promise<Readonly<Record<string, string>>> {
  const claims = await client.list(CLAIMS, { namespace });
  return Object.fromEntries(claims.map(({ metadata }) => [metadata.name, metadata.uid]));
}

/** Fields of a component with volumes, each as `name:path`. */
function storing(...volumes: readonly string[]): Wire {
  return {
    service_volume_map_list: volumes.map((volume) => {
      const [volume_name, volume_path] = volume.split(':');
      return { volume_name, volume_path, volume_type: 'local', volume_capacity: 1 };
    }),
  };
}

const STATELESS: Wire = { extend_method: 'stateless_singleton' };

function stateful(pods = 1): Wire {
  return { extend_method: 'state_multiple', extend_method_map: { min_node: pods } };
}

/** Install of versions of a model, the first of which is ready. */
async function started(model: string, ...versions: readonly (readonly Wire[] | string)[]) {
  for (const [at, version] of versions.entries()) {
    await shop.offer(model, `${at + 1}.0`, typeof version === 'string' ? version : templateOf(version));
  }
  const team = await Team.create(client);
  const install = new Install(client, team, shop, model);
  await install.apply('1.0');
  await install.condition('Ready', 'True');
  return { team, install };
}

/** Waits until a version is ready; no two workloads have pods meanwhile. */
async function upgrade({ team, install }: Awaited<ReturnType<typeof started>>, version: string) {
  await install.apply(version);
  const ready = install.condition('Ready', 'True');
  let isReady = false;
  const settled = ready.finally(() => {
    isReady = true;
  });
  while (!isReady) {
    const owners = (await podsOf(team)).flatMap(({ metadata }) => metadata.ownerReferences ?? []);
    expect(new Set(owners.map(({ kind }) => kind)).size).toBeLessThanOrEqual(1);
  }
  await settled;
}

describe('the data of a component', () => {
  it('stays in its claim when it becomes stateful, and when it is stateless again', async () => {
    const [queue, store] = [serving('queue'), storing('messages:/spool')];
    const world = await started(
      'queue',
      [app('queue', { ...STATELESS, ...queue, ...store })],
      [app('queue', { ...stateful(), ...queue, ...store })],
    );
    const { team, install } = world;
    const before = await claimsOf(team);
    const mounted = await mountedAt(team, '/spool');
    expect(mounted).toEqual(Object.keys(before));
    await upgrade(world, '2.0');
    expect(await mountedAt(team, '/spool')).toEqual(mounted);
    await install.apply('2.0', { overrides: [{ component: 'queue', replicas: 3 }] });
    const { message } = await install.condition('Applied', 'False', 'DataElsewhere');
    expect(message).toContain(`PersistentVolumeClaim ${mounted[0]} has the data`);
    expect(await mountedAt(team, '/spool')).toEqual(mounted);
    await upgrade(world, '1.0');
    expect(await mountedAt(team, '/spool')).toEqual(mounted);
    expect(await claimsOf(team)).toEqual(before);
  });

  it('stays in the claim of its only pod when it becomes stateless; with several, the version is refused', async () => {
    const store = storing('index:/index');
    const world = await started(
      'search',
      [app('search', { ...stateful(2), ...store })],
      [app('search', { extend_method: 'stateless_multiple', ...store })],
    );
    const { team, install } = world;
    const [first = '', second = ''] = Object.keys(await claimsOf(team)).toSorted();
    await install.apply('2.0');
    const { message } = await install.condition('Applied', 'False', 'DataElsewhere');
    expect(message).toContain(`${first}, ${second} have the data`);
    expect(await mountedAt(team, '/index')).toEqual([first, second]);
    // As the message says.
    const one = { overrides: [{ component: 'search', replicas: 1 }] };
    await install.apply('1.0', one);
    await install.condition('Ready', 'True');
    const { uid } = await client
      .get(CLAIMS, { namespace: team.namespace, name: second })
      .then(({ metadata }) => metadata);
    await client.delete(CLAIMS, { namespace: team.namespace, name: second, uid });
    await eventually(async () => expect(Object.keys(await claimsOf(team))).toEqual([first]));
    await upgrade(world, '2.0');
    expect(await mountedAt(team, '/index')).toEqual([first]);
    await upgrade(world, '1.0');
    await eventually(async () => expect((await mountedAt(team, '/index'))[0]).toBe(first));
  });

  it('stays when a volume is added to stable pods', async () => {
    const world = await started(
      'ledger',
      [app('ledger', { ...stateful(2), ...storing('rows:/rows') })],
      [app('ledger', { ...stateful(2), ...storing('rows:/rows', 'wal:/wal') })],
    );
    const { team } = world;
    const before = await claimsOf(team);
    await upgrade(world, '2.0');
    expect(await mountedAt(team, '/rows')).toEqual(Object.keys(before).toSorted());
    expect(await mountedAt(team, '/wal')).toHaveLength(2);
    expect(await claimsOf(team)).toMatchObject(before);
  });

  it('stays when another component mounts it; of several pods, the version is refused', async () => {
    const reader = app('reader', {
      mnt_relation_list: [{ service_share_uuid: 'media+media', mnt_name: 'files', mnt_dir: '/in' }],
    });
    const media = (pods: number) => app('media', { ...stateful(pods), ...storing('files:/files') });
    const { team, install } = await started('media', [media(1)], [media(1), reader]);
    const [claim = ''] = Object.keys(await claimsOf(team));
    const [pod] = await podsOf(team);
    await install.apply('2.0');
    await install.condition('Ready', 'True');
    expect((await podsOf(team)).map(({ metadata }) => metadata.uid)).toContain(pod?.metadata.uid);
    expect([await mountedAt(team, '/files'), await mountedAt(team, '/in')]).toEqual([[claim], [claim]]);
    const other = await started('media-pair', [media(2)], [media(2), reader]);
    await other.install.apply('2.0');
    const { message } = await other.install.condition('Applied', 'False', 'DataElsewhere');
    expect(message).toContain('at /files');
    expect(await mountedAt(other.team, '/files')).toHaveLength(2);
  });

  it.each([
    ['a Deployment', STATELESS],
    ['a StatefulSet', stateful(2)],
  ])('stays when a volume of %s has another name at the same path', async (_, kind) => {
    const model = `names-${String(kind.extend_method).replace('_', '-')}`;
    const world = await started(
      model,
      [app('wiki', { ...kind, ...storing('data:/wiki') })],
      [app('wiki', { ...kind, ...storing('pages:/wiki') })],
      [app('wiki', { ...kind, ...storing('pages:/wiki', 'data:/more') })],
    );
    const { team } = world;
    const mounted = await mountedAt(team, '/wiki');
    await upgrade(world, '2.0');
    expect(await mountedAt(team, '/wiki')).toEqual(mounted);
    await upgrade(world, '3.0');
    expect(await mountedAt(team, '/wiki')).toEqual(mounted);
    const more = await mountedAt(team, '/more');
    expect(more).toHaveLength(mounted.length);
    expect(mounted).not.toContain(more[0]);
  });
});

it.each([
  ['stateful', stateful(), STATELESS],
  ['stateless', STATELESS, stateful()],
])('the next install of the same name mounts what a %s component has left', async (kind, before, after) => {
  const model = (fields: Wire) => [app('notes', { ...fields, ...storing('notes:/notes') })];
  const { team, install } = await started(`left-${kind}`, model(before), model(after));
  const mounted = await mountedAt(team, '/notes');
  const claims = await claimsOf(team);
  await install.remove();
  await eventually(async () => expect(await podsOf(team)).toEqual([]));
  await install.apply('2.0');
  await install.condition('Ready', 'True');
  expect(await mountedAt(team, '/notes')).toEqual(mounted);
  expect(await claimsOf(team)).toEqual(claims);
});

it('a component with another key than before keeps its data by a match only, and does not begin empty', async () => {
  const board = (key: string) =>
    app(key, { ...STATELESS, service_cname: 'Board', ...storing('cards:/cards') });
  const { team, install } = await started('board', [board('board')], [board('kanban')]);
  const mounted = await mountedAt(team, '/cards');
  await install.apply('2.0');
  const { message } = await install.condition('Applied', 'False', 'DataElsewhere');
  expect(message).toContain(`PersistentVolumeClaim ${mounted[0]} has the data`);
  expect(message).toContain('set spec.match to {board: kanban}');
  expect(await mountedAt(team, '/cards')).toEqual(mounted);
  await install.apply('2.0', { match: { board: 'kanban' } });
  await install.condition('Ready', 'True');
  expect(await mountedAt(team, '/cards')).toEqual(mounted);
});

describe('the data of a workload that a model brings along', () => {
  const claim =
    'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: NAME}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n';
  const pod = (volumes: string, mounts: string) =>
    `selector: {matchLabels: {run: cache}}, template: {metadata: {labels: {run: cache}}, spec: {containers: [{name: cache, image: example.com/cache, volumeMounts: [${mounts}]}], volumes: [${volumes}]}}`;
  const volumeOf = (name: string) => `{name: data, persistentVolumeClaim: {claimName: ${name}}}`;
  const mount = '{name: data, mountPath: /data}';
  const deployment = (name: string) =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: cache}\nspec: {${pod(volumeOf(name), mount)}}\n`;
  const setOf = (templates: string, volumes = '', mounts = mount) =>
    `apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: cache-set}\nspec: {serviceName: cache, volumeClaimTemplates: [${templates}], ${pod(volumes, mounts)}}\n`;
  const template = (name: string, size: string) =>
    `{metadata: {name: ${name}}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: ${size}}}}}`;
  const model = (...documents: readonly string[]) =>
    templateOf([], {
      k8s_resources: documents.map((content, at) => ({ name: `r${at}`, kind: '', content })),
    });

  it('is mounted by one workload at a time, and an empty claim in its place is refused', async () => {
    const kept = claim.replace('NAME', 'kept');
    const world = await started(
      'cache',
      model(kept, deployment('kept')),
      model(kept, setOf('', volumeOf('kept'))),
      model(claim.replace('NAME', 'empty'), setOf('', volumeOf('empty'))),
      model(setOf(template('data', '1Gi')).replace('name: cache-set', 'name: again')),
    );
    await eventually(async () => expect(await mountedAt(world.team, '/data')).toEqual(['kept']));
    await upgrade(world, '2.0');
    await eventually(async () => expect(await mountedAt(world.team, '/data')).toEqual(['kept']));
    await world.install.apply('3.0');
    const { message } = await world.install.condition('Applied', 'False', 'DataElsewhere');
    expect(message).toContain('StatefulSet cache-set would mount an empty volume at /data');
    await world.install.apply('4.0');
    const named = await world.install.condition('Applied', 'False', 'DataElsewhere');
    expect(named.message).toContain('StatefulSet again would give each pod an empty volume at /data');
    expect(await mountedAt(world.team, '/data')).toEqual(['kept']);
  });

  it('stays in the claims of stable pods whose templates change', async () => {
    const world = await started(
      'stable',
      model(setOf(template('data', '1Gi'))),
      model(
        setOf(
          `${template('data', '2Gi')}, ${template('log', '1Gi')}`,
          '',
          `${mount}, {name: log, mountPath: /log}`,
        ),
      ),
    );
    await eventually(async () => expect(await mountedAt(world.team, '/data')).toEqual(['data-cache-set-0']));
    const before = await claimsOf(world.team);
    await upgrade(world, '2.0');
    await eventually(async () => expect(await mountedAt(world.team, '/log')).toEqual(['log-cache-set-0']));
    expect(await mountedAt(world.team, '/data')).toEqual(['data-cache-set-0']);
    expect(await claimsOf(world.team)).toMatchObject(before);
  });
});
