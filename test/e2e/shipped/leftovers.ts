import { RELEASE } from './release.ts';
import type { ShippedCluster } from './shippedcluster.ts';

/** Cluster-wide kinds of objects that a release creates, and those that Helm leaves. */
const CLUSTER_KINDS = ['clusterroles', 'clusterrolebindings', 'customresourcedefinitions', 'namespaces'];

/** Names of objects that stay until users delete them, and of events, which tell what happened. */
const KEPT = /^(namespace\/|customresourcedefinition\.|listenerset\.|event[./])/;

/** Remaining objects of Stoa, as `<resource>/<name>`. */
export async function leftovers({ kubectl }: ShippedCluster): Promise<readonly string[]> {
  const all = await kubectl('get', CLUSTER_KINDS.join(), '--output=name');
  const ours = new RegExp(`/(${RELEASE.name}-.*|\\w+\\.stoa\\.dev)$`);
  return all.split('\n').filter((name) => ours.test(name));
}

/**
 * Objects, except CRDs and what users delete later, that an uninstalled release has left in its namespace and
 * cluster-wide, as `<resource>/<name>`.
 */
export async function remains(world: ShippedCluster): Promise<readonly string[]> {
  const kinds = await world.kubectl('api-resources', '--namespaced', '--verbs=list', '--output=name');
  const names = await world.kubectl(
    'get',
    kinds.trim().split('\n').join(),
    `--namespace=${RELEASE.namespace}`,
    '--output=name',
  );
  const own = names.split('\n').filter((name) => name.includes(`/${RELEASE.name}-`));
  return [...own, ...(await leftovers(world))].filter((name) => !KEPT.test(name));
}
