import type { InventoryItem } from '../api/marketinstall.ts';
import { inParallel } from '../base/parallel.ts';
import type { Budget } from '../controller/budget.ts';
import type { KubeClient } from '../kube/client.ts';
import { ignoreNotFound } from '../kube/error.ts';
import { type KubeObject, keyOf, type ObjectDraft } from '../kube/object.ts';
import type { Recorder } from '../kube/recorder.ts';
import type { Resource } from '../kube/resource.ts';
import { withDigest } from '../objects/applied.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import { cacheOf, type MarketCaches } from './caches.ts';
import { requiredWrite } from './diff.ts';
import type { PlannedObject } from './expand/expansion.ts';
import { isMeant } from './inventory.ts';
import { finderOf, findOwned } from './lookup.ts';
import { draftOf } from './owned.ts';

/** Field manager of the controller, as in `metadata.managedFields`. */
export const FIELD_MANAGER = 'stoa-market';

/** Clients, caches and recorder of one reconcile. Every write goes to the caches too: the next decision sees it. */
export interface Writer {
  /** Client with the operator's own rights, for installs themselves and for reads. */
  readonly client: KubeClient;
  /** Client that acts as the account of the namespace, for everything that an install makes. */
  readonly account: KubeClient;
  readonly caches: MarketCaches;
  readonly recorder: Recorder;
  readonly signal: AbortSignal;
  /** Budget of CPU time for decisions. */
  readonly budget: Budget;
}

/** Server-side apply of a draft. Throws KubeError. */
export async function applyDraft(
  writer: Writer,
  resource: Resource,
  draft: ObjectDraft,
): Promise<KubeObject> {
  const { account, caches, signal } = writer;
  const cache = cacheOf(caches, resource);
  const apply = () => account.apply(resource, draft, FIELD_MANAGER, { signal });
  const stored = await (cache?.writing(keyOf(draft), apply) ?? apply());
  cache?.wrote(stored);
  return stored;
}

/** Server-side apply of planned objects; immutable ones are deleted and created again. Throws the first KubeError. */
export async function applyAll(
  writer: Writer,
  install: MarketInstall,
  planned: readonly PlannedObject[],
): Promise<void> {
  const find = finderOf(writer.caches, install);
  await inParallel(planned, async (each) => {
    const stored = find(each);
    if (stored !== undefined && requiredWrite(each, stored) === 'recreate') {
      await deleteObject(writer, each.resource, stored);
    }
    await applyDraft(writer, each.resource, draftOf({ ...each, draft: withDigest(each.draft) }, install));
  });
}

/** Deletion of an object by uid; one that is gone is fine. Throws KubeError: `conflict` where the uid has changed. */
export async function deleteObject(writer: Writer, resource: Resource, object: KubeObject): Promise<void> {
  const { namespace, name, uid } = object.metadata;
  const { account, caches, signal } = writer;
  await ignoreNotFound(account.delete(resource, { namespace, name, uid }, { signal }));
  cacheOf(caches, resource)?.deleted(object);
}

/** Deletion of the objects of inventory items, where the install has made them. Throws the first KubeError. */
export async function deleteItems(
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
