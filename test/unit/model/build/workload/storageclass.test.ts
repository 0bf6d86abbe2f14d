import { describe, expect, it } from 'vitest';
import { classOf } from '../../../../../src/model/build/workload/claim.ts';
import type { StorageClass, StorageSettings } from '../../../../../src/source/surroundings.ts';
import { surroundings } from '../../../../support/install.ts';

const CLASSES = [
  { name: 'standard', isDefault: true, provisioner: 'rancher.io/local-path' },
  { name: 'disks', isDefault: false, provisioner: 'example.com/disks' },
  { name: 'nfs', isDefault: false, provisioner: 'nfs.csi.k8s.io' },
];

function chosen(
  type: string,
  settings: Partial<StorageSettings> = {},
  storageClasses: readonly StorageClass[] | undefined = CLASSES,
) {
  const storage = { classes: {}, readWriteMany: [], ...settings };
  const volume = { path: 'v', name: 'data', mountPath: '/data', type, capacity: 0 };
  return classOf(volume, { ...surroundings({ storage }), storageClasses });
}

describe('the storage class of a volume', () => {
  it.each<[string, string, Partial<StorageSettings>, string | undefined]>([
    ['is the default class for types of the format', 'share-file', {}, undefined],
    ['is the class that is called like its type', 'disks', {}, 'disks'],
    ['is the default class for an unknown type', 'nvme', {}, undefined],
    ['is the configured one of its type', 'share-file', { classes: { 'share-file': 'nfs' } }, 'nfs'],
    ['is that of share-file without a type', '', { classes: { 'share-file': 'nfs' } }, 'nfs'],
    [
      'is the configured one even where one is called like the type',
      'disks',
      { classes: { disks: 'nfs' } },
      'nfs',
    ],
    [
      'is the one of its name where the configured one is not there',
      'disks',
      { classes: { disks: 'gone' } },
      'disks',
    ],
    ['is no name of JavaScript', 'constructor', {}, undefined],
  ])('%s', (_, type, settings, name) => {
    expect(chosen(type, settings).name).toBe(name);
  });

  it('is taken from the configuration where nobody may look', () => {
    const settings = { classes: { 'share-file': 'efs' }, readWriteMany: ['efs'] };
    const { storage: _, ...around } = surroundings();
    const volume = { path: 'v', name: 'data', mountPath: '/data', type: 'share-file', capacity: 0 };
    const unseen = { ...around, storage: settings, storageClasses: undefined };
    expect(classOf(volume, unseen)).toEqual({ name: 'efs', shared: true, notApplied: [] });
  });

  it('that is configured and not there is told', () => {
    expect(chosen('share-file', { classes: { 'share-file': 'gone' } }).notApplied).toEqual([
      { path: 'v.volume_type', why: 'there is no storage class gone' },
    ]);
  });

  it.each([
    ['nfs.csi.k8s.io', true],
    ['cephfs.csi.ceph.com', true],
    ['rook-ceph.cephfs.csi.ceph.com', true],
    ['rook-ceph.rbd.csi.ceph.com', false],
    ['cluster.local/nfs-subdir-external-provisioner', true],
    ['efs.csi.aws.com', true],
    ['ebs.csi.aws.com', false],
    ['rancher.io/local-path', false],
    ['driver.longhorn.io', false],
  ])('of %s is shared by nodes: %s', (provisioner, shared) => {
    expect(chosen('share-file', {}, [{ name: 'only', isDefault: true, provisioner }]).shared).toBe(shared);
    expect(chosen('only', {}, [{ name: 'only', isDefault: false, provisioner }]).shared).toBe(shared);
  });

  it('is shared by nodes where the configuration says so', () => {
    expect(chosen('disks').shared).toBe(false);
    expect(chosen('disks', { readWriteMany: ['disks'] }).shared).toBe(true);
    expect(chosen('share-file', { readWriteMany: ['standard'] }).shared).toBe(true);
  });
});
