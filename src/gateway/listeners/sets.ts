import { conditionOf } from '../../api/condition.ts';
import { MANAGED_BY } from '../../api/group.ts';
import { draftOf } from '../../engines/object.ts';
import type { ObjectDraft } from '../../kube/object.ts';
import { apiVersionOf } from '../../kube/resource.ts';
import { isSubset } from '../../kube/subset.ts';
import {
  GATEWAYS,
  type Gateway,
  type GatewayListener,
  LISTENER_SETS,
  type ListenerHolder,
  type ListenerSet,
} from '../../objects/gatewayapi.ts';
import type { GatewayName } from '../config.ts';

/**
 * Use of ListenerSets for the listeners of hosts with certificates: none; prepared beside those of the Gateway, which
 * does not allow them yet; or used instead.
 */
export type SetUse = 'none' | 'prepared' | 'used';

/** ListenerSets in the namespace of the Gateway, those of others too, by name. */
export interface SetView extends Pick<ReadonlyMap<string, ListenerSet>, 'get'> {
  readonly use: SetUse;
}

/** Namespaces whose sets a Gateway allows, once Stoa decides: its own one, which is not that of a team. */
export const ALLOWED = { namespaces: { from: 'Same' } } as const;

/**
 * Use of ListenerSets on a Gateway, whose own field records it: so that the listeners move at once, in the write that
 * sets the field. Whoever sets it to something else than `Same` or `All` wants none.
 */
export function setUse(gateway: Gateway | undefined, isServed: boolean): SetUse {
  if (gateway === undefined || !isServed) {
    return 'none';
  }
  const { allowedListeners } = gateway.spec;
  if (allowedListeners === undefined) {
    return 'prepared';
  }
  return ['Same', 'All'].includes(allowedListeners.namespaces?.from ?? '') ? 'used' : 'none';
}

/** Whether a set in the namespace of the Gateway is Stoa's, for this Gateway; others are never touched. */
export function isOwnSet({ metadata, spec }: ListenerSet, { namespace, name }: GatewayName): boolean {
  const { parentRef } = spec;
  return (
    isSubset(MANAGED_BY, metadata.labels) &&
    parentRef.name === name &&
    (parentRef.namespace ?? metadata.namespace) === namespace
  );
}

/** The set of a listener, which has its name: one for each, so that no listener ever moves to another set. */
export function setDraft(listener: GatewayListener, { metadata }: Gateway): ObjectDraft {
  const { namespace, name, uid } = metadata;
  const owner = { apiVersion: apiVersionOf(GATEWAYS), kind: GATEWAYS.kind, name, uid };
  return draftOf(
    LISTENER_SETS,
    { name: listener.name, namespace, labels: MANAGED_BY, ownerReferences: [owner] },
    { parentRef: { group: GATEWAYS.group, kind: GATEWAYS.kind, name }, listeners: [listener] },
  );
}

/**
 * Whether an engine has reported on the present generation of a Gateway or ListenerSet. A condition that names no
 * generation does not count: the API server fills such conditions in, before any engine has seen the object.
 */
export function isReported({ metadata, status }: ListenerHolder): boolean {
  const { generation = 0 } = metadata;
  return (status?.conditions ?? []).some(({ observedGeneration = -1 }) => observedGeneration >= generation);
}

/** Whether the engine reports that a listener carries traffic. */
export function isCarried(holder: ListenerHolder | undefined, listener: string): boolean {
  const status = holder?.status?.listeners?.find(({ name }) => name === listener);
  return (
    conditionOf(status, 'Programmed')?.status === 'True' &&
    conditionOf(status, 'Conflicted')?.status !== 'True'
  );
}
