import { objectOf, ownersOf, type Rendered } from '../../engines/object.ts';
import type { HttpRoute } from '../../objects/httproute.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import type { EffectiveTls } from '../../rule/effective.ts';
import { type EndingConflict, endingConflicts } from '../../rule/ending.ts';
import { passthroughListenerName } from '../listeners/name.ts';
import { hostParents } from '../listeners/parents.ts';
import { type Routed, routed } from '../member.ts';
import type { GatewayView, PassthroughGroup } from '../observed.ts';

/** Plan of a passthrough group: the TLSRoute of the rule that has the host. */
export interface PassthroughPlan {
  readonly type: 'passthrough';
  readonly group: PassthroughGroup;
  readonly wanted: readonly Rendered[];
  /** The rule that has the host. */
  readonly contributors: readonly GatewayRule[];
  /** Rules that give way, by uid. */
  readonly conflicts: ReadonlyMap<string, EndingConflict>;
}

/** Plans the route from a host to the component that ends TLS for it. */
export function passthroughPlan(group: PassthroughGroup, gateway: GatewayView): PassthroughPlan {
  const conflicts = endingConflicts(group.deciding);
  const winners = routed(group.members.filter(({ object }) => !conflicts.has(object.metadata.uid)));
  return {
    type: 'passthrough',
    group,
    wanted: winners.flatMap((winner) => tlsRoute(group, winner, gateway)),
    contributors: winners.map(({ object }) => object),
    conflicts,
  };
}

/** The route from a host to a component; none where the cluster or the engine does not serve its kind. */
function tlsRoute(
  { name, stored }: PassthroughGroup,
  member: Routed<EffectiveTls>,
  gateway: GatewayView,
): readonly Rendered[] {
  const { rule, backend, object } = member;
  const resource = gateway.served.TLS;
  if (resource === undefined) {
    return [];
  }
  const namespace = object.metadata.namespace;
  const route = { name, namespace, route: name, owners: ownersOf([member]) };
  const { config, passes } = gateway;
  const own = passes.passing?.specOf({
    host: rule.host,
    service: backend.service,
    port: backend.port,
    entryPoint: config.https.entryPoint ?? '',
  });
  const attached = stored.flatMap(({ object: standing }) => (standing as HttpRoute).spec.parentRefs ?? []);
  return [
    objectOf(
      route,
      resource,
      own ?? {
        parentRefs: hostParents(passthroughListenerName(rule.host), gateway, attached),
        hostnames: [rule.host],
        rules: [{ backendRefs: [{ name: backend.service, port: backend.port }] }],
      },
    ),
  ];
}
