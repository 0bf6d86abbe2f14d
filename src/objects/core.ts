import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import { readTls, type TlsContent } from './certificate.ts';
import { clusterScoped, namespaced } from './resource.ts';

/** Port of a Service. */
export interface ServicePort {
  readonly name?: string;
  readonly port: number;
  /** Port of the container, by number or by name. */
  readonly targetPort?: number | string;
  readonly protocol?: string;
}

/** Service, as far as it is used. */
export interface Service extends KubeObject {
  readonly spec: { readonly ports?: readonly ServicePort[] };
}

/** Resource of Services. */
export const SERVICES: Resource<Service> = core('services', 'Service');

/** Resource of Namespaces. */
export const NAMESPACES: Resource = clusterScoped('', 'v1', 'namespaces', 'Namespace');

/** Secret, with its data. */
export interface Secret extends KubeObject {
  readonly type?: string;
  /** Values in base64. */
  readonly data?: Readonly<Record<string, string>>;
  readonly immutable?: boolean;
}

/** Resource of Secrets. */
export const SECRETS: Resource<Secret> = core('secrets', 'Secret');

/** Resource of ConfigMaps. */
export const CONFIG_MAPS: Resource = core('configmaps', 'ConfigMap');

/** Resource of claims of volumes. */
export const CLAIMS: Resource = core('persistentvolumeclaims', 'PersistentVolumeClaim');

/** Resource of ServiceAccounts. */
export const SERVICE_ACCOUNTS: Resource = core('serviceaccounts', 'ServiceAccount');

/** Resource of StorageClasses. */
export const STORAGE_CLASSES: Resource = clusterScoped(
  'storage.k8s.io',
  'v1',
  'storageclasses',
  'StorageClass',
);

/** TLS Secret as Stoa keeps it: with the names of its certificate instead of its data. */
export interface TlsSecret extends KubeObject {
  readonly tls: TlsContent;
}

/** Resource of Secrets with certificates. */
export const TLS_SECRETS: Resource<TlsSecret> = core('secrets', 'Secret');

/** Secret with what its certificate says instead of its data. */
export function withoutData(secret: KubeObject): TlsSecret {
  const { apiVersion, kind, metadata, type, data } = secret as Secret;
  return { apiVersion, kind, metadata, tls: readTls(type, data) };
}

function core<T extends KubeObject>(plural: string, kind: string): Resource<T> {
  return namespaced('', 'v1', plural, kind);
}
