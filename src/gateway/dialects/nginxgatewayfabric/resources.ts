import type { Resource } from '../../../kube/resource.ts';

/** ProxySettingsPolicies of NGINX Gateway Fabric. */
export const PROXY_SETTINGS = nginxResource('proxysettingspolicies', 'ProxySettingsPolicy');

/** ClientSettingsPolicies of NGINX Gateway Fabric. */
export const CLIENT_SETTINGS = nginxResource('clientsettingspolicies', 'ClientSettingsPolicy');

/** UpstreamSettingsPolicies of NGINX Gateway Fabric. */
export const UPSTREAM_SETTINGS = nginxResource('upstreamsettingspolicies', 'UpstreamSettingsPolicy');

/** RateLimitPolicies of NGINX Gateway Fabric. */
export const RATE_LIMITS = nginxResource('ratelimitpolicies', 'RateLimitPolicy');

/** AuthenticationFilters of NGINX Gateway Fabric. */
export const AUTHENTICATION = nginxResource('authenticationfilters', 'AuthenticationFilter');

function nginxResource(plural: string, kind: string): Resource {
  return { group: 'gateway.nginx.org', version: 'v1alpha1', plural, kind, namespaced: true };
}
