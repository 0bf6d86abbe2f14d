import type { KubeObject } from './object.ts';

/** Resource by which the API server serves a kind; `T` is the type of its objects. */
export interface Resource<T extends KubeObject = KubeObject> {
  /** API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** Plural name in paths. */
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** Phantom field that carries `T`; never set. */
  readonly shape?: T;
}

/** Value of `apiVersion` in the objects of a resource. */
export function apiVersionOf({ group, version }: Resource): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Namespaced resource, by the `apiVersion` and `kind` of its objects and its plural in paths. */
export function namespacedResource<T extends KubeObject>(
  apiVersion: string,
  kind: string,
  plural: string,
): Resource<T> {
  return { ...groupAndVersion(apiVersion), plural, kind, namespaced: true };
}

/** Cluster-scoped resource; otherwise as `namespacedResource`. */
export function clusterResource<T extends KubeObject>(
  apiVersion: string,
  kind: string,
  plural: string,
): Resource<T> {
  return { ...groupAndVersion(apiVersion), plural, kind, namespaced: false };
}

function groupAndVersion(apiVersion: string): Pick<Resource, 'group' | 'version'> {
  const [group = '', version] = apiVersion.split('/');
  return version === undefined ? { group: '', version: group } : { group, version };
}

/** Object or collection of a resource; without a namespace, the collection of all namespaces. */
export interface Target {
  readonly namespace?: string | undefined;
  readonly name?: string;
  readonly subresource?: string;
}

/** URL path of a collection, or of one of its objects. Throws an Error for a name that no object can have. */
export function pathOf(resource: Resource, { namespace, name, subresource }: Target): string {
  const parts = [resource.group === '' ? 'api' : `apis/${resource.group}`, resource.version];
  if (resource.namespaced && namespace !== undefined) {
    parts.push('namespaces', segmentOf(namespace));
  }
  parts.push(resource.plural);
  if (name !== undefined) {
    parts.push(segmentOf(name));
  }
  if (subresource !== undefined) {
    parts.push(subresource);
  }
  return `/${parts.join('/')}`;
}

/** A name as a segment of a path, which it must not leave: names can come from an API server that is not Kubernetes. */
function segmentOf(name: string): string {
  if (name === '.' || name === '..') {
    throw new Error(`no object has the name ${name}`);
  }
  return encodeURIComponent(name);
}
