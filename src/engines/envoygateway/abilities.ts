import { areCompatible } from '../../rule/conditions.ts';
import { cookiesBy, limited, SLOW_TRIES, sentenceOf, triesSlowly, unguarded } from '../ability.ts';
import { OF_GRPC_ROUTES } from '../calls.ts';
import type { Abilities, Feature } from '../fields.ts';
import { type Branch, type ListenerGroup, PLAIN_STYLE, type RouteStyle } from '../group.ts';
import { hasCookies, matchesOf, precision, unmatchable } from '../matches.ts';
import {
  authorization,
  basicAuth,
  bufferLimit,
  compressor,
  connectTimeout,
  consistentHash,
  extAuth,
  loadBalancer,
  MOST_IN_MEMORY,
  pauses,
  ROUTE_FILTERS,
  rateLimit,
  requestBuffer,
  requestLimit,
  SECURITY_POLICIES,
  TRAFFIC_POLICIES,
} from './objects.ts';

/** Style of Envoy Gateway: a percent sign in a header's value would begin one of Envoy's variables. */
export const STYLE: RouteStyle = {
  ...PLAIN_STYLE,
  cookies: 'beside',
  detours: 'left',
  escapes: 'spelled',
  literal: (value) => value.replaceAll('%', '%%'),
};

/** Features for calls: those of a GRPCRoute, and of policies for one. */
export const CALLS: readonly Feature[] = [
  ...OF_GRPC_ROUTES,
  'http.containerPort[appProtocol: other]',
  'http.ruleExtensions[lb-type: cookie-session-affinity]',
  'http.ruleExtensions[lb-type: upstream-hash-by]',
  'http.configuration.proxyConnectTimeout',
  'http.configuration.proxyReadTimeout',
  'http.configuration.proxySendTimeout',
  'http.policy.allow',
  'http.policy.deny',
  'http.policy.basicAuth',
  'http.policy.externalAuth',
  'http.policy.rateLimit',
];

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
const ALSO_UNAVAILABLE =
  'without codes, Envoy Gateway has Envoy send a request again after an answer with the status 503, too';
const NO_BURST = 'Envoy lets as many requests through at once as in a period, whatever burst says';
const FORWARDED_ONLY = 'Envoy counts no requests that a redirect answers';
const TRUSTED = 'by a SecurityPolicy, with the address that Envoy takes for that of the client';

const ASKED_FIRST =
  'by a SecurityPolicy; Envoy asks with the method, the host and the path of the request, before it looks at allow, ' +
  'deny and basicAuth';
const NO_PATH = unguarded(
  'with path, Envoy would refuse the configuration of all rules where a SecurityPolicy for the whole Gateway has one too',
).how;
const CLIENTS_OWN =
  'where an answer lacks one of responseHeaders, Envoy passes on what the client has sent under this name';

const bufferAbility = {
  by: TRAFFIC_POLICIES,
  ofGroup: bufferLimit,
  level: 'close',
  how: SOFT_LIMIT,
  lost: () => SOFT_LIMIT,
} as const;

/** Abilities of Envoy Gateway that differ from those of the Gateway API alone. */
export const ABILITIES: Partial<Abilities> = {
  'http.containerPort[appProtocol: other]': {
    level: 'close',
    how: 'Envoy Gateway knows grpc, for which it speaks HTTP/2; to other ports it speaks plain HTTP',
  },
  'http.domainCookie': {
    ...cookiesBy('the cookies of an HTTPRouteFilter'),
    by: ROUTE_FILTERS,
    ofBranch: cookieMatches,
  },
  'http.ruleExtensions[lb-type: cookie-session-affinity]': {
    by: TRAFFIC_POLICIES,
    ofGroup: loadBalancer,
    level: 'close',
    how: HASHED_COOKIE,
  },
  'http.ruleExtensions[lb-type: upstream-hash-by]': {
    by: TRAFFIC_POLICIES,
    ofGroup: loadBalancer,
    level: 'close',
    how: KNOWN_HASHES,
    lost: (group) => (consistentHash(group) === undefined ? KNOWN_HASHES : undefined),
  },
  'http.configuration.proxyConnectTimeout': {
    by: TRAFFIC_POLICIES,
    ofGroup: connectTimeout,
    level: 'full',
    how: 'by a BackendTrafficPolicy',
  },
  'http.configuration.proxyReadTimeout': {
    by: TRAFFIC_POLICIES,
    ofGroup: pauses,
    level: 'close',
    how: ONE_PAUSE,
    lost: () => undefined,
  },
  'http.configuration.proxySendTimeout': {
    by: TRAFFIC_POLICIES,
    ofGroup: pauses,
    level: 'close',
    how: ONE_PAUSE,
    lost: ({ settings: { proxyReadTimeout, proxySendTimeout } }) =>
      proxyReadTimeout && proxyReadTimeout !== proxySendTimeout ? ONE_PAUSE : undefined,
  },
  'http.configuration.proxyBodySize': {
    by: TRAFFIC_POLICIES,
    ofGroup: requestBuffer,
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
  'http.policy.match.methods': {
    level: 'close',
    how: COUNTED_METHODS,
    lost: ({ branches }) =>
      branches.some((branch) => branches.some((other) => overtakes(other, branch)))
        ? COUNTED_METHODS
        : undefined,
  },
  'http.domainPath[%xx]': { level: 'full', how: 'by an expression for its spellings' },
  'http.policy.match.pathRegex': limited(
    'by a regular expression, which Envoy Gateway tries before the beginnings of all paths of the host',
  ),
  'http.policy.retry': {
    level: 'close',
    how: `${ALSO_UNAVAILABLE}; ${SLOW_TRIES}`,
    lost: ({ branches }) => {
      const reasons = branches.flatMap(({ policy }) => [
        ...(policy.retry !== undefined && (policy.retry.codes ?? []).length === 0 ? [ALSO_UNAVAILABLE] : []),
        ...(triesSlowly(policy) ? [SLOW_TRIES] : []),
      ]);
      return sentenceOf(reasons);
    },
  },
  'http.policy.rateLimit': {
    by: TRAFFIC_POLICIES,
    ofBranch: rateLimit,
    level: 'close',
    how: `${BY_MATCH}; ${NO_BURST}; ${FORWARDED_ONLY}`,
    lost: (group) => {
      const reasons = group.branches.flatMap((branch) => uncounted(group, branch));
      return sentenceOf(reasons);
    },
  },
  'http.policy.allow': { by: SECURITY_POLICIES, ofBranch: authorization, level: 'full', how: TRUSTED },
  'http.policy.deny': { by: SECURITY_POLICIES, ofBranch: authorization, level: 'full', how: TRUSTED },
  'http.policy.basicAuth': {
    by: SECURITY_POLICIES,
    ofBranch: basicAuth,
    level: 'full',
    how: 'by a SecurityPolicy with the key .htpasswd of the Secret, which has SHA hashes only',
  },
  'http.policy.externalAuth': {
    by: SECURITY_POLICIES,
    ofBranch: extAuth,
    guards: ({ policy: { externalAuth } }) => externalAuth?.path === undefined,
    level: 'close',
    how: `${ASKED_FIRST}; ${NO_PATH}; ${CLIENTS_OWN}`,
    lost: ({ branches }) => {
      const asking = branches.flatMap(({ policy: { externalAuth } }) => externalAuth ?? []);
      const isPassed = asking.some(({ responseHeaders }) => responseHeaders !== undefined);
      const passed = isPassed ? CLIENTS_OWN : undefined;
      return asking.some(({ path }) => path !== undefined) ? NO_PATH : passed;
    },
  },
  'http.policy.compression': {
    by: TRAFFIC_POLICIES,
    ofBranch: compressor,
    level: 'full',
    how: 'by a BackendTrafficPolicy',
  },
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
    branch.pathRegex?.length === other.pathRegex?.length &&
    (more > counted || (more === counted && others > own)) &&
    areCompatible(branch, other)
  );
}

/** Matches of a filter for requests with the cookies of a branch. */
function cookieMatches(branch: Branch): object | undefined {
  if (!hasCookies(branch) || unmatchable(branch, STYLE) !== undefined) {
    return undefined;
  }
  const cookies = Object.entries(branch.cookies)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) =>
      value === '' ? { type: 'RegularExpression', name, value: '^$' } : { type: 'Exact', name, value },
    );
  return { matches: [{ cookies }] };
}
