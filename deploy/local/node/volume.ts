import type { ObjectDraft } from '../../../src/kube/object.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../../src/objects/core.ts';

/** Name of the default storage class. */
const STORAGE_CLASS = 'local';

const PROVISIONER = 'local.stoa.dev/volumes';

/** Default storage class; its provisioner is the stand-in, so that Kubernetes' controllers leave claims alone. */
export const LOCAL_STORAGE_CLASS: ObjectDraft = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: {
    name: STORAGE_CLASS,
    annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
  },
  provisioner: PROVISIONER,
  reclaimPolicy: 'Delete',
  allowVolumeExpansion: true,
  volumeBindingMode: 'Immediate',
};

/** Volume for a claim; undefined where the claim has one or is of another class. */
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

/** Whether the claim of a volume is gone, so that the volume can be deleted. */
export function isReleased({ spec, status, metadata }: PersistentVolume): boolean {
  return (
    spec.storageClassName === STORAGE_CLASS &&
    status?.phase === 'Released' &&
    metadata.deletionTimestamp === undefined
  );
}
