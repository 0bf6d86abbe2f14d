import { objectOf, ownersOf, type Rendered } from '../../engines/object.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { refusalOfPort } from '../../rule/checks.ts';
import { type PortConflict, tcpConflicts } from '../../rule/conflict.ts';
import type { EffectiveRule, EffectiveTcp } from '../../rule/effective.ts';
import { isOwnListener, portListenerName } from '../listeners/name.ts';
import { memberTransport, type Routed, routed } from '../member.ts';
import type { GatewayView, PortGroup } from '../observed.ts';
import { offeredPorts } from '../offeredports.ts';
import { gatewayParent } from '../parent.ts';

/** Plan of a port group: the TCPRoute and the UDPRoute of the rules that have the port, one for each transport. */
export interface PortPlan {
  readonly type: 'port';
  readonly group: PortGroup;
  readonly wanted: readonly Rendered[];
  /** The rules that have the port: at most one for each transport. */
  readonly contributors: readonly GatewayRule[];
  /** Rules that give way, by uid. */
  readonly conflicts: ReadonlyMap<string, PortConflict>;
}

/** Plans the routes from a port to the components of the oldest rules for it, one for each transport. */
export function portPlan(group: PortGroup, gateway: GatewayView): PortPlan {
  const byTransport = Map.groupBy(group.members, memberTransport).values();
  const conflicts = new Map([...byTransport].flatMap((members) => [...tcpConflicts(members)]));
  const winners = routed(
    group.members.filter(
      ({ object, rule }) => !conflicts.has(object.metadata.uid) && isPortFree(rule, gateway),
    ),
  );
  return {
    type: 'port',
    group,
    wanted: winners.flatMap((winner) => portRoutes(group.name, winner, gateway)),
    contributors: winners.map(({ object }) => object),
    conflicts,
  };
}

/** The route from a port of the Gateway to a component; none where the cluster does not serve its kind. */
function portRoutes(
  name: string,
  member: Routed<EffectiveTcp>,
  { config, served }: GatewayView,
): readonly Rendered[] {
  const { rule, backend, object } = member;
  const resource = served[backend.protocol];
  if (resource === undefined) {
    return [];
  }
  const namespace = object.metadata.namespace;
  const listener = portListenerName(backend.protocol, rule.port);
  return [
    objectOf({ name, namespace, route: name, owners: ownersOf([member]) }, resource, {
      parentRefs: [gatewayParent(config.name, listener)],
      rules: [{ backendRefs: [{ name: backend.service, port: backend.port }] }],
    }),
  ];
}

/** Whether the gateway has room for a TCP or UDP rule: it offers the port, and needs it for nothing else. */
export function isPortFree(rule: EffectiveTcp, gateway: GatewayView): boolean {
  return refusalOfPort(portView(rule, gateway)) === undefined;
}

/** A rule, and what the gateway says of the port that it wants. */
export function portView<R extends EffectiveRule>(rule: R, gateway: GatewayView) {
  const listener = rule.protocol === 'tcp' ? listenerAt(rule.port, gateway) : undefined;
  return { rule, ports: offeredPorts(gateway), listener };
}

/** Listener that is not one of Stoa's for ports of rules and has a port of the Gateway; undefined where none has. */
function listenerAt(port: number, { config: { http, https }, object }: GatewayView): string | undefined {
  const holder = object?.spec.listeners.find((each) => each.port === port && !isOwnListener(each));
  if (holder !== undefined) {
    return holder.name;
  }
  return port === http.port ? http.listener : port === https.port ? 'for HTTPS' : undefined;
}
