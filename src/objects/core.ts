import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';

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

/** Where Secrets with certificates are served. */
export const TLS_SECRETS: Resource = {
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  namespaced: true,
};
