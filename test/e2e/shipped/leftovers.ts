import { RELEASE } from './release.ts';
import type { ShippedCluster } from './shippedcluster.ts';

/** Cluster-wide kinds of objects that a release creates, and those that Helm leaves. */
const CLUSTER_KINDS = ['clusterroles', 'clusterrolebindings', 'customresourcedefinitions', 'namespaces'];

/** Kinds of objects in the namespace of a release that it, its processes or its uninstallation create. */
const OWN_KINDS = [
  'deployments',
  'jobs',
  'pods',
  'services',
  'configmaps',
  'serviceaccounts',
  'roles',
  'rolebindings',
  'networkpolicies',
  'poddisruptionbudgets',
  'leases',
];

/** Remaining objects of Stoa, as `<resource>/<name>`. */
export async function leftovers({ kubectl }: ShippedCluster): Promise<readonly string[]> {
  const all = await kubectl('get', CLUSTER_KINDS.join(), '--output=name');
  const ours = new RegExp(`/(${RELEASE.name}-.*|\\w+\\.stoa\\.dev)$`);
  return all.split('\n').filter((name) => ours.test(name));
}

/**
 * Objects, except CRDs, that an uninstalled release has left in its namespace and cluster-wide, as `<resource>/<name>`.
 */
export async function remains(world: ShippedCluster): Promise<readonly string[]> {
  const names = await world.kubectl(
    'get',
    OWN_KINDS.join(),
    `--namespace=${RELEASE.namespace}`,
    '--output=name',
  );
  const own = names.split('\n').filter((name) => name.includes(`/${RELEASE.name}-`));
  const kept = /^(namespace\/|customresourcedefinition\.)/;
  return [...own, ...(await leftovers(world)).filter((name) => !kept.test(name))];
}
