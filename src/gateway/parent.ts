import { GATEWAYS, LISTENER_SETS, type ParentReference } from '../objects/gatewayapi.ts';
import type { GatewayName } from './config.ts';

/** Reference of a route to one listener. */
export type ListenerParent = Required<ParentReference>;

/** Reference to a listener of the Gateway. */
export function gatewayParent({ namespace, name }: GatewayName, sectionName: string): ListenerParent {
  return { group: GATEWAYS.group, kind: GATEWAYS.kind, namespace, name, sectionName };
}

/** Reference to a listener in the ListenerSet with its name. */
export function setParent({ namespace }: GatewayName, name: string): ListenerParent {
  return { group: LISTENER_SETS.group, kind: LISTENER_SETS.kind, namespace, name, sectionName: name };
}

/** Whether a parent is a ListenerSet. */
export function isSetParent({ kind = GATEWAYS.kind }: Pick<ParentReference, 'kind'>): boolean {
  return kind === LISTENER_SETS.kind;
}
