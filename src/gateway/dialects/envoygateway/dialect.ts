import { defineDialect } from '../define.ts';
import { httpRoute } from '../httproute.ts';
import { filterBy } from '../parts.ts';
import { ABILITIES } from './abilities.ts';
import { backendsOf } from './backends.ts';
import { cookieFilters } from './cookiefilter.ts';
import { ROUTE_FILTERS, SECURITY_POLICIES, TRAFFIC_POLICIES } from './resources.ts';
import { asksAtPath, hasGuards, securityPolicies } from './securitypolicy.ts';
import { STYLE } from './style.ts';
import { targetsBranches, trafficPolicies } from './trafficpolicy.ts';

/** Ports at which its pods listen for 80 and 443, and those of Envoy's own endpoints. */
const OWN_PORTS = [
  { from: 10_080, to: 10_080 },
  { from: 10_443, to: 10_443 },
  { from: 19_000, to: 19_003 },
];

/**
 * Envoy Gateway: a BackendTrafficPolicy for the settings of a route, a SecurityPolicy for what keeps requests out, an
 * HTTPRouteFilter for cookies.
 */
export const envoyGateway = defineDialect({
  name: 'envoy-gateway',
  controllers: ['gateway.envoyproxy.io/gatewayclass-controller'],
  ports: {
    TCP: { level: 'full', how: 'by a TCPRoute' },
    UDP: { level: 'full', how: 'by a UDPRoute' },
    opened: { level: 'full', how: 'Envoy Gateway adds the ports of listeners to the Service of the Gateway' },
    own: OWN_PORTS,
  },
  listenerSets: { level: 'close', how: 'since Envoy Gateway 1.8; Stoa uses them once it reports on one' },
  certificates: 'of-listener',
  smallestRsaKey: 2048,
  evidence: 'engine',
  passwords: 'envoy',
  resources: [TRAFFIC_POLICIES, SECURITY_POLICIES, ROUTE_FILTERS],
  style: STYLE,
  abilities: ABILITIES,
  guards: (_, branch) => [
    'allow',
    'deny',
    'basicAuth',
    ...(asksAtPath(branch) ? [] : (['externalAuth'] as const)),
  ],
  objects: (group) => {
    const route = httpRoute(group, STYLE, {
      filtersOf: (branch) => cookieFilters(group, branch).map(filterBy),
      backendsOf: (branch) => backendsOf(group, branch),
      isNamed: (branch) => hasGuards(branch) || targetsBranches(group),
    });
    const filters = group.branches.flatMap((branch) => cookieFilters(group, branch));
    return [route, ...trafficPolicies(group), ...securityPolicies(group), ...filters];
  },
});
