import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';

/** Resource of a kind whose objects are in namespaces. */
export function namespaced<T extends KubeObject>(
  group: string,
  version: string,
  plural: string,
  kind: string,
): Resource<T> {
  return { group, version, plural, kind, namespaced: true };
}

/** Resource of a kind whose objects belong to the cluster. */
export function clusterScoped(group: string, version: string, plural: string, kind: string): Resource {
  return { group, version, plural, kind, namespaced: false };
}
