import type { GatewayListener, ListenerHolder, ParentReference } from '../../objects/gatewayapi.ts';
import type { GatewayView } from '../observed.ts';
import { gatewayParent, isSetParent, type ListenerParent, setParent } from '../parent.ts';
import { isCarried, isOwnSet } from './sets.ts';

/** The part of a view that parents depend on. */
type View = Pick<GatewayView, 'config' | 'object' | 'sets'>;

/**
 * References to a listener for a host wherever it stands and wherever it belongs, that of the Gateway first. A route
 * keeps the one that it has until the engine carries the other, so that it is attached all the time that the listener
 * moves.
 */
export function hostParents(
  listener: string,
  view: View,
  attached: readonly ParentReference[],
): readonly [ListenerParent, ...ListenerParent[]] {
  const { config, object, sets } = view;
  const [onGateway, inSet] = [gatewayParent(config.name, listener), setParent(config.name, listener)];
  const set = sets.get(listener);
  if (isTaken(listener, view) || (sets.use !== 'used' && set === undefined)) {
    return [onGateway];
  }
  const leaves = attached.some((parent) => !isSetParent(parent)) && !isCarried(set, listener);
  return sets.use !== 'used' || hasListener(object, listener) || leaves ? [onGateway, inSet] : [inSet];
}

/** Whether the set that a listener belongs into has a name that is taken by others. */
export function isTaken(listener: string, { config, sets }: Pick<View, 'config' | 'sets'>): boolean {
  const set = sets.get(listener);
  return set !== undefined && !isOwnSet(set, config.name);
}

/** The object that has the listeners of a parent; undefined where there is none. */
export function listenerHolder(
  parent: Pick<ParentReference, 'kind' | 'name'>,
  { object, sets }: Pick<View, 'object' | 'sets'>,
): ListenerHolder | undefined {
  return isSetParent(parent) ? sets.get(parent.name) : object;
}

/** The listener with a name as it stands; where it moves, the one that it moves to. */
export function standingListener(name: string, view: View): GatewayListener | undefined {
  const [ofGateway, ofSet] = [listenerIn(view.object, name), listenerIn(ownSet(name, view), name)];
  return view.sets.use === 'used' ? (ofSet ?? ofGateway) : (ofGateway ?? ofSet);
}

function ownSet(name: string, view: View): ListenerHolder | undefined {
  return isTaken(name, view) ? undefined : view.sets.get(name);
}

function hasListener(holder: ListenerHolder | undefined, name: string): boolean {
  return listenerIn(holder, name) !== undefined;
}

function listenerIn(holder: ListenerHolder | undefined, name: string): GatewayListener | undefined {
  return holder?.spec.listeners.find((each) => each.name === name);
}
