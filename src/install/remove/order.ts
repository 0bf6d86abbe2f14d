import type { InstalledComponent, InventoryItem } from '../../api/marketinstall.ts';
import { GATEWAY_RULE_TYPE } from '../../objects/stoa.ts';
import { isWorkloadKind } from '../../workload/kinds.ts';
import { isVolume } from '../owned.ts';

/** Next removals of an install that is being deleted. */
interface Removals {
  /** Objects to delete now; the others wait until these are gone. */
  readonly now: readonly InventoryItem[];
  /** Number of objects that still exist and must go. */
  readonly left: number;
}

/**
 * Next removals, in the reverse order of creation: rules, so that no traffic reaches what is going; workloads, from the
 * last wave to the first; the objects that these refer to. Volumes go last, and only unless `keepVolumes`. Pure.
 */
export function nextRemovals(
  inventory: readonly InventoryItem[],
  components: readonly InstalledComponent[],
  keepVolumes: boolean,
  exists: (item: InventoryItem) => boolean,
): Removals {
  const left = inventory.filter((item) => !(keepVolumes && isVolume(item)) && exists(item));
  const ranked = left.map((item) => ({ item, rank: rankOf(item, components) }));
  const first = Math.min(...ranked.map(({ rank }) => rank));
  return { now: ranked.filter(({ rank }) => rank === first).map(({ item }) => item), left: left.length };
}

/** Rank of an object, the lowest first: rules, workloads by descending wave, other objects, volumes. */
function rankOf(item: InventoryItem, components: readonly InstalledComponent[]): number {
  if (item.kind === GATEWAY_RULE_TYPE.kind) {
    return Number.NEGATIVE_INFINITY;
  }
  if (isWorkloadKind(item.kind)) {
    const component = components.find(({ kind, workload }) => kind === item.kind && workload === item.name);
    return -(component?.wave ?? 1);
  }
  return isVolume(item) ? 2 : 1;
}
