import type { KubeClient } from '../../kube/client.ts';
import { discover } from '../../kube/discovery.ts';
import { unlessGone } from '../../kube/error.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Permission } from '../../kube/permissions.ts';
import { MARKET_INSTALLS } from '../../objects/stoa.ts';
import { applyFinalizer, FINALIZER, inParallel } from '../writer.ts';

/** What `releaseInstalls` must be allowed to do, in all namespaces or in each that it is called for. */
export const RELEASE_PERMISSIONS: readonly Permission[] = [
  { group: 'stoa.dev', resource: 'marketinstalls', verbs: ['list', 'patch'] },
];

/**
 * Takes Stoa's finalizer off all installs of these namespaces, without any of the whole cluster, and answers which had
 * it. What they have made stays as it is; the garbage collector takes it away when they are deleted, but for volumes.
 * Throws KubeError.
 */
export async function releaseInstalls(
  client: KubeClient,
  namespaces: readonly string[],
): Promise<readonly KubeObject[]> {
  const discovery = await discover(client);
  // Without their kind there are none, and the API server refuses to list them.
  const places = !discovery.serves(MARKET_INSTALLS) ? [] : namespaces.length > 0 ? namespaces : [undefined];
  const lists = await Promise.all(
    places.map((namespace) => client.listMetadata(MARKET_INSTALLS, { namespace })),
  );
  const held = lists.flat().filter(({ metadata }) => metadata.finalizers?.includes(FINALIZER));
  await inParallel(held, async (install) => {
    await unlessGone(applyFinalizer(client, install, false));
  });
  return held;
}
