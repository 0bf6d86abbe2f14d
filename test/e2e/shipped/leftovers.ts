import { RELEASE } from './release.ts';
import type { World } from './world.ts';

/** Kinds of objects that belong to no namespace and that a release makes, and those that Helm leaves. */
const CLUSTER_KINDS = ['clusterroles', 'clusterrolebindings', 'customresourcedefinitions', 'namespaces'];

/** Kinds of objects in the namespace of a release that it, its processes or its uninstallation make. */
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

/** What of Stoa is still there, as `<resource>/<name>`. */
export async function leftovers({ kubectl }: World): Promise<readonly string[]> {
  const all = await kubectl('get', CLUSTER_KINDS.join(), '--output=name');
  const ours = new RegExp(`/(${RELEASE.name}-.*|\\w+\\.stoa\\.dev)$`);
  return all.split('\n').filter((name) => ours.test(name));
}

/** What a release that was uninstalled has left in its namespace and cluster-wide, but for the kinds; the same. */
export async function remains(world: World): Promise<readonly string[]> {
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
