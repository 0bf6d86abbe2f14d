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
export const SERVICES: Resource<Service> = {
  group: '',
  version: 'v1',
  plural: 'services',
  kind: 'Service',
  namespaced: true,
};

/** Where Namespaces are served. */
export const NAMESPACES: Resource = {
  group: '',
  version: 'v1',
  plural: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
};

/** A Secret with a certificate, as Stoa keeps it: what it says instead of its data. */
export interface TlsSecret extends KubeObject {
  readonly tls: TlsContent;
}

/** A Secret as the API server sends it. */
interface StoredSecret extends KubeObject {
  readonly type?: string;
  readonly data?: Readonly<Record<string, string>>;
}

/** Where Secrets with certificates are served. */
export const TLS_SECRETS: Resource<TlsSecret> = {
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  namespaced: true,
};

/** Reads the certificate of a Secret and forgets its data. */
export function withoutData(secret: KubeObject): TlsSecret {
  const { apiVersion, kind, metadata, type, data } = secret as StoredSecret;
  return { apiVersion, kind, metadata, tls: readTls(type, data) };
}
