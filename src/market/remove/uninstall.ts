import type { InventoryItem } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import type { KubeObject } from '../../kube/object.ts';
import { CLAIMS, SECRETS } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { cacheOf, type MarketCaches } from '../caches.ts';
import { isMeant, itemKeyOf } from '../inventory.ts';
import { findOwned } from '../lookup.ts';
import { isVolume } from '../owned.ts';
import { removalEventRecord } from '../status/eventrecord.ts';
import { ACCEPTED, waiting } from '../status/verdicts.ts';
import { halt, type Step } from '../steps.ts';
import { deleteItems, type Writer } from '../writer.ts';
import { hasFinalizer, removeFinalizer } from './finalizer.ts';
import { nextRemovals } from './order.ts';

/**
 * Next step of the deletion of an install. It needs the inventory and nothing else: no store, no template, no
 * application. Throws KubeError.
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
  await deleteItems(writer, current, now);
  if (!now.some(exists)) {
    return { type: 'again' };
  }
  const names = now.slice(0, 3).map(({ kind, name }) => `${kind} ${name}`);
  const message = `${left} objects remain, among them ${names.join(', ')}`;
  return halt(waiting([ACCEPTED], 'Applied', REASONS.removing, message));
}

/**
 * Objects with the label of the install that are in no plan: volumes from the templates of StatefulSets, and the
 * Secrets with template and allocations. Left to the garbage collector, a new install of the same name could meet them.
 */
function unplannedItems(
  caches: MarketCaches,
  { metadata: { uid } }: MarketInstall,
  inventory: readonly InventoryItem[],
): InventoryItem[] {
  const known = new Set(inventory.map(itemKeyOf));
  return [CLAIMS, SECRETS]
    .flatMap((resource) => {
      const objects: readonly KubeObject[] = cacheOf(caches, resource)?.store.by('install', uid) ?? [];
      const { group, version, kind } = resource;
      return objects.map(({ metadata }) => ({
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
