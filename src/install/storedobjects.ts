import type { InventoryItem } from '../api/marketinstall.ts';
import type { AppliedObjects, Contest } from '../objects/applies.ts';
import type { PlannedObject } from '../objects/planned.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import type { JobEnd } from '../source/content.ts';
import { type FindStored, finderOf, type MarketCaches } from './caches.ts';
import { type RequiredWrite, requiredWrite, standingOf } from './diff.ts';
import { hasRunFor, type JobRuns } from './inventory.ts';
import { objectKeyOf, plannedKeyOf } from './owned.ts';

/** Objects of an install as they are stored, beside those that it plans. */
export interface StoredObjects {
  /** Inventory of the install, which remembers the Jobs that have run. */
  readonly before: readonly InventoryItem[];
  readonly find: FindStored;
  /** Write by which the stored object becomes the planned one. */
  readonly writeOf: (planned: PlannedObject) => RequiredWrite;
  /** End of a Job that has run and is gone, done if nobody saw it; undefined for all other objects. */
  readonly endOf: (planned: PlannedObject) => JobEnd | undefined;
  /** Fields of an object that another client changes whenever they are corrected; undefined where there are none. */
  readonly contestOf: (planned: PlannedObject) => Contest | undefined;
}

/** The stored objects of an install, by its inventory. */
export function storedObjects(
  find: FindStored,
  before: readonly InventoryItem[],
  applies: AppliedObjects,
): StoredObjects {
  const ran = new Map(
    before.flatMap((item) => (item.template === undefined ? [] : [[objectKeyOf(item, item.name), item]])),
  );
  const endOf = (planned: PlannedObject): JobEnd | undefined => {
    const item = ran.get(plannedKeyOf(planned));
    const isGone = item !== undefined && find(planned) === undefined;
    if (!isGone || !hasRunFor(item, planned)) {
      return undefined;
    }
    return item.failed === true ? 'failed' : 'done';
  };
  return {
    before,
    find,
    endOf,
    writeOf: (planned) =>
      endOf(planned) === undefined ? requiredWrite(planned, find(planned), applies) : 'none',
    contestOf: (planned) => {
      const stored = find(planned);
      const standing = stored && standingOf(planned, stored, applies);
      return standing?.type === 'contested' ? standing : undefined;
    },
  };
}

/** Memory of what the controller has made. */
interface InstallMemory {
  readonly applies: AppliedObjects;
  readonly jobs: JobRuns;
}

/** The stored objects of an install, in the caches of a writer. */
export function storedIn(
  { caches, applies, jobs }: InstallMemory & { readonly caches: MarketCaches },
  install: MarketInstall,
): StoredObjects {
  return storedObjects(finderOf(caches, install), jobs.inventoryOf(install), applies);
}
