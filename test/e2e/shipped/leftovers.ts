import { RELEASE } from './release.ts';
import type { World } from './world.ts';

/** Kinds of objects that belong to no namespace and that a release makes. */
const CLUSTER_KINDS = ['clusterroles', 'clusterrolebindings', 'customresourcedefinitions'];

/** What of Stoa is still there, as `<resource>/<name>`. */
export async function leftovers({ kubectl }: World): Promise<readonly string[]> {
  const all = await Promise.all([
    kubectl('get', CLUSTER_KINDS.join(','), '--output=name'),
    kubectl('get', 'namespaces', '--output=name'),
  ]);
  const ours = new RegExp(
    `/(${RELEASE.name}-(operator|rest|editor|viewer)\\b.*|${RELEASE.namespace}|\\w+\\.stoa\\.dev)$`,
  );
  return all.flatMap((text) => text.split('\n')).filter((name) => ours.test(name));
}
