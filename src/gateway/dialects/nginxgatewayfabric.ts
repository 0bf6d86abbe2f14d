import { isDeepStrictEqual } from 'node:util';
import type { Configuration } from '../../api/gatewayrule.ts';
import type { Policy } from '../../api/policy.ts';
import type { Resource } from '../../kube/resource.ts';
import { HTTP_ROUTES } from '../../objects/httproute.ts';
import { objectOf, type Rendered } from '../object.ts';
import { type Abilities, type Ability, cookiesBy, limited, unguarded } from './ability.ts';
import { defineDialect } from './define.ts';
import { answerBuffers, MOST_BUFFERED } from './feature.ts';
import type { Branch, ListenerGroup } from './group.ts';
import { httpRoute } from './httproute.ts';
import {
  type NginxQuantity,
  nginxBytes,
  nginxKibibytes,
  nginxMebibytes,
  nginxSeconds,
} from './nginxunits.ts';
import { branchName, filterBy, partName } from './parts.ts';
import { PLAIN_STYLE, type RouteStyle } from './style.ts';

const PROXY_SETTINGS = nginxResource('proxysettingspolicies', 'ProxySettingsPolicy');
const CLIENT_SETTINGS = nginxResource('clientsettingspolicies', 'ClientSettingsPolicy');
const UPSTREAM_SETTINGS = nginxResource('upstreamsettingspolicies', 'UpstreamSettingsPolicy');

const RATE_LIMITS = nginxResource('ratelimitpolicies', 'RateLimitPolicy');
const AUTHENTICATION = nginxResource('authenticationfilters', 'AuthenticationFilter');

const STYLE: RouteStyle = {
  ...PLAIN_STYLE,
  parts: ['cors', 'mirror'],
  knows: (name) => /^[-A-Za-z0-9]+$/.test(name),
  refuses: (name, value) => {
    if (['connection', 'upgrade'].includes(name.toLowerCase())) {
      return 'nginx keeps it for itself';
    }
    return /[$"\\]/.test(value) ? 'nginx would not take $, " and \\ in its value as they stand' : undefined;
  },
};

/**
 * Variables that nginx has whatever modules it was built with, as far as they are of use here: with one that
 * it does not have, it would take no configuration at all.
 */
const VARIABLE =
  /^\$(binary_remote_addr|remote_addr|remote_user|host|request_uri|uri|args|query_string|request_method|scheme|(http|cookie|arg)_[a-z_]+)$/;

type RateLimit = NonNullable<Policy['rateLimit']>;

/** Number of buffers that NGINX Gateway Fabric takes; fewer leave none to read into while others are sent. */
const BUFFERS = { least: 3, most: 256 } as const;

const OLDEST = 'of rules that lead to one Service, the oldest has the say';
const RANDOM = 'among several components, nginx chooses at random';
const BY_ADDRESS = `nginx keeps a client at a pod by its address, not by a cookie; ${RANDOM}; ${OLDEST}`;
const KNOWN_VARIABLES =
  'nginx starts with no variable that it lacks, so Stoa names only $remote_addr, $host, $request_uri, $uri, $args, ' +
  '$scheme and a few more, $http_*, $cookie_* and $arg_*';
const GIBIBYTES = 'NGINX Gateway Fabric counts requests above 9999 MiB in whole GiB';
const MINUTES = 'NGINX Gateway Fabric counts times above 9999 seconds in whole minutes';
const NUMBERS = `NGINX Gateway Fabric takes from ${BUFFERS.least} to ${BUFFERS.most} buffers`;
const SHARED = `a buffer has at most ${MOST_BUFFERED.each} KiB and all of an answer ${MOST_BUFFERED.all} KiB, since all teams share the memory of nginx`;

const NO_LIMITS =
  'NGINX Gateway Fabric does not heed timeouts of routes; those of configuration limit pauses';
const NO_TRIES = 'NGINX Gateway Fabric does not heed tries of routes';
const PLAIN_VALUES = 'by a filter of the route, but no values with $, " and \\';

const WHOLE_ROUTE =
  'nginx limits the requests for a host and path together, so only if all rules for them have the same limit';
const BY_MINUTE = 'nginx counts by the second or by the minute, so a limit per hour must be a multiple of 60';
const NO_ADDRESSES = 'NGINX Gateway Fabric compares addresses only by snippets, which Stoa does not write';

const abilities: Partial<Abilities> = {
  'http.domainCookie': cookiesBy('a regular expression on the header Cookie'),
  'http.ruleExtensions[lb-type: cookie-session-affinity]': { level: 'close', how: BY_ADDRESS },
  'http.ruleExtensions[lb-type: upstream-hash-by]': {
    level: 'close',
    how: `${KNOWN_VARIABLES}; ${RANDOM}; ${OLDEST}`,
    lost: (group) => {
      const random = group.branches.some(({ backends }) => backends.length > 1) ? RANDOM : undefined;
      return methodOf(group) === undefined ? KNOWN_VARIABLES : random;
    },
  },
  'http.configuration.proxyBodySize': counted(nginxMebibytes, 'proxyBodySize', GIBIBYTES),
  'http.configuration.proxyBuffering': { level: 'full', how: 'by a ProxySettingsPolicy' },
  'http.configuration.proxyBufferSize': {
    level: 'close',
    how: SHARED,
    lost: ({ settings }) => {
      const { proxyBufferSize = 0 } = settings;
      return proxyBufferSize > answerBuffers(settings).kibibytes ? SHARED : undefined;
    },
  },
  'http.configuration.proxyBufferNumbers': {
    level: 'close',
    how: `${NUMBERS}; ${SHARED}`,
    lost: ({ settings }) => {
      const { proxyBufferNumbers = BUFFERS.least } = settings;
      const isShared = proxyBufferNumbers > answerBuffers(settings).number ? SHARED : undefined;
      return numberOf(proxyBufferNumbers) === proxyBufferNumbers ? isShared : NUMBERS;
    },
  },
  'http.configuration.proxyConnectTimeout': counted(nginxSeconds, 'proxyConnectTimeout', MINUTES),
  'http.configuration.proxyReadTimeout': counted(nginxSeconds, 'proxyReadTimeout', MINUTES),
  'http.configuration.proxySendTimeout': counted(nginxSeconds, 'proxySendTimeout', MINUTES),
  'http.configuration.setHeaders': limited(
    'by filters of the route, but not Connection and Upgrade, and no values with $, " and \\',
  ),
  'http.policy.timeouts.request': { level: 'none', how: NO_LIMITS },
  'http.policy.timeouts.backendRequest': { level: 'none', how: NO_LIMITS },
  'http.policy.retry': { level: 'none', how: NO_TRIES },
  'http.policy.retry.backoff': { level: 'none', how: NO_TRIES },
  'http.policy.mirror': limited(
    'by a filter of the route; nginx takes the next request of a connection only after the answer to the copy',
  ),
  'http.policy.requestHeaders': limited(PLAIN_VALUES),
  'http.policy.responseHeaders': limited(PLAIN_VALUES),
  'http.policy.rateLimit': {
    level: 'close',
    how: `${WHOLE_ROUTE}; ${BY_MINUTE}`,
    lost: (group) => {
      const rate = commonLimit(group);
      const uncounted = rate === undefined ? WHOLE_ROUTE : undefined;
      return rate !== undefined && rateOf(rate) === undefined ? BY_MINUTE : uncounted;
    },
  },
  'http.policy.allow': unguarded(NO_ADDRESSES),
  'http.policy.deny': unguarded(NO_ADDRESSES),
  'http.policy.basicAuth': {
    level: 'full',
    how: 'by an AuthenticationFilter with the key auth of the Secret',
  },
  'http.policy.compression': {
    level: 'none',
    how: 'NGINX Gateway Fabric compresses answers only by snippets, which Stoa does not write',
  },
};

/** NGINX Gateway Fabric: policies for proxying, for requests of clients, for limits and for the choice of a pod, a filter for passwords. */
export const nginxGatewayFabric = defineDialect({
  name: 'nginx-gateway-fabric',
  controllers: ['gateway.nginx.org/nginx-gateway-controller'],
  ports: {
    TCP: { level: 'full', how: 'by a TCPRoute' },
    UDP: { level: 'full', how: 'by a UDPRoute' },
    opened: {
      level: 'full',
      how: 'NGINX Gateway Fabric adds the ports of listeners to the Service of the Gateway',
    },
  },
  certificates: 'of-listener',
  evidence: 'engine',
  resources: [PROXY_SETTINGS, CLIENT_SETTINGS, UPSTREAM_SETTINGS, RATE_LIMITS, AUTHENTICATION],
  policies: [
    {
      resource: PROXY_SETTINGS,
      carries: [
        'http.configuration.proxyBuffering',
        'http.configuration.proxyBufferSize',
        'http.configuration.proxyBufferNumbers',
        'http.configuration.proxyConnectTimeout',
        'http.configuration.proxyReadTimeout',
        'http.configuration.proxySendTimeout',
      ],
    },
    { resource: RATE_LIMITS, carries: ['http.policy.rateLimit'] },
    { resource: CLIENT_SETTINGS, carries: ['http.configuration.proxyBodySize'] },
    {
      resource: UPSTREAM_SETTINGS,
      carries: [
        'http.ruleExtensions[lb-type: cookie-session-affinity]',
        'http.ruleExtensions[lb-type: upstream-hash-by]',
      ],
    },
  ],
  style: STYLE,
  abilities,
  guards: () => ['basicAuth'],
  objects: (group) => [
    httpRoute(group, STYLE, { firstOf: (branch) => authentication(group, branch).map(filterBy) }),
    ...group.branches.flatMap((branch) => authentication(group, branch)),
    ...rateLimits(group),
    ...proxySettings(group),
    ...clientSettings(group),
    ...upstreamSettings(group),
  ],
});

/** Ability for a quantity that is exact up to where its unit gets larger. */
function counted(
  quantity: (amount: number) => NginxQuantity,
  setting: 'proxyBodySize' | `proxy${'Connect' | 'Read' | 'Send'}Timeout`,
  how: string,
): Ability {
  return {
    level: 'close',
    how,
    lost: ({ settings }) => {
      const requested = settings[setting] ?? 0;
      return quantity(requested).amount === requested ? undefined : how;
    },
  };
}

function proxySettings(group: ListenerGroup): readonly Rendered[] {
  const buffering = bufferingOf(group.settings);
  const timeout = timeoutsOf(group.settings);
  const spec = {
    ...(Object.keys(buffering).length > 0 ? { buffering } : {}),
    ...(Object.keys(timeout).length > 0 ? { timeout } : {}),
  };
  return Object.keys(spec).length > 0
    ? [objectOf(group, PROXY_SETTINGS, { targetRefs: [routeOf(group)], ...spec })]
    : [];
}

function bufferingOf(settings: Configuration): object {
  const { proxyBuffering, proxyBufferNumbers, proxyBufferSize } = settings;
  const sized = proxyBufferNumbers !== undefined || proxyBufferSize !== undefined;
  return {
    ...(proxyBuffering === undefined ? {} : { disable: proxyBuffering === 'off' }),
    ...(sized ? buffersOf(settings) : {}),
  };
}

/** The first part of an answer has a buffer of its own, as large as the others. */
function buffersOf(settings: Configuration): object {
  const requested = answerBuffers(settings);
  const number = numberOf(requested.number);
  const size = nginxKibibytes(requested.kibibytes);
  return {
    bufferSize: size.text,
    buffers: { number, size: size.text },
    busyBuffersSize: busySize(number, size.amount),
  };
}

/**
 * Part of an answer that may wait for the client while nginx reads on: two buffers, which is nginx's own way,
 * or one and a half where all but one of them are two. (nginx refuses less than one buffer and more than all
 * but one, NGINX Gateway Fabric these bounds too; what follows by itself from three buffers is beyond them.)
 */
function busySize(number: number, kibibytes: number): string {
  return number > BUFFERS.least ? nginxKibibytes(2 * kibibytes).text : nginxBytes(1536 * kibibytes).text;
}

function numberOf(requested: number): number {
  return Math.min(Math.max(requested, BUFFERS.least), BUFFERS.most);
}

/** Timeouts of requests; 0 seconds is none, as no request could succeed. */
function timeoutsOf({ proxyConnectTimeout, proxyReadTimeout, proxySendTimeout }: Configuration): object {
  return {
    ...(proxyConnectTimeout ? { connect: nginxSeconds(proxyConnectTimeout).text } : {}),
    ...(proxyReadTimeout ? { read: nginxSeconds(proxyReadTimeout).text } : {}),
    ...(proxySendTimeout ? { send: nginxSeconds(proxySendTimeout).text } : {}),
  };
}

/** The limit of requests; nginx's own is 1 MiB, so that no limit, which is 0, is written too. */
function clientSettings(group: ListenerGroup): readonly Rendered[] {
  const { proxyBodySize } = group.settings;
  if (proxyBodySize === undefined) {
    return [];
  }
  const body = { maxSize: proxyBodySize === 0 ? '0' : nginxMebibytes(proxyBodySize).text };
  return [objectOf(group, CLIENT_SETTINGS, { targetRef: routeOf(group), body })];
}

function upstreamSettings(group: ListenerGroup): readonly Rendered[] {
  const method = methodOf(group);
  const services = new Set(group.branches.flatMap(({ backends }) => backends.map(({ service }) => service)));
  return method === undefined
    ? []
    : [...services].map((name) => {
        const targetRefs = [{ group: 'core', kind: 'Service', name }];
        return objectOf(group, UPSTREAM_SETTINGS, { targetRefs, ...method }, partName(group, name));
      });
}

/** The filter that lets only those through who know a password. */
function authentication(group: ListenerGroup, branch: Branch): readonly Rendered[] {
  const { basicAuth } = branch.policy;
  if (basicAuth === undefined) {
    return [];
  }
  const basic = { secretRef: { name: basicAuth.secretName }, realm: group.host.replace('*.', '') };
  return [objectOf(group, AUTHENTICATION, { type: 'Basic', basic }, branchName(group, branch))];
}

/** The limit of a route, which has no rule with another one. */
function rateLimits(group: ListenerGroup): readonly Rendered[] {
  const limit = commonLimit(group);
  const rate = limit && rateOf(limit);
  if (limit === undefined || rate === undefined) {
    return [];
  }
  const { requests, burst = requests, by = 'rule' } = limit;
  // A key that is the same for all requests; nginx counts none whose key is empty.
  const key = by === 'client' ? '$binary_remote_addr' : 'rule';
  const rules = [{ key, rate, burst: burst - 1, noDelay: true }];
  const rateLimit = { local: { rules }, rejectCode: 429 };
  return [objectOf(group, RATE_LIMITS, { targetRefs: [routeOf(group)], rateLimit })];
}

/** The limit that all branches have. */
function commonLimit({ branches }: ListenerGroup): RateLimit | undefined {
  const [first, ...others] = branches.map(({ policy }) => policy.rateLimit);
  return others.every((other) => isDeepStrictEqual(other, first)) ? first : undefined;
}

function rateOf({ requests, per }: RateLimit): string | undefined {
  switch (per) {
    case 'second':
      return `${requests}r/s`;
    case 'minute':
      return `${requests}r/m`;
    case 'hour':
      return requests % 60 === 0 ? `${requests / 60}r/m` : undefined;
  }
}

function methodOf({ balancing }: ListenerGroup): object | undefined {
  switch (balancing.type) {
    case 'round-robin':
      return undefined;
    case 'cookie':
      return { loadBalancingMethod: 'ip_hash' };
    case 'hash':
      return VARIABLE.test(balancing.variable)
        ? { loadBalancingMethod: 'hash consistent', hashMethodKey: balancing.variable }
        : undefined;
  }
}

function routeOf({ name }: ListenerGroup) {
  return { group: HTTP_ROUTES.group, kind: HTTP_ROUTES.kind, name };
}

function nginxResource(plural: string, kind: string): Resource {
  return { group: 'gateway.nginx.org', version: 'v1alpha1', plural, kind, namespaced: true };
}
