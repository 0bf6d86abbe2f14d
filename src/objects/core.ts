import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import { readTls, type TlsContent } from './certificate.ts';

/** One port of a Service. */
export interface ServicePort {
  readonly name?: string;
  readonly port: number;
  /** Port of the container, by number or by name. */
  readonly targetPort?: number | string;
  readonly protocol?: string;
}

/** A Service, as far as it is used. */
export interface Service extends KubeObject {
  readonly spec: { readonly ports?: readonly ServicePort[] };
}

/** Where Services are served. */
export const SERVICES: Resource<Service> = core('services', 'Service');

/** Where Namespaces are served. */
export const NAMESPACES: Resource = {
  group: '',
  version: 'v1',
  plural: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
};

/** A Secret. */
export interface Secret extends KubeObject {
  readonly type?: string;
  /** Values in base64. */
  readonly data?: Readonly<Record<string, string>>;
  readonly immutable?: boolean;
}

/** Where Secrets are served. */
export const SECRETS: Resource<Secret> = core('secrets', 'Secret');

/** Where ConfigMaps are served. */
export const CONFIG_MAPS: Resource = core('configmaps', 'ConfigMap');

/** Where claims of volumes are served. */
export const CLAIMS: Resource = core('persistentvolumeclaims', 'PersistentVolumeClaim');

/** Where ServiceAccounts are served. */
export const SERVICE_ACCOUNTS: Resource = core('serviceaccounts', 'ServiceAccount');

/** Where StorageClasses are served. */
export const STORAGE_CLASSES: Resource = {
  group: 'storage.k8s.io',
  version: 'v1',
  plural: 'storageclasses',
  kind: 'StorageClass',
  namespaced: false,
};

/** A Secret with a certificate, as Stoa keeps it: what it says instead of its data. */
export interface TlsSecret extends KubeObject {
  readonly tls: TlsContent;
}

/** Where Secrets with certificates are served. */
export const TLS_SECRETS: Resource<TlsSecret> = core('secrets', 'Secret');

/** Reads the certificate of a Secret and forgets its data. */
export function withoutData(secret: KubeObject): TlsSecret {
  const { apiVersion, kind, metadata, type, data } = secret as Secret;
  return { apiVersion, kind, metadata, tls: readTls(type, data) };
}

function core<T extends KubeObject>(plural: string, kind: string): Resource<T> {
  return { group: '', version: 'v1', plural, kind, namespaced: true };
}
