import { conditionOf } from '../api/condition.ts';
import { keyOf, type NamespacedObject } from '../kube/object.ts';
import type { HostRouteKind } from '../objects/anyroute.ts';
import type { Gateway, GatewayListener, ListenerHolder, ListenerSet } from '../objects/gatewayapi.ts';
import type { HostPattern } from './host.ts';
import type { AskedRequest } from './request.ts';

/** A listener that gets requests, with the Gateway or ListenerSet that it is of. */
export interface Listener {
  readonly holder: {
    readonly kind: 'Gateway' | 'ListenerSet';
    readonly namespace: string;
    readonly name: string;
  };
  readonly name: string;
  readonly host: HostPattern;
  readonly port: number;
  readonly scheme: AskedRequest['scheme'];
  /** Kinds of routes that it takes. */
  readonly kinds: readonly HostRouteKind[];
  readonly namespaces: AllowedNamespaces;
}

/** Namespaces whose routes may attach to a listener. */
interface AllowedNamespaces {
  readonly from: string;
  readonly selector?: LabelSelector;
}

/** Selector of labels (meta/v1 LabelSelector). */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/** Routes that a listener allows, as stored. */
interface AllowedRoutes {
  readonly namespaces?: { readonly from?: string; readonly selector?: LabelSelector };
  readonly kinds?: readonly { readonly kind: string }[];
}

/** Listeners of a Gateway for HTTP and TLS, those of its ListenerSets included, as far as its engine takes them. */
export function listenersOf(gateway: Gateway, sets: readonly ListenerSet[]): readonly Listener[] {
  const own = sets.filter(
    (set) => isOf(set, gateway) && conditionOf(set.status, 'Accepted')?.status !== 'False',
  );
  return [
    ...listenersIn('Gateway', gateway),
    ...(mayAdd(gateway) ? own.flatMap((set) => listenersIn('ListenerSet', set)) : []),
  ];
}

function mayAdd({ spec }: Gateway): boolean {
  return (spec.allowedListeners?.namespaces?.from ?? 'None') !== 'None';
}

function isOf({ metadata, spec }: ListenerSet, gateway: Gateway): boolean {
  const { namespace = metadata.namespace, name } = spec.parentRef;
  return keyOf({ metadata: { namespace, name } }) === keyOf(gateway);
}

function listenersIn(
  kind: Listener['holder']['kind'],
  holder: ListenerHolder & NamespacedObject,
): readonly Listener[] {
  const { namespace, name } = holder.metadata;
  return holder.spec.listeners.flatMap((listener) => {
    const kinds = KINDS[listener.protocol];
    return kinds === undefined || !isTaken(holder, listener)
      ? []
      : [{ ...listenerOf(listener, kinds), holder: { kind, namespace, name } }];
  });
}

/** Kinds of routes by the protocols that have hosts. */
const KINDS: Readonly<Partial<Record<GatewayListener['protocol'], readonly HostRouteKind[]>>> = {
  HTTP: ['HTTPRoute', 'GRPCRoute'],
  HTTPS: ['HTTPRoute', 'GRPCRoute'],
  TLS: ['TLSRoute'],
};

function listenerOf(
  { name, hostname = '', port, protocol, allowedRoutes = {} }: GatewayListener,
  kinds: readonly HostRouteKind[],
): Omit<Listener, 'holder'> {
  const { namespaces, kinds: named = [] } = allowedRoutes as AllowedRoutes;
  return {
    name,
    host: hostname.toLowerCase(),
    port,
    scheme: protocol === 'HTTP' ? 'http' : 'https',
    kinds: named.length === 0 ? kinds : kinds.filter((kind) => named.some((each) => each.kind === kind)),
    namespaces: { from: 'Same', ...namespaces },
  };
}

/** Whether the engine has not refused a listener; what it has not reported on counts. */
function isTaken({ status }: ListenerHolder, { name }: GatewayListener): boolean {
  const reported = { conditions: status?.listeners?.find((each) => each.name === name)?.conditions ?? [] };
  return (
    conditionOf(reported, 'Accepted')?.status !== 'False' &&
    conditionOf(reported, 'Programmed')?.status !== 'False' &&
    conditionOf(reported, 'Conflicted')?.status !== 'True'
  );
}

/** Whether labels are those that a selector wants. */
export function matchesSelector(
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
  labels: Readonly<Record<string, string>>,
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      switch (operator) {
        case 'In':
          return value !== undefined && values.includes(value);
        case 'NotIn':
          return value === undefined || !values.includes(value);
        case 'Exists':
          return value !== undefined;
        default:
          return operator === 'DoesNotExist' && value === undefined;
      }
    })
  );
}
