import type { GatewayListener } from '../../objects/gatewayapi.ts';
import { isOwnListener } from './name.ts';
import type { ListenerPlan } from './plan.ts';

/** Listeners of a Gateway that only teams with few of them get. */
export const RESERVED = { listeners: 16, forTeamsBelow: 4 } as const;

/**
 * As many of the planned listeners as the Gateway has room for: those that stand already first, so that a newcomer never
 * takes the place of a listener with traffic, then those of the teams that have the fewest. The last ones are reserved
 * for teams with few listeners, so that no team can have them all.
 */
export function withinLimit(
  { listeners: planned, owners }: Pick<ListenerPlan, 'listeners' | 'owners'>,
  present: readonly GatewayListener[],
  most: number,
): GatewayListener[] {
  const room = Math.max(most - present.filter((each) => !isOwnListener(each)).length, 0);
  const standing = new Set(present.map(({ name }) => name));
  const kept = new Set(planned.filter(({ name }) => standing.has(name)).slice(0, room));
  const ownerOf = ({ name }: GatewayListener) => owners.get(name) ?? '';
  const counts = new Map<string, number>();
  for (const owner of [...kept].map(ownerOf)) {
    counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  for (const { listener, nth } of newcomers(planned, kept, ownerOf, counts)) {
    const free = room - kept.size;
    if (free > RESERVED.listeners || (free > 0 && nth < RESERVED.forTeamsBelow)) {
      kept.add(listener);
    }
  }
  return planned.filter((listener) => kept.has(listener));
}

/** Planned listeners that are new, each with the number of listeners that its team has before it; the lowest first. */
function newcomers(
  planned: readonly GatewayListener[],
  kept: ReadonlySet<GatewayListener>,
  ownerOf: (listener: GatewayListener) => string,
  counts: Map<string, number>,
) {
  return planned
    .filter((listener) => !kept.has(listener))
    .map((listener) => {
      const nth = counts.get(ownerOf(listener)) ?? 0;
      counts.set(ownerOf(listener), nth + 1);
      return { listener, nth };
    })
    .toSorted((a, b) => a.nth - b.nth);
}
