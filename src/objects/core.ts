import { present } from '../base/fields.ts';
import { readTls, type TlsContent } from '../content/certificate.ts';
import type { KubeObject, NamespacedObject } from '../kube/object.ts';
import { apiVersionOf, clusterResource, namespacedResource, type Resource } from '../kube/resource.ts';

/** Port of a Service. */
export interface ServicePort {
  readonly name?: string;
  readonly port: number;
  /** Port of the container, by number or by name. */
  readonly targetPort?: number | string;
  readonly protocol?: string;
  readonly appProtocol?: string;
}

/** Service, as far as it is used. */
export interface Service extends NamespacedObject {
  readonly spec: {
    /** `ExternalName` is a name of a host anywhere. */
    readonly type?: string;
    readonly clusterIP?: string;
    readonly selector?: Readonly<Record<string, string>>;
    readonly ports?: readonly ServicePort[];
  };
}

/** Resource of Services. */
export const SERVICES: Resource<Service> = namespacedResource('v1', 'Service', 'services');

/** Service as the caches keep it, which have all of a cluster: what tells its ports, its pods and its address. */
export function trimService({ apiVersion, kind, metadata, spec }: Service): Service {
  const { type, clusterIP, selector, ports } = spec;
  return { apiVersion, kind, metadata, spec: present({ type, clusterIP, selector, ports }) };
}

/** Whether a Service selects pods with labels; one without a selector selects none. */
export function selectsLabels(
  { spec: { selector = {} } }: Service,
  labels: Readonly<Record<string, string>>,
): boolean {
  const wanted = Object.entries(selector);
  return wanted.length > 0 && wanted.every(([name, value]) => labels[name] === value);
}

/** Resource of Namespaces. */
export const NAMESPACES = clusterResource('v1', 'Namespace', 'namespaces');

/** Resource of Nodes. */
export const NODES = clusterResource('v1', 'Node', 'nodes');

/** Secret, with its data. */
export interface Secret extends KubeObject {
  readonly type?: string;
  /** Values in base64. */
  readonly data?: Readonly<Record<string, string>>;
  readonly immutable?: boolean;
}

/** Resource of Secrets. */
export const SECRETS: Resource<Secret> = namespacedResource('v1', 'Secret', 'secrets');

/** ConfigMap, with its texts. */
export interface ConfigMap extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
  /** Values in base64. */
  readonly binaryData?: Readonly<Record<string, string>>;
  readonly immutable?: boolean;
}

/** Resource of ConfigMaps. */
export const CONFIG_MAPS: Resource<ConfigMap> = namespacedResource('v1', 'ConfigMap', 'configmaps');

/** Resource of ServiceAccounts. */
export const SERVICE_ACCOUNTS = namespacedResource('v1', 'ServiceAccount', 'serviceaccounts');

/** Claim of a volume, as far as it is used. */
export interface PersistentVolumeClaim extends NamespacedObject {
  readonly spec: {
    readonly storageClassName?: string;
    readonly volumeName?: string;
    readonly accessModes?: readonly string[];
    readonly volumeMode?: string;
    readonly resources?: { readonly requests?: { readonly storage?: string } };
  };
}

/** Resource of claims of volumes. */
export const CLAIMS: Resource<PersistentVolumeClaim> = namespacedResource(
  'v1',
  'PersistentVolumeClaim',
  'persistentvolumeclaims',
);

/** Volume, as far as it is used. */
export interface PersistentVolume extends KubeObject {
  readonly spec: { readonly storageClassName?: string };
  readonly status?: { readonly phase?: string };
}

/** Resource of volumes. */
export const VOLUMES: Resource<PersistentVolume> = clusterResource(
  'v1',
  'PersistentVolume',
  'persistentvolumes',
);

/** StorageClass, as far as it is used. */
export interface StorageClass extends KubeObject {
  readonly provisioner: string;
}

/** Resource of StorageClasses. */
export const STORAGE_CLASSES: Resource<StorageClass> = clusterResource(
  'storage.k8s.io/v1',
  'StorageClass',
  'storageclasses',
);

/** Annotation on a StorageClass: with the value `true`, volumes that name no class are of this one. */
export const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';

/** Projection of the objects of a kind to their names and versions. */
export function namesOnly(resource: Resource): (object: KubeObject) => KubeObject {
  const type = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  return ({ metadata: { name, namespace, uid, resourceVersion, creationTimestamp } }) => ({
    ...type,
    metadata: { name, ...present({ namespace }), uid, resourceVersion, creationTimestamp },
  });
}

/** TLS Secret as Stoa keeps it: with the names of its certificate instead of its data. */
export interface TlsSecret extends NamespacedObject {
  readonly tls: TlsContent;
}

/** Resource of Secrets with certificates. */
export const TLS_SECRETS: Resource<TlsSecret> = namespacedResource('v1', 'Secret', 'secrets');

/** Secret with what its certificate says instead of its data. */
export function withoutData(secret: NamespacedObject): TlsSecret {
  const { apiVersion, kind, type, data } = secret as Secret;
  return { apiVersion, kind, metadata: secret.metadata, tls: readTls(type, data) };
}

/** The Secret that counts of several with the number of one certificate: the first by name. */
export function firstByName<S extends KubeObject>(secrets: readonly S[]): S | undefined {
  return secrets.reduce<S | undefined>(
    (first, each) => (first !== undefined && first.metadata.name < each.metadata.name ? first : each),
    undefined,
  );
}
