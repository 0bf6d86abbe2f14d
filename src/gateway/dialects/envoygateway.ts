import type { Configuration } from '../../api/gatewayrule.ts';
import type { Resource } from '../../kube/resource.ts';
import { HTTP_ROUTES, type HttpBackendRef, type HttpRouteFilter } from '../../objects/httproute.ts';
import { areCompatible } from '../../rule/conditions.ts';
import { objectOf, type Rendered } from '../object.ts';
import { type Abilities, cookiesBy } from './ability.ts';
import { consistentHash } from './consistenthash.ts';
import { defineDialect } from './define.ts';
import { securityOf, trafficOf } from './envoyaccess.ts';
import { answerBuffers, type Feature, requestsBuffers } from './feature.ts';
import type { Branch, ListenerGroup } from './group.ts';
import { httpRoute, ruleNames, servicesOf } from './httproute.ts';
import { hasCookies, matchesOf, precision, unmatchable } from './matches.ts';
import { branchName, filterBy } from './parts.ts';
import { PLAIN_STYLE, type RouteStyle } from './style.ts';

const POLICIES = envoyResource('backendtrafficpolicies', 'BackendTrafficPolicy');
const SECURITY = envoyResource('securitypolicies', 'SecurityPolicy');
const FILTERS = envoyResource('httproutefilters', 'HTTPRouteFilter');

/** A percent sign in a header's value would begin one of Envoy's variables. */
const STYLE: RouteStyle = {
  ...PLAIN_STYLE,
  cookies: 'beside',
  literal: (value) => value.replaceAll('%', '%%'),
};

/** Most MiB of a request in the memory of Envoy, which all teams share. */
const MOST_IN_MEMORY = 64;
const TOO_MUCH = `Envoy holds each request with a limit in the memory that all teams share, so that a limit above ${MOST_IN_MEMORY} MiB is none`;

const HASHED_COOKIE = 'Envoy hashes the cookie, so some clients change the pod when pods come or go';
const KNOWN_HASHES =
  'Envoy hashes the client’s address, the host, the URI, headers, cookies and parameters: $remote_addr, $host, ' +
  '$request_uri, $http_*, $cookie_*, $arg_*';
const WHOLE_REQUESTS =
  'Envoy reads each request to its end before it passes it on, and lets no WebSocket through';
const STREAMS = 'Envoy passes answers on as they come';
const SOFT_LIMIT = 'number times size is a soft limit of what Envoy holds back for a connection';
const ONE_PAUSE =
  'Envoy has one limit for pauses of a request and of its answer: proxyReadTimeout, and proxySendTimeout where that is not set';

const COUNTED_METHODS =
  'Envoy Gateway counts a method like a header, so that a rule with more headers and no method is tried before';

const BY_MATCH = 'Envoy counts the requests of each method by themselves';
const NO_BURST = 'Envoy lets as many requests through at once as in a period, whatever burst says';
const FORWARDED_ONLY = 'Envoy counts no requests that a redirect answers';
const TRUSTED = 'by a SecurityPolicy, with the address that Envoy takes for that of the client';

const bufferAbility = { level: 'close', how: SOFT_LIMIT, lost: () => SOFT_LIMIT } as const;

const abilities: Partial<Abilities> = {
  'http.domainCookie': cookiesBy('the cookies of an HTTPRouteFilter'),
  'http.ruleExtensions[lb-type: cookie-session-affinity]': { level: 'close', how: HASHED_COOKIE },
  'http.ruleExtensions[lb-type: upstream-hash-by]': {
    level: 'close',
    how: KNOWN_HASHES,
    lost: (group) => (consistentHash(group) === undefined ? KNOWN_HASHES : undefined),
  },
  'http.configuration.proxyBodySize': {
    level: 'close',
    how: WHOLE_REQUESTS,
    lost: ({ settings }) => {
      const limited = requestLimit(settings) === undefined ? TOO_MUCH : WHOLE_REQUESTS;
      return settings.proxyBodySize === 0 ? undefined : limited;
    },
  },
  'http.configuration.proxyBuffering': {
    level: 'close',
    how: STREAMS,
    lost: ({ settings }) => (settings.proxyBuffering === 'on' ? STREAMS : undefined),
  },
  'http.configuration.proxyBufferSize': bufferAbility,
  'http.configuration.proxyBufferNumbers': bufferAbility,
  'http.configuration.proxyConnectTimeout': { level: 'full', how: 'by a BackendTrafficPolicy' },
  'http.configuration.proxyReadTimeout': { level: 'close', how: ONE_PAUSE, lost: () => undefined },
  'http.configuration.proxySendTimeout': {
    level: 'close',
    how: ONE_PAUSE,
    lost: ({ settings: { proxyReadTimeout, proxySendTimeout } }) =>
      proxyReadTimeout && proxyReadTimeout !== proxySendTimeout ? ONE_PAUSE : undefined,
  },
  'http.policy.match.methods': {
    level: 'close',
    how: COUNTED_METHODS,
    lost: ({ branches }) =>
      branches.some((branch) => branches.some((other) => overtakes(other, branch)))
        ? COUNTED_METHODS
        : undefined,
  },
  'http.policy.rateLimit': {
    level: 'close',
    how: `${BY_MATCH}; ${NO_BURST}; ${FORWARDED_ONLY}`,
    lost: (group) => {
      const reasons = group.branches.flatMap((branch) => uncounted(group, branch));
      return reasons.length === 0 ? undefined : [...new Set(reasons)].join('; ');
    },
  },
  'http.policy.allow': { level: 'full', how: TRUSTED },
  'http.policy.deny': { level: 'full', how: TRUSTED },
  'http.policy.basicAuth': {
    level: 'full',
    how: 'by a SecurityPolicy with the key .htpasswd of the Secret, which has SHA hashes only',
  },
  'http.policy.compression': { level: 'full', how: 'by a BackendTrafficPolicy' },
};

/** Differences between the limit of a branch and what Envoy does. */
function uncounted(group: ListenerGroup, branch: Branch): readonly string[] {
  const { rateLimit, redirect } = branch.policy;
  if (rateLimit === undefined) {
    return [];
  }
  const { requests, burst = requests } = rateLimit;
  return [
    ...(matchesOf(group, branch, STYLE).length > 1 ? [BY_MATCH] : []),
    ...(burst === requests ? [] : [NO_BURST]),
    ...(redirect === undefined ? [] : [FORWARDED_ONLY]),
  ];
}

/** Whether a branch without a method is tried before one with methods that is more precise. */
function overtakes(other: Branch, branch: Branch): boolean {
  const [more, counted] = [precision(other, STYLE), precision(branch, STYLE) + 1];
  const [others, own] = [other, branch].map(({ query }) => Object.keys(query).length) as [number, number];
  return (
    branch.methods.length > 0 &&
    other.methods.length === 0 &&
    branch.exactPath === other.exactPath &&
    (more > counted || (more === counted && others > own)) &&
    areCompatible(branch, other)
  );
}

/** Features that a BackendTrafficPolicy carries. */
const CARRIED: readonly Feature[] = [
  'http.ruleExtensions[lb-type: cookie-session-affinity]',
  'http.ruleExtensions[lb-type: upstream-hash-by]',
  'http.configuration.proxyBodySize',
  'http.configuration.proxyBufferSize',
  'http.configuration.proxyBufferNumbers',
  'http.configuration.proxyConnectTimeout',
  'http.configuration.proxyReadTimeout',
  'http.configuration.proxySendTimeout',
  'http.policy.rateLimit',
  'http.policy.compression',
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
  },
  certificates: 'of-listener',
  evidence: 'engine',
  resources: [POLICIES, SECURITY, FILTERS],
  policies: [
    { resource: POLICIES, carries: CARRIED },
    {
      resource: SECURITY,
      carries: ['http.policy.allow', 'http.policy.deny', 'http.policy.basicAuth'],
    },
  ],
  style: STYLE,
  abilities,
  guards: () => ['allow', 'deny', 'basicAuth'],
  objects: (group) => {
    const route = httpRoute(group, STYLE, {
      filtersOf: (branch) => cookieFilters(group, branch).map(filterBy),
      backendsOf: (branch) => backendsOf(group, branch),
      isNamed: (branch) => !isEmpty(securityOf(branch)) || targetsBranches(group),
    });
    const filters = group.branches.flatMap((branch) => cookieFilters(group, branch));
    return [route, ...policies(group), ...security(group), ...filters];
  },
});

/** The filter that matches only requests with the cookies of a branch. */
function cookieFilters(group: ListenerGroup, branch: Branch): readonly Rendered[] {
  if (!hasCookies(branch) || unmatchable(branch, STYLE) !== undefined) {
    return [];
  }
  const cookies = Object.entries(branch.cookies)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) =>
      value === '' ? { type: 'RegularExpression', name, value: '^$' } : { type: 'Exact', name, value },
    );
  return [objectOf(group, FILTERS, { matches: [{ cookies }] }, branchName(group, branch))];
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

/**
 * The policy of an HTTPRoute, or one for each of its branches where one of them has settings of its own: a policy for a
 * rule is in the place of that for the route. It overrides a policy for the whole Gateway only in the fields that it sets.
 */
function policies(group: ListenerGroup): readonly Rendered[] {
  const settings = policySettings(group);
  return targetsBranches(group)
    ? group.branches.flatMap((branch) =>
        policyOf(group, POLICIES, { ...settings, ...trafficOf(branch) }, branch),
      )
    : policyOf(group, POLICIES, settings);
}

/** Whether the settings of branches differ. */
function targetsBranches({ branches }: ListenerGroup): boolean {
  return branches.some((branch) => !isEmpty(trafficOf(branch)));
}

function security(group: ListenerGroup): readonly Rendered[] {
  return group.branches.flatMap((branch) => policyOf(group, SECURITY, securityOf(branch), branch));
}

/** The policy for the rules of a branch, or for the whole route; none where there is nothing to set. */
function policyOf(
  group: ListenerGroup,
  resource: Resource,
  settings: object,
  branch?: Branch,
): readonly Rendered[] {
  const route = { group: HTTP_ROUTES.group, kind: HTTP_ROUTES.kind, name: group.name };
  const targetRefs =
    branch === undefined
      ? [route]
      : ruleNames(group, branch, STYLE).map((sectionName) => ({ ...route, sectionName }));
  const name = branch === undefined ? group.name : branchName(group, branch);
  return isEmpty(settings)
    ? []
    : [objectOf(group, resource, { targetRefs, mergeType: 'StrategicMerge', ...settings }, name)];
}

function isEmpty(settings: object): boolean {
  return Object.keys(settings).length === 0;
}

function policySettings(group: ListenerGroup): object {
  const hash = consistentHash(group);
  const timeout = timeouts(group.settings);
  const limit = requestLimit(group.settings);
  const buffer = bufferLimit(group.settings);
  return {
    ...(hash === undefined ? {} : { loadBalancer: { type: 'ConsistentHash', consistentHash: hash } }),
    ...(Object.keys(timeout).length > 0 ? { timeout } : {}),
    ...(limit === undefined ? {} : { requestBuffer: { limit } }),
    ...(buffer === undefined ? {} : { connection: { bufferLimit: buffer } }),
  };
}

/** A limit of 0 seconds cannot be kept. */
function timeouts({
  proxyConnectTimeout,
  proxyReadTimeout = 0,
  proxySendTimeout = 0,
}: Configuration): object {
  const pause = proxyReadTimeout || proxySendTimeout;
  return {
    ...(proxyConnectTimeout ? { tcp: { connectTimeout: `${proxyConnectTimeout}s` } } : {}),
    // Without the former, Envoy would end an answer after 15 seconds in all.
    ...(pause > 0 ? { http: { requestTimeout: '0s', streamIdleTimeout: `${pause}s` } } : {}),
  };
}

function requestLimit({ proxyBodySize = 0 }: Configuration): string | undefined {
  return proxyBodySize > 0 && proxyBodySize <= MOST_IN_MEMORY ? `${proxyBodySize}Mi` : undefined;
}

function bufferLimit(settings: Configuration): string | undefined {
  const { number, kibibytes } = answerBuffers(settings);
  return requestsBuffers(settings) ? `${number * kibibytes}Ki` : undefined;
}

function envoyResource(plural: string, kind: string): Resource {
  return { group: 'gateway.envoyproxy.io', version: 'v1alpha1', plural, kind, namespaced: true };
}
