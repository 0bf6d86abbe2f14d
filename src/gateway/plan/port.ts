import { isOffered } from '../../names/ports.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { type PortConflict, tcpConflict } from '../../rule/conflict.ts';
import type { EffectiveTcp } from '../../rule/effective.ts';
import { isOwnListener, portListenerName } from '../listeners/name.ts';
import { type Routed, routed, transportOf } from '../member.ts';
import { objectOf, ownersOf, type Rendered } from '../object.ts';
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
  const byTransport = Map.groupBy(group.members, transportOf);
  const conflicts = new Map(
    group.members.flatMap((member) => {
      const conflict = tcpConflict(member, byTransport.get(transportOf(member)) ?? []);
      return conflict === undefined ? [] : [[member.object.metadata.uid, conflict] as const];
    }),
  );
  const winners = routed(
    group.members.filter(
      ({ object, rule }) =>
        !conflicts.has(object.metadata.uid) && portProblem(rule.port, gateway) === undefined,
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

/** Problem for which a TCP or UDP rule may not have a port of the Gateway. */
export type PortProblem =
  | { readonly type: 'not-offered' }
  /** A listener that is not Stoa's has it. */
  | { readonly type: 'reserved'; readonly listener: string };

/** The problem of a port that a TCP or UDP rule wants; undefined where there is none. */
export function portProblem(port: number, gateway: GatewayView): PortProblem | undefined {
  const {
    config: { http, https },
    object,
  } = gateway;
  const holder = object?.spec.listeners.find((each) => each.port === port && !isOwnListener(each));
  if (holder !== undefined || port === http.port || port === https.port) {
    return { type: 'reserved', listener: holder?.name ?? (port === http.port ? http.listener : 'for HTTPS') };
  }
  return isOffered(port, offeredPorts(gateway)) ? undefined : { type: 'not-offered' };
}
