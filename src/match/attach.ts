import { type Condition, conditionOf } from '../api/condition.ts';
import type { AnyParent, AnyRoute, HostRouteKind } from '../objects/anyroute.ts';
import { GATEWAY_API_VERSION } from '../objects/gatewayapi.ts';
import { type Entry, routeConditions } from './entry.ts';
import { hostsAt } from './host.ts';
import { type Listener, matchesSelector } from './listener.ts';

/** A route with its kind. */
export interface KindOfRoute {
  readonly kind: HostRouteKind;
  readonly route: AnyRoute;
}

/** Labels of a namespace; undefined where they are not known. */
export type LabelsOf = (namespace: string) => Readonly<Record<string, string>> | undefined;

/** Entries of a route at those of the listeners that it is attached to. */
export function entriesOf(
  { kind, route }: KindOfRoute,
  listeners: readonly Listener[],
  labelsOf: LabelsOf,
): readonly Entry[] {
  const conditions = routeConditions(kind, route);
  return attachedTo({ kind, route }, listeners, labelsOf).flatMap((listener) => {
    const hosts = hostsAt(listener.host, route.spec.hostnames ?? []);
    return [...new Set(hosts)].flatMap((host) =>
      conditions.map((each) => ({ kind, route, listener, host, hosts, ...each })),
    );
  });
}

function attachedTo(
  { kind, route }: KindOfRoute,
  listeners: readonly Listener[],
  labelsOf: LabelsOf,
): readonly Listener[] {
  const { metadata, spec } = route;
  const parents = (spec.parentRefs ?? []).filter((parent) => !isRefused(route, parent));
  return listeners.filter(
    (listener) =>
      listener.kinds.includes(kind) &&
      parents.some((parent) => names(parent, listener, metadata.namespace ?? '')) &&
      allows(listener, metadata.namespace ?? '', labelsOf),
  );
}

const [GROUP] = GATEWAY_API_VERSION.split('/');

function names(parent: AnyParent, { holder, name, port }: Listener, namespace: string): boolean {
  return (
    (parent.group ?? GROUP) === GROUP &&
    (parent.kind ?? 'Gateway') === holder.kind &&
    (parent.namespace ?? namespace) === holder.namespace &&
    parent.name === holder.name &&
    (parent.sectionName ?? name) === name &&
    (parent.port ?? port) === port
  );
}

function allows({ holder, namespaces }: Listener, namespace: string, labelsOf: LabelsOf): boolean {
  switch (namespaces.from) {
    case 'All':
      return true;
    case 'Same':
      return namespace === holder.namespace;
    case 'Selector': {
      const labels = labelsOf(namespace);
      return labels !== undefined && matchesSelector(namespaces.selector ?? {}, labels);
    }
    default:
      return false;
  }
}

/** Whether the engine refuses a route at a parent; what it has not reported on counts. */
function isRefused({ metadata, status }: AnyRoute, parent: AnyParent): boolean {
  const same = (other: AnyParent) =>
    other.name === parent.name &&
    (other.kind ?? 'Gateway') === (parent.kind ?? 'Gateway') &&
    (other.namespace ?? metadata.namespace) === (parent.namespace ?? metadata.namespace) &&
    other.sectionName === parent.sectionName &&
    other.port === parent.port;
  return (status?.parents ?? [])
    .filter(({ parentRef }) => same(parentRef))
    .some((reported) => isFalse(reported, metadata.generation));
}

function isFalse(
  status: { readonly conditions?: readonly Condition[] },
  generation: number | undefined,
): boolean {
  const accepted = conditionOf(status, 'Accepted');
  return accepted?.status === 'False' && accepted.observedGeneration === generation;
}
