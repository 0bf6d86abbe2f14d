import type { InventoryItem, MarketInstallStatus } from '../api/marketinstall.ts';
import { type Reporting, reportStatus, reread } from '../controller/status.ts';
import type { CallOptions, KubeClient } from '../kube/client.ts';
import { isFailure, unlessGone } from '../kube/error.ts';
import { type KubeObject, keyOf, type ObjectDraft } from '../kube/object.ts';
import type { Recorder } from '../kube/recorder.ts';
import type { Resource } from '../kube/resource.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS, type MarketInstall } from '../objects/stoa.ts';
import { cacheOf, installOf, type MarketCaches } from './caches.ts';
import type { Wanted } from './expand/expansion.ts';
import { draftOf, requiredWrite } from './owned.ts';
import { isMeant } from './rollout/inventory.ts';
import { installEventRecord } from './status/eventrecord.ts';

/** Owner of the fields that this controller applies, in `metadata.managedFields`. */
export const FIELD_MANAGER = 'stoa-market';

/** Keeps an install until everything that it made is gone. */
export const FINALIZER = 'stoa.dev/uninstall';

/** Calls of one install that are under way at the same time. */
const AT_ONCE = 8;

/** What it takes to write; the caches hear of every write, so that the next decision builds on it. */
export interface Writer {
  readonly client: KubeClient;
  readonly caches: MarketCaches;
  readonly recorder: Recorder;
  readonly signal: AbortSignal;
}

/** Applies a draft; throws KubeError. */
export async function applyDraft(
  writer: Writer,
  resource: Resource,
  draft: ObjectDraft,
): Promise<KubeObject> {
  const { client, caches, signal } = writer;
  const cache = cacheOf(caches, resource);
  const apply = () => client.apply(resource, draft, FIELD_MANAGER, { signal });
  const stored = await (cache?.writing(keyOf(draft), apply) ?? apply());
  cache?.wrote(stored);
  return stored;
}

/** The stored form of what is wanted, where it belongs to the install. */
export function findStored(caches: MarketCaches, install: MarketInstall, { resource, draft }: Wanted) {
  return findOwned(caches, install, resource, draft.metadata.name);
}

/** An object that the install made, by its kind and name. */
export function findOwned(
  caches: MarketCaches,
  { metadata: { namespace, uid } }: MarketInstall,
  kind: Pick<Resource, 'group' | 'kind'>,
  name: string,
): KubeObject | undefined {
  const object = cacheOf(caches, kind)?.store.get(`${namespace}/${name}`);
  return object !== undefined && installOf(object).includes(uid) ? object : undefined;
}

/** Makes what is wanted so; what cannot be changed is deleted first. Throws the first KubeError of all. */
export async function applyAll(
  writer: Writer,
  install: MarketInstall,
  wanted: readonly Wanted[],
): Promise<void> {
  await inParallel(wanted, async (each) => {
    const stored = findStored(writer.caches, install, each);
    if (stored !== undefined && requiredWrite(each, stored) === 'replace') {
      await deleteObject(writer, each.resource, stored);
    }
    await applyDraft(writer, each.resource, draftOf(each, install));
  });
}

/** Deletes an object; one that is gone is left alone. Throws KubeError: `conflict` where it is another by now. */
export async function deleteObject(writer: Writer, resource: Resource, object: KubeObject): Promise<void> {
  const { namespace, name, uid } = object.metadata;
  const { client, caches, signal } = writer;
  await unlessGone(client.delete(resource, { namespace, name, uid }, { signal }));
  cacheOf(caches, resource)?.deleted(object);
}

/** Deletes what items of an inventory mean. */
export async function deleteAll(
  writer: Writer,
  install: MarketInstall,
  items: readonly InventoryItem[],
): Promise<void> {
  await inParallel(items, async (item) => {
    const object = findOwned(writer.caches, install, item, item.name);
    const resource = writer.caches.made.find(
      (each) => each.resource.group === item.group && each.resource.kind === item.kind,
    )?.resource;
    if (object !== undefined && resource !== undefined && isMeant(item, object)) {
      await deleteObject(writer, resource, object);
    }
  });
}

/** Sets or takes away the finalizer; the install is only changed, never made again. Throws KubeError. */
export function applyFinalizer(
  client: KubeClient,
  { metadata: { namespace, name, uid } }: KubeObject,
  wanted: boolean,
  options: CallOptions = {},
): Promise<MarketInstall> {
  const place = { name, ...(namespace === undefined ? {} : { namespace }) };
  const metadata = { ...place, uid, finalizers: wanted ? [FINALIZER] : [] };
  // Under a name of its own: an apply of the status must not take it for given up.
  const manager = `${FIELD_MANAGER}-finalizer`;
  return client.apply(MARKET_INSTALLS, { ...MARKET_INSTALL_TYPE, metadata }, manager, options);
}

/** As `applyFinalizer`, with a cache that hears of it; leaves an install that is gone alone. */
export async function setFinalizer(writer: Writer, install: MarketInstall, wanted: boolean): Promise<void> {
  const { client, caches, signal } = writer;
  try {
    caches.installs.wrote(await applyFinalizer(client, install, wanted, { signal }));
  } catch (error) {
    // The uid does not match where another install has the name by now.
    const outdated = isFailure(error, 'not-found') || isFailure(error, 'conflict');
    if (!outdated || (await reread(reportingOf(writer), install)) !== undefined) {
      throw error;
    }
  }
}

/** Writes the status, and tells of what has changed for the user. Throws KubeError unless the install is gone. */
export async function report(
  writer: Writer,
  install: MarketInstall,
  status: MarketInstallStatus,
): Promise<void> {
  const written = await reportStatus(reportingOf(writer), install, status);
  const event = installEventRecord(install.status, status);
  if (written && event !== undefined) {
    writer.recorder.record(install, event);
  }
}

function reportingOf({ client, caches, signal }: Writer): Reporting<MarketInstall> {
  return { client, resource: MARKET_INSTALLS, cache: caches.installs, fieldManager: FIELD_MANAGER, signal };
}

/** Does several things at the same time, but not too many; throws the first error when all have ended. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const errors: unknown[] = [];
  const worker = async () => {
    for (const item of queue) {
      await work(item).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  if (errors.length > 0) {
    throw errors[0];
  }
}
