import { isEmpty } from '../../base/fields.ts';
import type { Resource } from '../../kube/resource.ts';
import type { HttpBackendRef, HttpRouteFilter } from '../../objects/httproute.ts';
import { defineEngine, kindContent } from '../engine.ts';
import type { Branch, ListenerGroup } from '../group.ts';
import { referenceToRoute, routeOf, ruleNames, servicesOf } from '../httproute.ts';
import { branchName, filterBy, objectOf, type Rendered } from '../object.ts';
import { ABILITIES, CALLS, STYLE } from './abilities.ts';
import { envoyFailure } from './failure.ts';
import { ENVOY_METRICS } from './metrics.ts';
import { consistentHash, ROUTE_FILTERS, SECURITY_POLICIES, TRAFFIC_POLICIES } from './objects.ts';

/** Ports at which its pods listen for 80 and 443, and those of Envoy's own endpoints. */
const OWN_PORTS = [
  { from: 10_080, to: 10_080 },
  { from: 10_443, to: 10_443 },
  { from: 19_000, to: 19_003 },
];

const TRAFFIC = kindContent(ABILITIES, TRAFFIC_POLICIES);
const SECURITY = kindContent(ABILITIES, SECURITY_POLICIES);
const FILTER = kindContent(ABILITIES, ROUTE_FILTERS);

/**
 * Envoy Gateway: a BackendTrafficPolicy for the settings of a route, a SecurityPolicy for what keeps requests out, an
 * HTTPRouteFilter for cookies.
 */
export const envoyGateway = defineEngine({
  name: 'envoy-gateway',
  controllers: ['gateway.envoyproxy.io/gatewayclass-controller'],
  ports: {
    TCP: { level: 'full', how: 'by a TCPRoute' },
    UDP: { level: 'full', how: 'by a UDPRoute' },
    opened: { level: 'full', how: 'Envoy Gateway adds the ports of listeners to the Service of the Gateway' },
    own: OWN_PORTS,
  },
  passthrough: { level: 'full', how: 'by a TLSRoute' },
  clientCertificates: { level: 'close', how: 'since Envoy Gateway 1.8' },
  listenerSets: { level: 'close', how: 'since Envoy Gateway 1.8' },
  certificates: 'of-listener',
  smallestRsaKey: 2048,
  presentsStapling: false,
  failure: envoyFailure,
  evidence: 'engine',
  passwords: 'envoy',
  metrics: ENVOY_METRICS,
  style: STYLE,
  abilities: ABILITIES,
  calls: CALLS,
  reports: [TRAFFIC_POLICIES, SECURITY_POLICIES],
  objects: (group) => {
    const filters = perBranch(group, cookieFilters);
    const security = perBranch(group, SECURITY.ofBranch);
    const traffic = perBranch(group, TRAFFIC.ofBranch);
    const targetsBranches = [...traffic.values()].some((settings) => !isEmpty(settings));
    const route = routeOf(group, STYLE, {
      filtersOf: (branch) => (filters.get(branch) ?? []).map(filterBy),
      backendsOf: (branch) => backendsOf(group, branch),
      isNamed: (branch) => targetsBranches || !isEmpty(security.get(branch) ?? {}),
    });
    return [
      route,
      ...(targetsBranches
        ? branchPolicies(group, traffic)
        : policyOf(group, TRAFFIC_POLICIES, TRAFFIC.ofGroup(group))),
      ...[...security].flatMap(([branch, settings]) => policyOf(group, SECURITY_POLICIES, settings, branch)),
      ...[...filters.values()].flat(),
    ];
  },
});

/** A value for each branch of a group. */
function perBranch<T>(
  group: ListenerGroup,
  make: (branch: Branch, group: ListenerGroup) => T,
): ReadonlyMap<Branch, T> {
  return new Map(group.branches.map((branch) => [branch, make(branch, group)]));
}

/**
 * The policies of branches, in the place of one for the HTTPRoute where one of them has settings of its own. A policy
 * overrides a policy for the whole Gateway only in the fields that it sets.
 */
function branchPolicies(group: ListenerGroup, traffic: ReadonlyMap<Branch, object>): readonly Rendered[] {
  const settings = TRAFFIC.ofGroup(group);
  return [...traffic].flatMap(([branch, own]) =>
    policyOf(group, TRAFFIC_POLICIES, { ...settings, ...own }, branch),
  );
}

/** The policy for the rules of a branch, or for the whole route; none where there is nothing to set. */
function policyOf(
  group: ListenerGroup,
  resource: Resource,
  settings: object,
  branch?: Branch,
): readonly Rendered[] {
  const route = referenceToRoute(group);
  const targetRefs =
    branch === undefined
      ? [route]
      : ruleNames(group, branch, STYLE).map((sectionName) => ({ ...route, sectionName }));
  const name = branch === undefined ? group.name : branchName(group, branch);
  return isEmpty(settings)
    ? []
    : [objectOf(group, resource, { targetRefs, mergeType: 'StrategicMerge', ...settings }, name)];
}

/** The filter that matches only requests with the cookies of a branch. */
function cookieFilters(branch: Branch, group: ListenerGroup): readonly Rendered[] {
  const content = FILTER.ofBranch(branch, group);
  return isEmpty(content) ? [] : [objectOf(group, ROUTE_FILTERS, content, branchName(group, branch))];
}

/**
 * The Services of a branch. Where a hash chooses among several, Envoy Gateway heeds their shares only if each
 * has a cluster of its own, and gives it one if it has a filter of its own: one that does nothing.
 */
function backendsOf(group: ListenerGroup, branch: Branch): readonly HttpBackendRef[] {
  const services = servicesOf(branch);
  const filters: HttpRouteFilter[] = [
    { type: 'RequestHeaderModifier', requestHeaderModifier: { remove: ['x-stoa-none'] } },
  ];
  return services.length > 1 && consistentHash(group) !== undefined
    ? services.map((service) => ({ ...service, filters }))
    : services;
}
