import type { InventoryItem } from '../../api/marketinstall.ts';
import type { KubeObject } from '../../kube/object.ts';
import { isVolume, objectKeyOf } from '../owned.ts';
import { objectsOf, type Plan } from '../plan/plan.ts';
import type { Find } from './rollout.ts';

/** The inventory of an install, and what of it a new plan no longer has. */
export interface Inventory {
  /** Everything that is there or is about to be, in the order in which it comes about. */
  readonly items: readonly InventoryItem[];
  /** What the plan no longer has. Volumes are not among it: they stay until the install is deleted. */
  readonly surplus: readonly InventoryItem[];
}

/**
 * Joins what a plan makes with what was made before: nothing leaves the inventory while it may exist, so
 * that a deletion at any moment finds it all.
 */
export function inventoryOf(plan: Plan, before: readonly InventoryItem[], find: Find): Inventory {
  const planned = objectsOf(plan).map((wanted): InventoryItem => {
    const { group, version, kind } = wanted.resource;
    const uid = find(wanted)?.metadata.uid;
    return { group, version, kind, name: wanted.draft.metadata.name, ...(uid === undefined ? {} : { uid }) };
  });
  const places = new Set(planned.map(itemKeyOf));
  const others = before.filter((item) => !places.has(itemKeyOf(item)));
  return { items: [...others, ...planned], surplus: others.filter((item) => !isVolume(item)) };
}

/** The inventory without what is gone. */
export function withoutItems(
  items: readonly InventoryItem[],
  gone: readonly InventoryItem[],
): InventoryItem[] {
  const places = new Set(gone.map(itemKeyOf));
  return items.filter((item) => !places.has(itemKeyOf(item)));
}

/** Whether a stored object is the one that an inventory means: by uid where it is known. */
export function isMeant({ uid }: InventoryItem, object: KubeObject): boolean {
  return uid === undefined || uid === object.metadata.uid;
}

/** Where the object of an item is in the API. */
export function itemKeyOf(item: InventoryItem): string {
  return objectKeyOf(item, item.name);
}
