import { LRUCache } from 'lru-cache';
import type { InventoryItem } from '../api/marketinstall.ts';
import type { KubeObject } from '../kube/object.ts';
import type { PlannedObject } from '../objects/planned.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import { runIn } from './inventory.ts';
import { objectKeyOf } from './owned.ts';

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
      const key = keyIn(install, objectKeyOf(planned.resource, planned.draft.metadata.name));
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
