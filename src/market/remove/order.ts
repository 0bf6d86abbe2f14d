import type { InstalledComponent, InventoryItem } from '../../api/marketinstall.ts';
import { GATEWAY_RULE_TYPE } from '../../objects/stoa.ts';
import { isWorkloadKind } from '../../workload/kinds.ts';
import { isVolume } from '../owned.ts';

/** What is left of an install that is being deleted. */
export interface RemovalStep {
  /** What is deleted now; the rest waits until it is gone. */
  readonly now: readonly InventoryItem[];
  /** Everything that is still there and must go. */
  readonly left: number;
}

/**
 * What to delete next, in the reverse of the order in which an install comes about: rules first, so that
 * nobody is sent to what is going, then workloads from the last wave to the first, then what they refer to.
 * Volumes go last, and only where `keepVolumes` is false. `exists` tells which items are still there. Pure.
 */
export function nextRemovals(
  inventory: readonly InventoryItem[],
  components: readonly InstalledComponent[],
  keepVolumes: boolean,
  exists: (item: InventoryItem) => boolean,
): RemovalStep {
  const left = inventory.filter((item) => !(keepVolumes && isVolume(item)) && exists(item));
  const turns = left.map((item) => ({ item, turn: rankOf(item, components) }));
  const first = Math.min(...turns.map(({ turn }) => turn));
  return { now: turns.filter(({ turn }) => turn === first).map(({ item }) => item), left: left.length };
}

/** Negative for rules and workloads, whose last wave comes first. */
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
