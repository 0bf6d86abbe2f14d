import { conditionOf } from '../../api/condition.ts';
import type { GatewayListener, ListenerSet } from '../../objects/gatewayapi.ts';
import { isForHost } from './name.ts';
import type { GatewayObserved } from './observed.ts';
import { isTaken } from './parents.ts';
import { isCarried, isReported, setDraft } from './sets.ts';
import { objectStanding, stands } from './standing.ts';

/** Places of planned listeners. A listener that moves is in both. */
export interface Placement {
  readonly onGateway: readonly GatewayListener[];
  /** Listeners that have a ListenerSet each. */
  readonly inSets: readonly GatewayListener[];
  /** Whether the Gateway is to allow the sets from now on. */
  readonly allowsSets: boolean;
}

/** The part of an observation that placement depends on. */
type Observed = Pick<GatewayObserved, 'gateway' | 'sets' | 'waiting' | 'partial'>;

/**
 * Places of the planned listeners; `tls.ts` has which listener a rule is for, `parents.ts` the references of its routes. The
 * first set asks the engine whether it serves sets at all: until it reports on one,
 * the listeners stay on the Gateway. Then every listener gets a set, which the engine knows before the Gateway allows
 * it; the write that allows them removes the listeners of the Gateway, so that no request is between the two.
 */
export function placementOf(planned: readonly GatewayListener[], observed: Observed): Placement {
  const { gateway, sets } = observed;
  const { use } = gateway.sets;
  const ofHosts = planned.filter(isForHost);
  const placeable = ofHosts.filter(({ name }) => !isTaken(name, gateway));
  if (use === 'none') {
    return { onGateway: planned, inSets: [], allowsSets: false };
  }
  const standing = new Set((gateway.object?.spec.listeners ?? []).map(({ name }) => name));
  const onGateway = placeable.filter(({ name }) => standing.has(name));
  const staying = onGateway.filter((listener) => !canMove(listener, observed));
  if (use === 'used') {
    const kept = new Set([
      ...staying,
      ...ofHosts.filter(({ name }) => standing.has(name) && isTaken(name, gateway)),
    ]);
    return {
      onGateway: planned.filter((each) => !isForHost(each) || kept.has(each)),
      inSets: placeable,
      allowsSets: false,
    };
  }
  const moved = new Set(onGateway.length > 0 && staying.length === 0 ? placeable : []);
  return {
    onGateway: planned.filter((each) => !moved.has(each)),
    inSets: sets.some(isReported) ? placeable : placeable.slice(0, 1),
    allowsSets: moved.size > 0,
  };
}

/** Whether a listener can leave the Gateway: its set stands, the engine has seen it, and its routes name both. */
function canMove(listener: GatewayListener, { gateway, waiting }: Observed): boolean {
  const { object, sets, listeners } = gateway;
  const set = sets.get(listener.name);
  return (
    object !== undefined &&
    set !== undefined &&
    stands(objectStanding(listeners.applies, setDraft(listener, object), set)) &&
    isReported(set) &&
    !waiting.has(listener.name) &&
    conditionOf(
      set.status?.listeners?.find(({ name }) => name === listener.name),
      'ResolvedRefs',
    )?.status !== 'False'
  );
}

/**
 * Stoa's sets that are not needed: those of listeners that are not planned, and where no sets are used, those whose
 * listener the engine carries on the Gateway. The others stay, since the Gateway may have no room for their hosts.
 */
export function surplusSets(
  planned: readonly GatewayListener[],
  { gateway, sets, partial }: Observed,
): ListenerSet[] {
  const names = new Set(planned.map(({ name }) => name));
  return sets.filter(({ metadata: { name } }) =>
    names.has(name) ? gateway.sets.use === 'none' && isCarried(gateway.object, name) : !partial,
  );
}
