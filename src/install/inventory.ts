import { LRUCache } from 'lru-cache';
import { ANNOTATIONS } from '../api/group.ts';
import type { InventoryItem } from '../api/marketinstall.ts';
import { filled } from '../base/fields.ts';
import type { KubeObject } from '../kube/object.ts';
import type { PlannedObject } from '../objects/planned.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import { isWorkload, traitsOf } from '../workload/kinds.ts';
import { readinessOf } from '../workload/state.ts';
import type { FindStored } from './caches.ts';
import { templateDigest } from './diff.ts';
import { isVolume, objectKeyOf, plannedKeyOf } from './owned.ts';
import { type Plan, plannedObjects } from './plan/plan.ts';

/** Inventory of an install, and its surplus. */
export interface Inventory {
  /** All objects that exist or are about to be created, in the order of their creation. */
  readonly items: readonly InventoryItem[];
  /**
   * Objects that the plan no longer has. Volumes, which stay until the install is deleted, and Jobs that the plan
   * withholds are not among them.
   */
  readonly surplus: readonly InventoryItem[];
}

/**
 * Inventory of a plan, joined with the inventory before: no object leaves it while it may exist, so that a deletion at
 * any moment finds them all.
 */
export function inventoryOf(plan: Plan, before: readonly InventoryItem[], find: FindStored): Inventory {
  const known = new Map(before.map((item) => [itemKeyOf(item), item]));
  const items = plannedObjects(plan).map((planned): InventoryItem => {
    const { group, version, kind } = planned.resource;
    const { name } = planned.draft.metadata;
    const stored = find(planned);
    const of = { group, version, kind, name };
    return stored === undefined
      ? { ...of, ...runOf(planned, known.get(itemKeyOf(of))) }
      : { ...of, uid: stored.metadata.uid, ...runIn(planned, stored) };
  });
  const keys = new Set(items.map(itemKeyOf));
  const others = before.filter((item) => !keys.has(itemKeyOf(item)));
  const withheld = new Map(plan.withheld.map((each) => [plannedKeyOf(each), templateDigest(each)]));
  const stays = (item: InventoryItem) =>
    isVolume(item) || (item.template !== undefined && item.template === withheld.get(itemKeyOf(item)));
  return { items: [...others, ...items], surplus: others.filter((item) => !stays(item)) };
}

/** Part of an inventory that remembers a Job that has run. */
type JobRun = Pick<InventoryItem, 'uid' | 'template' | 'failed'>;

/** Template of a Job that has run in the version that is in place, whatever its pod template is now. */
export const ANY_TEMPLATE = '*';

/** Whether a Job has run for a planned pod template. */
export function hasRunFor({ template }: Pick<InventoryItem, 'template'>, planned: PlannedObject): boolean {
  return template !== undefined && (template === ANY_TEMPLATE || template === templateDigest(planned));
}

/** Run of a Job that is gone, where it has run for the planned pod template; nothing of other objects. */
function runOf(planned: PlannedObject, item: Partial<InventoryItem> = {}): JobRun {
  const { uid, failed } = item;
  return hasRunFor(item, planned) ? filled({ uid, template: templateDigest(planned), failed }) : {};
}

/** Run of a stored Job; nothing of one that is suspended and may never have run, and of other objects. */
function runIn(planned: PlannedObject, stored: KubeObject): JobRun {
  const known = templateDigest(planned);
  const template = known && (stored.metadata.annotations?.[ANNOTATIONS.template] ?? known);
  if (template === undefined || !isWorkload(stored) || traitsOf(stored).isStopped(stored)) {
    return {};
  }
  return { template, ...(readinessOf(stored).type === 'failed' ? { failed: true } : {}) };
}

/** Whether an inventory names every object of a plan: a later release may make more of a template than an earlier one. */
export function namesAll(inventory: readonly InventoryItem[], plan: Plan): boolean {
  const keys = new Set(inventory.map(itemKeyOf));
  return plannedObjects(plan).every((each) => keys.has(plannedKeyOf(each)));
}

/** Inventory without the items that are gone. */
export function withoutItems(
  items: readonly InventoryItem[],
  gone: readonly InventoryItem[],
): InventoryItem[] {
  const keys = new Set(gone.map(itemKeyOf));
  return items.filter((item) => !keys.has(itemKeyOf(item)));
}

/** Whether a stored object is the one of an inventory item: by uid where the item has one. */
export function isMeant({ uid }: InventoryItem, object: KubeObject): boolean {
  return uid === undefined || uid === object.metadata.uid;
}

/** `<group>/<kind>/<name>` of an inventory item. */
export function itemKeyOf(item: InventoryItem): string {
  return objectKeyOf(item, item.name);
}

/** Most Jobs that are remembered. */
const MOST_JOBS = 10_000;

/**
 * Memory of the Jobs that this process has created. One may end and be deleted by its time to live while the rest of its
 * wave is applied: no status tells of it yet, and it must not run again.
 */
export class JobRuns {
  /** Items of inventories, by install and object. */
  readonly #made = new LRUCache<string, Pick<InventoryItem, 'uid' | 'template'>>({ max: MOST_JOBS });

  /** Notes a stored Job of an install; does nothing for other objects, and for a Job that is suspended. */
  note(install: MarketInstall, planned: PlannedObject, stored: KubeObject): void {
    const { template } = runIn(planned, stored);
    if (template !== undefined) {
      const key = keyIn(install, plannedKeyOf(planned));
      this.#made.set(key, { uid: stored.metadata.uid, template });
    }
  }

  /** Inventory in the status of an install, with the Jobs that it does not tell of yet. */
  inventoryOf(install: MarketInstall): readonly InventoryItem[] {
    return (install.status?.inventory ?? []).map((item) => {
      const made = this.#made.peek(keyIn(install, objectKeyOf(item, item.name)));
      return made === undefined || made.uid === item.uid ? item : { ...item, ...made };
    });
  }
}

function keyIn({ metadata }: MarketInstall, object: string): string {
  return `${metadata.uid} ${object}`;
}
