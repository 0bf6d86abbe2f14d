import type { KubeObject } from '../../../src/kube/object.ts';
import type { Resource } from '../../../src/kube/resource.ts';

/** A Pod, as far as the stand-in for its kubelet looks. */
export interface Pod extends KubeObject {
  readonly spec: {
    readonly nodeName?: string;
    readonly restartPolicy?: string;
    readonly containers: readonly { readonly name: string; readonly image: string }[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly podIP?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** A Service with what says who answers for it. */
export interface SelectingService extends KubeObject {
  readonly spec: {
    readonly clusterIP?: string;
    readonly selector?: Readonly<Record<string, string>>;
    readonly ports?: readonly {
      readonly name?: string;
      readonly port: number;
      readonly protocol?: string;
      readonly appProtocol?: string;
    }[];
  };
}

/** A claim of storage. */
export interface Claim extends KubeObject {
  readonly spec: {
    readonly storageClassName?: string;
    readonly volumeName?: string;
    readonly accessModes?: readonly string[];
    readonly volumeMode?: string;
    readonly resources?: { readonly requests?: { readonly storage?: string } };
  };
}

/** A volume, which a claim is bound to. */
export interface Volume extends KubeObject {
  readonly spec: { readonly storageClassName?: string };
  readonly status?: { readonly phase?: string };
}

export const PODS: Resource<Pod> = core('pods', 'Pod', true);
export const SELECTING_SERVICES: Resource<SelectingService> = core('services', 'Service', true);
export const CLAIMS: Resource<Claim> = core('persistentvolumeclaims', 'PersistentVolumeClaim', true);
export const VOLUMES: Resource<Volume> = core('persistentvolumes', 'PersistentVolume', false);
export const NODES: Resource = core('nodes', 'Node', false);
export const LEASES: Resource = {
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  kind: 'Lease',
  namespaced: true,
};
export const STORAGE_CLASSES: Resource = {
  group: 'storage.k8s.io',
  version: 'v1',
  plural: 'storageclasses',
  kind: 'StorageClass',
  namespaced: false,
};

function core<T extends KubeObject>(plural: string, kind: string, namespaced: boolean): Resource<T> {
  return { group: '', version: 'v1', plural, kind, namespaced };
}
