import { describe, expect, it } from 'vitest';
import { makeComponent } from '../../../../../src/model/build/workload/component.ts';
import type { ModelComponent } from '../../../../../src/model/read/component.ts';
import type { ConfigFile, Volume } from '../../../../../src/model/read/storage.ts';
import type { Surroundings } from '../../../../../src/source/surroundings.ts';
import { expanded } from '../../../../support/models.ts';
import { contextOf, partOf, podTemplateOf, specOf } from '../../../../support/parts.ts';
import { app, templateOf, type Wire } from '../../../../support/template.ts';

function volume(more: Partial<Volume> = {}): Volume {
  const path = 'apps[0].service_volume_map_list[0]';
  return { path, name: 'data', mountPath: '/data', type: 'share-file', capacity: 0, ...more };
}

function file(more: Partial<ConfigFile> = {}): ConfigFile {
  return { path: 'f', name: 'conf', mountPath: '/etc/web.conf', content: 'a=1', mode: 0o777, ...more };
}

function made(component: Partial<ModelComponent>, surroundings: Partial<Surroundings> = {}) {
  const part = partOf(component);
  return makeComponent(part, contextOf([part], surroundings));
}

describe('a volume', () => {
  it.each<[string, Partial<Volume>, Record<string, unknown>]>([
    ['share-file', {}, { storage: '10Gi' }],
    ['with a capacity', { capacity: 2048 }, { storage: '2Ti' }],
    ['local', { type: 'local' }, { storage: '10Gi' }],
    ['without a type', { type: '' }, { storage: '10Gi' }],
    ['of a class', { type: 'slow' }, { storage: '10Gi', class: 'slow' }],
    ['of a class for many, with one pod', { type: 'nfs' }, { storage: '10Gi', class: 'nfs' }],
  ])('%s is claimed', (_, more, { storage, class: storageClassName }: Record<string, unknown>) => {
    const { objects, notApplied, workload } = made({ volumes: [volume(more)] });
    expect(objects).toHaveLength(1);
    const [claim] = objects;
    expect(claim?.draft).toEqual({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {
        namespace: 'team',
        name: expect.stringMatching(/^shop-web-data-[0-9a-f]{8}$/),
        labels: expect.objectContaining({ 'stoa.dev/install-uid': 'u1' }),
      },
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage } },
        ...(storageClassName ? { storageClassName } : {}),
      },
    });
    const name = claim?.draft.metadata.name;
    const { spec } = podTemplateOf({ workload });
    expect(spec.volumes).toEqual([{ name, persistentVolumeClaim: { claimName: name } }]);
    expect(spec.containers[0].volumeMounts).toEqual([{ name, mountPath: '/data' }]);
    expect(notApplied).toEqual([]);
  });

  it('of a class that is not there is one of the default class, and says so', () => {
    const { objects, notApplied } = made({
      volumes: [volume({ type: 'nvme', capacity: 30 })],
    });
    expect(objects[0]?.draft.spec).toEqual({
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '30Gi' } },
    });
    expect(notApplied).toEqual([
      { path: 'apps[0].service_volume_map_list[0].volume_type', why: 'there is no storage class nvme' },
    ]);
  });

  it('of a class that nobody may look for is one of the default class, and says so', () => {
    const unseen = (type: string) => made({ volumes: [volume({ type })] }, { storageClasses: undefined });
    expect(unseen('share-file').notApplied).toEqual([]);
    expect(unseen('nvme').objects[0]?.draft.spec).not.toHaveProperty('storageClassName');
    expect(unseen('nvme').notApplied).toMatchObject([
      { why: 'nobody may look whether there is a storage class nvme' },
    ]);
  });

  it('says what it waits for where there is no default class', () => {
    const { notApplied } = made({ volumes: [volume()] }, { storageClasses: [] });
    expect(notApplied).toEqual([
      expect.objectContaining({ why: expect.stringContaining('default storage class') }),
    ]);
  });

  const REPLICAS: Partial<ModelComponent> = { sizing: { replicas: 3, memory: 0, cpu: 0 } };
  const PER_NODE: Partial<ModelComponent> = { extendMethod: 'daemonset' };

  it.each<[string, Partial<Volume>, Partial<ModelComponent>, string]>([
    ['that one pod mounts', {}, {}, 'ReadWriteOnce'],
    ['that one pod mounts, of a class for many', { type: 'nfs' }, {}, 'ReadWriteOnce'],
    ['that several pods mount', {}, REPLICAS, 'ReadWriteOnce'],
    ['that several pods mount, of a class for many', { type: 'nfs' }, REPLICAS, 'ReadWriteMany'],
    ['that each node mounts', {}, PER_NODE, 'ReadWriteOnce'],
    ['that each node mounts, of a class for many', { type: 'nfs' }, PER_NODE, 'ReadWriteMany'],
    ['per pod', {}, { ...REPLICAS, extendMethod: 'state_multiple' }, 'ReadWriteOnce'],
    ['per pod, of a class for many', { type: 'nfs' }, { extendMethod: 'state_multiple' }, 'ReadWriteOnce'],
  ])('%s has the access mode of its pods and its class', (_, more, component, mode) => {
    const { objects, workload } = made({ volumes: [volume(more)], ...component });
    const [template = objects[0]?.draft] = specOf({ workload }).volumeClaimTemplates ?? [];
    expect(template).toMatchObject({ spec: { accessModes: [mode] } });
  });

  it('that several pods mount, of a class for one node, says so', () => {
    const lost = (more: Partial<Volume>) => made({ volumes: [volume(more)], ...REPLICAS }).notApplied;
    expect(lost({})).toEqual([
      { path: 'apps[0].service_volume_map_list[0]', why: expect.stringContaining('run on one node') },
    ]);
    expect(lost({ type: 'nfs' })).toEqual([]);
  });

  it.each<[string, Partial<Volume>, Partial<ModelComponent>, string]>([
    ['one pod mounts', {}, {}, 'Recreate'],
    ['several pods of one node mount', {}, REPLICAS, 'RollingUpdate'],
    ['several pods of any node mount', { type: 'nfs' }, REPLICAS, 'RollingUpdate'],
    ['is temporary', { type: 'memoryfs' }, {}, 'RollingUpdate'],
  ])('that %s decides how pods are replaced', (_, more, component, type) => {
    expect(specOf(made({ volumes: [volume(more)], ...component })).strategy).toMatchObject({ type });
  });

  it('of memory is a directory of the pod on its node', () => {
    const { spec } = podTemplateOf(made({ volumes: [volume({ type: 'memoryfs', capacity: 1 })] }));
    expect(spec.volumes).toEqual([{ name: expect.any(String), emptyDir: { sizeLimit: '100Gi' } }]);
  });

  it.each([
    ['true', { medium: 'Memory', sizeLimit: '10Gi' }],
    ['false', { sizeLimit: '100Gi' }],
  ])('of memory is in memory where an env of the component asks for it: %s', (value, emptyDir) => {
    const envs = [{ name: 'ES_ENABLE_EMPTYDIR_MEDIUM_MEMORY', value }];
    const { spec } = podTemplateOf(made({ envs, volumes: [volume({ type: 'memoryfs', capacity: 1 })] }));
    expect(spec.volumes).toEqual([{ name: expect.any(String), emptyDir }]);
  });

  it('of a state_multiple is one per pod, found by its labels', () => {
    const { objects, workload } = made({ extendMethod: 'state_multiple', volumes: [volume()] });
    const [template] = specOf({ workload }).volumeClaimTemplates ?? [];
    expect(objects).toEqual([]);
    expect(template).toMatchObject({
      metadata: { labels: { 'stoa.dev/install-uid': 'u1', 'stoa.dev/component-id': 'id-web' } },
      spec: { accessModes: ['ReadWriteOnce'] },
    });
    const { spec } = podTemplateOf({ workload });
    expect(spec.volumes).toBeUndefined();
    expect(spec.containers[0].volumeMounts).toEqual([{ name: template?.metadata.name, mountPath: '/data' }]);
  });
});

describe('a volume whose model asks for access by many, where the default class is for one node', () => {
  const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } } };

  it.each<[string, Wire, Wire, readonly object[]]>([
    ['of one pod', { extend_method: 'stateless_singleton' }, {}, [claim]],
    [
      'of several pods',
      { extend_method: 'stateless_multiple', extend_method_map: { min_node: 3 } },
      {},
      [claim],
    ],
    ['of memory', {}, { volume_type: 'memoryfs', volume_capacity: 1 }, []],
    ['with state', { extend_method: 'state_singleton' }, {}, [claim]],
  ])('%s has the claims of its pods and those that mount it', (_, fields, more, claims) => {
    const data = { volume_name: 'data', volume_path: '/data', volume_type: 'share-file', volume_capacity: 0 };
    const service_volume_map_list = [{ ...data, access_mode: 'RWX', ...more }];
    const { expansion } = expanded(
      templateOf([
        app('db', { ...fields, service_volume_map_list }),
        app('web', {
          mnt_relation_list: [{ service_share_uuid: 'db+db', mnt_name: 'data', mnt_dir: '/shared' }],
        }),
      ]),
    );
    const made = expansion.components.flatMap(({ objects }) => objects);
    const found = made.filter(({ draft }) => draft.kind === 'PersistentVolumeClaim');
    expect(found.map(({ draft }) => draft.spec)).toEqual(claims);
    const [db, web] = expansion.components.map((component) => podTemplateOf(component).spec.volumes ?? []);
    const volumes = found.map(({ draft: { metadata } }) => ({
      name: metadata.name,
      persistentVolumeClaim: { claimName: metadata.name },
    }));
    expect(web).toEqual(volumes);
    expect(db).toEqual(
      claims.length === 0 ? [{ name: expect.any(String), emptyDir: { sizeLimit: '100Gi' } }] : volumes,
    );
  });
});

describe('a config file', () => {
  it('is a ConfigMap, mounted as that one file, and other content makes new pods', () => {
    const { objects, workload } = made({ configFiles: [file({ mode: 0o400 })] });
    const { metadata, spec } = podTemplateOf({ workload });
    const name = objects[0]?.draft.metadata.name;
    expect(objects).toMatchObject([{ draft: { kind: 'ConfigMap', data: { 'web.conf': 'a=1' } } }]);
    expect(spec.volumes).toEqual([{ name, configMap: { name, defaultMode: 256 } }]);
    expect(spec.containers[0].volumeMounts).toEqual([
      { name, mountPath: '/etc/web.conf', subPath: 'web.conf' },
    ]);
    const other = podTemplateOf(made({ configFiles: [file({ content: 'a=2' })] }));
    const digest = 'stoa.dev/config-files';
    expect(metadata.annotations?.[digest]).not.toBe(other.metadata.annotations?.[digest]);
  });

  it('that is too long for a ConfigMap says so', () => {
    const { objects, notApplied } = made({ configFiles: [file({ content: '長'.repeat(400_000) })] });
    expect(objects).toEqual([]);
    expect(notApplied).toMatchObject([{ path: 'f.file_content' }]);
  });
});

describe('a shared mount', () => {
  const mounting = (name: string) =>
    partOf({ key: 'api', mounts: [{ path: 'm', owner: 'web', name, mountPath: '/shared' }] });

  it.each([
    ['stateless_multiple', 'share-file', 'ReadWriteOnce'],
    ['state_singleton', 'share-file', 'ReadWriteOnce'],
    ['state_multiple', 'share-file', 'ReadWriteOnce'],
    ['state_multiple', 'nfs', 'ReadWriteMany'],
  ] as const)('is the claim of a %s that has it, of type %s', (extendMethod, type, mode) => {
    const owner = partOf({ extendMethod, volumes: [volume({ type })] });
    const guest = mounting('data');
    const context = contextOf([owner, guest]);
    const [claim] = makeComponent(owner, context).objects;
    expect(claim?.draft.spec).toMatchObject({ accessModes: [mode] });
    const name = claim?.draft.metadata.name;
    const { objects, workload } = makeComponent(guest, context);
    expect(objects).toEqual([]);
    expect(podTemplateOf({ workload }).spec.volumes).toEqual([
      { name, persistentVolumeClaim: { claimName: name } },
    ]);
  });

  it('is the ConfigMap of a file', () => {
    const owner = partOf({ configFiles: [file()] });
    const guest = mounting('conf');
    const context = contextOf([owner, guest]);
    const name = makeComponent(owner, context).objects[0]?.draft.metadata.name;
    const { objects, workload } = makeComponent(guest, context);
    expect(objects).toEqual([]);
    expect(podTemplateOf({ workload }).spec.containers[0].volumeMounts).toEqual([
      { name, mountPath: '/shared', subPath: 'web.conf' },
    ]);
  });

  it.each([
    ['memory', 'mem'],
    ['nothing', 'none'],
  ])('of %s says so', (_, name) => {
    const owner = partOf({ volumes: [volume({ name: 'mem', type: 'memoryfs' })] });
    const guest = mounting(name);
    const { notApplied } = makeComponent(guest, contextOf([owner, guest]));
    expect(notApplied).toMatchObject([{ path: 'm' }]);
  });
});
