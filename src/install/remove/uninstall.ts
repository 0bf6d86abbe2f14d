import type { InventoryItem } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import { ignoreNotFound } from '../../kube/error.ts';
import { CLAIMS, NAMESPACES, SECRETS } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { hasAccount } from '../account/account.ts';
import { accountMissing } from '../account/missing.ts';
import { type Permitted, permitted } from '../account/permitted.ts';
import type { MarketCaches } from '../caches.ts';
import { isMeant, itemKeyOf } from '../inventory.ts';
import { allOwned, findOwned } from '../lookup.ts';
import { isVolume } from '../owned.ts';
import { removalEventRecord } from '../status/eventrecord.ts';
import { waiting } from '../status/verdicts.ts';
import { halt, type Step } from '../steps.ts';
import { deleteItems, type Writer } from '../writer.ts';
import { hasFinalizer, removeFinalizer } from './finalizer.ts';
import { nextRemovals } from './order.ts';

/**
 * Next step of the deletion of an install. It needs the inventory and nothing else: no store, no template, no
 * application. Without the account or its
 * rights it waits, unless the whole namespace is being deleted. Throws KubeError.
 */
export async function uninstall(writer: Writer, current: MarketInstall): Promise<Step> {
  if (!hasFinalizer(current)) {
    return { type: 'gone' };
  }
  const { caches } = writer;
  const { inventory = [], components = [] } = current.status ?? {};
  const items = [...inventory, ...unplannedItems(caches, current, inventory)];
  const keepVolumes = current.spec.volumesOnDelete !== 'delete';
  const exists = (item: InventoryItem) => isStored(caches, current, item);
  const { now, left } = nextRemovals(items, components, keepVolumes, exists);
  if (left === 0) {
    await removeFinalizer(writer, current);
    const volumes = items.filter((item) => isVolume(item) && exists(item));
    writer.recorder.record(current, removalEventRecord(volumes.map(({ name }) => name)));
    return { type: 'gone' };
  }
  const removal = await removeAsAccount(writer, current, now);
  if (removal.type === 'denied') {
    return (await isInTermination(writer, current)) ? release(writer, current) : halt(removal.draft);
  }
  if (!now.some(exists)) {
    return { type: 'again' };
  }
  const names = now.slice(0, 3).map(({ kind, name }) => `${kind} ${name}`);
  const message = `${left} objects remain, among them ${names.join(', ')}`;
  return halt(waiting('Applied', REASONS.removing, message));
}

async function removeAsAccount(
  writer: Writer,
  current: MarketInstall,
  items: readonly InventoryItem[],
): Promise<Permitted<void>> {
  const { namespace = '' } = current.metadata;
  return hasAccount(writer.caches, namespace)
    ? await permitted(current, 'Applied', () => deleteItems(writer, current, items))
    : { type: 'denied', draft: accountMissing(namespace) };
}

/** Whether the namespace of an install is being deleted: the account and its rights go with it, in any order. */
async function isInTermination({ client, signal }: Writer, { metadata }: MarketInstall): Promise<boolean> {
  const { namespace = '' } = metadata;
  const found = await ignoreNotFound(client.get(NAMESPACES, { name: namespace }, { signal }));
  return found?.metadata.deletionTimestamp !== undefined;
}

/** Leaves the objects of an install to the deletion of its namespace. */
async function release(writer: Writer, current: MarketInstall): Promise<Step> {
  await removeFinalizer(writer, current);
  return { type: 'gone' };
}

/**
 * Objects with the label of the install that are in no plan: volumes from the templates of StatefulSets, and the
 * Secrets with template and allocations. Left to the garbage collector, a new install of the same name could meet them.
 */
function unplannedItems(
  caches: MarketCaches,
  install: MarketInstall,
  inventory: readonly InventoryItem[],
): InventoryItem[] {
  const known = new Set(inventory.map(itemKeyOf));
  return [CLAIMS, SECRETS]
    .flatMap((resource) => {
      const { group, version, kind } = resource;
      return allOwned(caches, install, resource).map(({ metadata }) => ({
        group,
        version,
        kind,
        name: metadata.name,
        uid: metadata.uid,
      }));
    })
    .filter((item) => !known.has(itemKeyOf(item)));
}

function isStored(caches: MarketCaches, current: MarketInstall, item: InventoryItem): boolean {
  const object = findOwned(caches, current, item, item.name);
  return object !== undefined && isMeant(item, object);
}
