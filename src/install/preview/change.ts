import type { InventoryItem } from '../../api/marketinstall.ts';
import type { ChangedObject } from '../../api/preview.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { inventoryOf } from '../inventory.ts';
import { objectsOf, type Plan } from '../plan/plan.ts';
import type { StoredObjects } from '../storedobjects.ts';

/** Change that a roll-out makes to one object. */
export type ObjectChange =
  | { readonly action: 'create'; readonly planned: PlannedObject }
  | {
      readonly action: 'change' | 'recreate';
      readonly planned: PlannedObject;
      /** Object as it is stored; undefined where it is not known. */
      readonly before: KubeObject | undefined;
      /** Object as the API server would store it; undefined where that is not known. */
      readonly after: KubeObject | undefined;
    }
  | { readonly action: 'delete'; readonly item: InventoryItem };

/** Changes of a roll-out, and the number of objects that stay as they are. */
export interface PlannedChanges {
  readonly changes: readonly ObjectChange[];
  readonly unchanged: number;
}

/** Actions in the order in which a preview lists their objects: there may be no room for all that are created. */
const ORDER: readonly ChangedObject['action'][] = ['change', 'recreate', 'create', 'delete'];

/** Result of the dry run of an object that exists; undefined for one that does not, and where there is none. */
export type DryRunOf = (planned: PlannedObject) => KubeObject | undefined;

/**
 * Changes by which the stored objects become those of a plan, and those of the inventory that are not in it go. The
 * plan has its objects as they are after the roll-out. Pure.
 */
export function changesOf(
  plan: Plan,
  inventory: readonly InventoryItem[],
  stored: StoredObjects,
  dryRunOf: DryRunOf,
): PlannedChanges {
  const planned = objectsOf(plan);
  const written = planned.flatMap((each) => changeOf(each, stored, dryRunOf(each)) ?? []);
  const deleted = inventoryOf(plan, inventory, stored.find).surplus.map(
    (item): ObjectChange => ({ action: 'delete', item }),
  );
  const rank = ({ action }: ObjectChange) => ORDER.indexOf(action);
  return {
    changes: [...written, ...deleted].toSorted((a, b) => rank(a) - rank(b)),
    unchanged: planned.length - written.length,
  };
}

function changeOf(
  planned: PlannedObject,
  { find, writeOf }: StoredObjects,
  after: KubeObject | undefined,
): ObjectChange | undefined {
  const stored = find(planned);
  switch (writeOf(planned)) {
    case 'none':
      return undefined;
    case 'recreate':
      return { action: 'recreate', planned, before: stored, after: undefined };
    case 'apply':
    case 'confirm':
      return stored === undefined && after === undefined
        ? { action: 'create', planned }
        : { action: 'change', planned, before: stored, after };
  }
}
