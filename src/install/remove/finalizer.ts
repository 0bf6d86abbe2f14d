import { reread } from '../../controller/status.ts';
import type { CallOptions, KubeClient } from '../../kube/client.ts';
import { isFailure } from '../../kube/error.ts';
import type { KubeObject } from '../../kube/object.ts';
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
export function applyFinalizers(
  client: KubeClient,
  { metadata: { namespace, name, uid } }: KubeObject,
  finalizers: readonly string[],
  options: CallOptions = {},
): Promise<MarketInstall> {
  const place = { name, ...(namespace === undefined ? {} : { namespace }) };
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
