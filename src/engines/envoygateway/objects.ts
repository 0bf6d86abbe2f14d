import type { Configuration } from '../../api/gatewayrule.ts';
import type { Policy } from '../../api/policy.ts';
import type { Resource } from '../../kube/resource.ts';
import { cookiePath } from '../cookies.ts';
import {
  type AskedBackend,
  answerBuffers,
  type Branch,
  type ListenerGroup,
  requestsBuffers,
} from '../group.ts';

/** BackendTrafficPolicies of Envoy Gateway. */
export const TRAFFIC_POLICIES = envoyResource('backendtrafficpolicies', 'BackendTrafficPolicy');

/** SecurityPolicies of Envoy Gateway. */
export const SECURITY_POLICIES = envoyResource('securitypolicies', 'SecurityPolicy');

/** HTTPRouteFilters of Envoy Gateway. */
export const ROUTE_FILTERS = envoyResource('httproutefilters', 'HTTPRouteFilter');

function envoyResource(plural: string, kind: string): Resource {
  return { group: 'gateway.envoyproxy.io', version: 'v1alpha1', plural, kind, namespaced: true };
}

/** Most MiB of a request in the memory of Envoy, which all teams share. */
export const MOST_IN_MEMORY = 64;

const UNITS = { second: 'Second', minute: 'Minute', hour: 'Hour' } as const;

/** Blocks that have all addresses. */
const EVERYWHERE = ['0.0.0.0/0', '::/0'];

const COMPRESSORS = {
  gzip: { type: 'Gzip', gzip: {} },
  brotli: { type: 'Brotli', brotli: {} },
  zstd: { type: 'Zstd', zstd: {} },
} as const;

/** Limit of the requests of a branch. */
export function rateLimit({ policy }: Branch): object | undefined {
  if (policy.rateLimit === undefined) {
    return undefined;
  }
  const { requests, per, by = 'rule' } = policy.rateLimit;
  const limit = { requests, unit: UNITS[per] };
  const rules =
    by === 'rule'
      ? [{ limit }]
      : EVERYWHERE.map((value) => ({
          clientSelectors: [{ sourceCIDR: { type: 'Distinct', value } }],
          limit,
        }));
  return { rateLimit: { local: { rules } } };
}

/** Compression of the answers of a branch. */
export function compressor({ policy: { compression } }: Branch): object | undefined {
  return compression && { compressor: compression.map((name) => COMPRESSORS[name]) };
}

/** Choice of a pod. */
export function loadBalancer(group: ListenerGroup): object | undefined {
  const hash = consistentHash(group);
  return hash && { loadBalancer: { type: 'ConsistentHash', consistentHash: hash } };
}

/** Time to connect; a limit of 0 seconds cannot be kept. */
export function connectTimeout({ settings: { proxyConnectTimeout } }: ListenerGroup): object | undefined {
  return proxyConnectTimeout
    ? { timeout: { tcp: { connectTimeout: `${proxyConnectTimeout}s` } } }
    : undefined;
}

/** Pauses of a request and of its answer. Without `requestTimeout`, Envoy would end an answer after 15 seconds in all. */
export function pauses({ settings }: ListenerGroup): object | undefined {
  const { proxyReadTimeout = 0, proxySendTimeout = 0 } = settings;
  const pause = proxyReadTimeout || proxySendTimeout;
  return pause > 0
    ? { timeout: { http: { requestTimeout: '0s', streamIdleTimeout: `${pause}s` } } }
    : undefined;
}

/** Limit of the size of requests. */
export function requestBuffer({ settings }: ListenerGroup): object | undefined {
  const limit = requestLimit(settings);
  return limit === undefined ? undefined : { requestBuffer: { limit } };
}

/** Limit of a request as Envoy Gateway takes it; undefined where there is none, or one that it does not get. */
export function requestLimit({ proxyBodySize = 0 }: Configuration): string | undefined {
  return proxyBodySize > 0 && proxyBodySize <= MOST_IN_MEMORY ? `${proxyBodySize}Mi` : undefined;
}

/** Limit of what Envoy holds back for a connection. */
export function bufferLimit({ settings }: ListenerGroup): object | undefined {
  const { number, kibibytes } = answerBuffers(settings);
  return requestsBuffers(settings) ? { connection: { bufferLimit: `${number * kibibytes}Ki` } } : undefined;
}

/** Addresses whose requests are let through, and those whose are not. */
export function authorization({ policy: { allow, deny } }: Branch): object | undefined {
  if (allow === undefined && deny === undefined) {
    return undefined;
  }
  const rules = [
    ...(deny === undefined ? [] : [{ action: 'Deny', principal: { clientCIDRs: deny } }]),
    ...(allow === undefined ? [] : [{ action: 'Allow', principal: { clientCIDRs: allow } }]),
  ];
  return { authorization: { defaultAction: allow === undefined ? 'Allow' : 'Deny', rules } };
}

/** Names and passwords, one of which a request must have. */
export function basicAuth({ policy }: Branch): object | undefined {
  return policy.basicAuth && { basicAuth: { users: { name: policy.basicAuth.secretName } } };
}

/** Component that is asked about requests. */
export function extAuth({ policy, externalAuth }: Branch): object | undefined {
  return externalAuth && { extAuth: extAuthOf(policy.externalAuth, externalAuth) };
}

/**
 * Envoy refuses the configuration of a whole listener in which a policy has a path and a policy for the Gateway another
 * form of it, and Envoy Gateway merges the two: so there is none, and that of the Gateway does not count either.
 */
function extAuthOf(
  { requestHeaders = [], responseHeaders }: Partial<NonNullable<Policy['externalAuth']>> = {},
  { service, port }: AskedBackend,
): object {
  return {
    failOpen: false,
    headersToExtAuth: ['Authorization', ...requestHeaders],
    http: {
      backendRefs: [{ name: service, port }],
      path: '',
      ...(responseHeaders === undefined ? {} : { headersToBackend: responseHeaders }),
    },
  };
}

const SOURCE = { type: 'SourceIP' } as const;

/** Variables of nginx whose value Envoy has under another name. */
const KNOWN: Readonly<Record<string, object>> = {
  $remote_addr: SOURCE,
  $binary_remote_addr: SOURCE,
  $request_uri: byHeader(':path'),
  $host: byHeader(':authority'),
  $http_host: byHeader(':authority'),
};

/** The consistent hash by which Envoy Gateway chooses a pod; undefined where none is requested, or it has none. */
export function consistentHash({ balancing, path, scheme }: ListenerGroup): object | undefined {
  switch (balancing.type) {
    case 'round-robin':
      return undefined;
    case 'cookie': {
      // With a time to live, Envoy sets a cookie that is missing; 0 is as long as the browser runs.
      const attributes = { Path: cookiePath(path), ...(scheme === 'https' ? { Secure: '' } : {}) };
      return { type: 'Cookie', cookie: { name: balancing.cookie, ttl: '0s', attributes } };
    }
    case 'hash':
      return KNOWN[balancing.variable] ?? byFamily(balancing.variable);
  }
}

/** Variables that nginx has for every header, cookie and parameter of a request. */
function byFamily(variable: string): object | undefined {
  const [, family, name = ''] = /^\$(http|cookie|arg)_(.+)$/.exec(variable) ?? [];
  switch (family) {
    case 'http':
      return byHeader(name.replaceAll('_', '-'));
    case 'cookie':
      return { type: 'Cookie', cookie: { name } };
    case 'arg':
      return { type: 'QueryParams', queryParams: [{ name }] };
    default:
      return undefined;
  }
}

function byHeader(name: string): object {
  return { type: 'Headers', headers: [{ name }] };
}
