import { inParallel } from '../../base/parallel.ts';
import type { KubeClient } from '../../kube/client.ts';
import { discover } from '../../kube/discovery.ts';
import { ignoreNotFound } from '../../kube/error.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Permission } from '../../kube/permissions.ts';
import { MARKET_INSTALLS } from '../../objects/stoa.ts';
import { applyFinalizers, hasFinalizer } from './finalizer.ts';

/** Permissions of `releaseInstalls`, in all namespaces or in each of those that are given. */
export const RELEASE_PERMISSIONS: readonly Permission[] = [
  { group: 'stoa.dev', resource: 'marketinstalls', verbs: ['list', 'patch'] },
];

/**
 * Takes the finalizer off all installs of the namespaces, or of the whole cluster where none are given, and returns the
 * installs that had it. Their objects stay; the garbage collector deletes all but the volumes with the install. Throws
 * KubeError.
 */
export async function releaseInstalls(
  client: KubeClient,
  namespaces: readonly string[],
): Promise<readonly KubeObject[]> {
  const discovery = await discover(client);
  // Where the CRD is not installed there are none, and the API server refuses to list them.
  const places = !discovery.serves(MARKET_INSTALLS) ? [] : namespaces.length > 0 ? namespaces : [undefined];
  const lists = await Promise.all(
    places.map((namespace) => client.listMetadata(MARKET_INSTALLS, { namespace })),
  );
  const held = lists.flat().filter(hasFinalizer);
  await inParallel(held, async (install) => {
    await ignoreNotFound(applyFinalizers(client, install, []));
  });
  return held;
}
