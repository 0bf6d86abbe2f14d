import type { Resource } from '../../../kube/resource.ts';

/** BackendTrafficPolicies of Envoy Gateway. */
export const TRAFFIC_POLICIES = envoyResource('backendtrafficpolicies', 'BackendTrafficPolicy');

/** SecurityPolicies of Envoy Gateway. */
export const SECURITY_POLICIES = envoyResource('securitypolicies', 'SecurityPolicy');

/** HTTPRouteFilters of Envoy Gateway. */
export const ROUTE_FILTERS = envoyResource('httproutefilters', 'HTTPRouteFilter');

function envoyResource(plural: string, kind: string): Resource {
  return { group: 'gateway.envoyproxy.io', version: 'v1alpha1', plural, kind, namespaced: true };
}
