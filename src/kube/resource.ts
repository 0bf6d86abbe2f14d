import type { KubeObject } from './object.ts';

/** Where the API server serves a kind; `T` is the shape of its objects. */
export interface Resource<T extends KubeObject = KubeObject> {
  /** API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** Plural name in paths. */
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** Only carries `T`; never set. */
  readonly shape?: T;
}

/** `apiVersion` of the objects of a resource. */
export function apiVersionOf({ group, version }: Resource): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Which objects of a resource a path is about; without a namespace, those of all namespaces. */
export interface Target {
  readonly namespace?: string | undefined;
  readonly name?: string;
  readonly subresource?: string;
}

/** Path of a resource, or of one of its objects, on the API server. */
export function pathOf(resource: Resource, { namespace, name, subresource }: Target): string {
  const parts = [resource.group === '' ? 'api' : `apis/${resource.group}`, resource.version];
  if (resource.namespaced && namespace !== undefined) {
    parts.push('namespaces', encodeURIComponent(namespace));
  }
  parts.push(resource.plural);
  if (name !== undefined) {
    parts.push(encodeURIComponent(name));
  }
  if (subresource !== undefined) {
    parts.push(subresource);
  }
  return `/${parts.join('/')}`;
}
