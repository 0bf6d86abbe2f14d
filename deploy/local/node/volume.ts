import type { ObjectDraft } from '../../../src/kube/object.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../../src/objects/core.ts';

/** Name of the one storage class, which is the default. */
export const STORAGE_CLASS = 'local';

const PROVISIONER = 'local.stoa.dev/volumes';

/** The storage class, which makes the API server's controllers leave claims to the stand-in. */
export const LOCAL_STORAGE_CLASS: ObjectDraft = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: {
    name: STORAGE_CLASS,
    annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
  },
  provisioner: PROVISIONER,
  reclaimPolicy: 'Delete',
  volumeBindingMode: 'Immediate',
};

/** The volume that a claim waits for; undefined where it has one or asks for another class. */
export function volumeFor({ metadata, spec }: PersistentVolumeClaim): ObjectDraft | undefined {
  const waits = spec.volumeName === undefined && metadata.deletionTimestamp === undefined;
  if (!waits || spec.storageClassName !== STORAGE_CLASS) {
    return undefined;
  }
  const { namespace, name, uid } = metadata;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: `pvc-${uid}`,
      annotations: { 'pv.kubernetes.io/provisioned-by': PROVISIONER },
    },
    spec: {
      storageClassName: STORAGE_CLASS,
      capacity: { storage: spec.resources?.requests?.storage ?? '1Gi' },
      accessModes: spec.accessModes ?? [],
      volumeMode: spec.volumeMode ?? 'Filesystem',
      persistentVolumeReclaimPolicy: 'Delete',
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid },
      hostPath: { path: '/var/empty' },
    },
  };
}

/** Whether a volume is of no use any more: its claim has gone. */
export function isReleased({ spec, status, metadata }: PersistentVolume): boolean {
  return (
    spec.storageClassName === STORAGE_CLASS &&
    status?.phase === 'Released' &&
    metadata.deletionTimestamp === undefined
  );
}
