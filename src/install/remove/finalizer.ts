import { present } from '../../base/fields.ts';
import { inParallel } from '../../base/parallel.ts';
import { reread } from '../../controller/status.ts';
import type { CallOptions, KubeClient } from '../../kube/client.ts';
import { discover } from '../../kube/discovery.ts';
import { ignoreNotFound, isFailure } from '../../kube/error.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Permission } from '../../kube/permissions.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS, type MarketInstall } from '../../objects/stoa.ts';
import { FIELD_MANAGER } from '../owned.ts';
import { reportingOf } from '../status/report.ts';
import type { Writer } from '../writer.ts';

/** Finalizer that keeps an install until all its objects are gone. */
export const FINALIZER = 'stoa.dev/uninstall';

/** Whether an object has the finalizer. */
export function hasFinalizer({ metadata }: KubeObject): boolean {
  return metadata.finalizers?.includes(FINALIZER) ?? false;
}

/** Puts the finalizer on an install. Throws KubeError unless the install is gone. */
export async function addFinalizer(writer: Writer, install: MarketInstall): Promise<void> {
  await setFinalizers(writer, install, [FINALIZER]);
}

/** Takes the finalizer off an install. Throws KubeError unless the install is gone. */
export async function removeFinalizer(writer: Writer, install: MarketInstall): Promise<void> {
  await setFinalizers(writer, install, []);
}

/** Apply of the finalizers of an install by uid: it never creates one. Throws KubeError. */
function applyFinalizers(
  client: KubeClient,
  { metadata: { namespace, name, uid } }: KubeObject,
  finalizers: readonly string[],
  options: CallOptions = {},
): Promise<MarketInstall> {
  const place = { name, ...present({ namespace }) };
  const metadata = { ...place, uid, finalizers: [...finalizers] };
  // A field manager of its own: an apply of the status would otherwise give the finalizer up.
  const manager = `${FIELD_MANAGER}-finalizer`;
  return client.apply(MARKET_INSTALLS, { ...MARKET_INSTALL_TYPE, metadata }, manager, options);
}

async function setFinalizers(
  writer: Writer,
  install: MarketInstall,
  finalizers: readonly string[],
): Promise<void> {
  const { client, caches, signal } = writer;
  try {
    caches.installs.wrote(await applyFinalizers(client, install, finalizers, { signal }));
  } catch (error) {
    // The uid conflicts where another install has the name by now.
    const outdated = isFailure(error, 'not-found') || isFailure(error, 'conflict');
    if (!outdated || (await reread(reportingOf(writer), install)) !== undefined) {
      throw error;
    }
  }
}

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
