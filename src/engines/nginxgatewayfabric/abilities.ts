import type { Configuration } from '../../api/gatewayrule.ts';
import { type Ability, cookiesBy, limited, unguarded } from '../ability.ts';
import { OF_GRPC_ROUTES } from '../calls.ts';
import type { Abilities, Feature } from '../fields.ts';
import { answerBuffers, type Branch, MOST_BUFFERED, PLAIN_STYLE, type RouteStyle } from '../group.ts';
import {
  AUTHENTICATION,
  answerBuffering,
  BUFFERS,
  balancingMethod,
  basicAuth,
  bodyLimit,
  bufferNumber,
  buffers,
  CLIENT_SETTINGS,
  commonLimit,
  PROXY_SETTINGS,
  RATE_LIMITS,
  rateLimit,
  rateOf,
  UPSTREAM_SETTINGS,
} from './objects.ts';
import { nginxMebibytes, nginxSeconds } from './quantity.ts';

/** Headers of answers that nginx writes itself: NGINX Gateway Fabric drops a rule with a filter on one of them. */
const OWN_IN_ANSWERS = ['server', 'date', 'content-type', 'x-pad'];

/** Style of NGINX Gateway Fabric, which heeds no timeouts and tries of routes. */
export const STYLE: RouteStyle = {
  ...PLAIN_STYLE,
  parts: ['cors', 'mirror'],
  knows: (name) => /^[-A-Za-z0-9]+$/.test(name),
  refuses: (_name, value) =>
    /[$"\\]/.test(value) ? 'nginx would not take $, " and \\ in its value as they stand' : undefined,
  keepsInAnswers: (name) => {
    const lower = name.toLowerCase();
    return OWN_IN_ANSWERS.includes(lower) || lower.startsWith('x-accel')
      ? 'nginx writes it itself'
      : undefined;
  },
};

/** Features for calls: those of a GRPCRoute, and of filters and policies for one or for a Service. */
export const CALLS: readonly Feature[] = [
  ...OF_GRPC_ROUTES,
  'http.ruleExtensions[lb-type: cookie-session-affinity]',
  'http.ruleExtensions[lb-type: upstream-hash-by]',
  'http.configuration.proxyBodySize',
  'http.policy.basicAuth',
  'http.policy.rateLimit',
];

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

const PREFIXES_FIRST =
  'some versions of NGINX Gateway Fabric try expressions before the beginnings of all paths of the host, others after them';
const NO_LIMITS =
  'NGINX Gateway Fabric does not heed timeouts of routes; those of configuration limit pauses';
const NO_TRIES = 'NGINX Gateway Fabric does not heed tries of routes';
const PLAIN_VALUES = 'by a filter of the route, but no values with $, " and \\';

const WHOLE_ROUTE =
  'nginx limits the requests for a host and path together, so only if all rules for them have the same limit';
const BY_MINUTE = 'nginx counts by the second or by the minute, so a limit per hour must be a multiple of 60';
const NO_ADDRESSES = 'NGINX Gateway Fabric compares addresses only by snippets, which Stoa does not write';

const ALL_OR_NONE =
  'since NGINX Gateway Fabric 2.7, which before refuses such a port; where some of the Services that share requests do ' +
  'not declare it, nginx speaks HTTP/1.1 to all of them';

/** Whether some of the ports that share the requests of a branch declare h2c, and some do not. */
function isMixed({ backends }: Branch): boolean {
  return new Set(backends.map(({ declares }) => declares === 'h2c')).size > 1;
}

/** Abilities of NGINX Gateway Fabric that differ from those of the Gateway API alone. */
export const ABILITIES: Partial<Abilities> = {
  'http.containerPort[appProtocol: h2c]': {
    level: 'close',
    how: ALL_OR_NONE,
    lost: ({ branches }) => (branches.some(isMixed) ? ALL_OR_NONE : undefined),
  },
  'http.containerPort[appProtocol: other]': { level: 'none', how: 'nginx speaks plain HTTP to the port' },
  'http.domainCookie': cookiesBy('a regular expression on the header Cookie'),
  'http.ruleExtensions[lb-type: cookie-session-affinity]': {
    by: UPSTREAM_SETTINGS,
    ofGroup: balancingMethod,
    level: 'close',
    how: BY_ADDRESS,
  },
  'http.ruleExtensions[lb-type: upstream-hash-by]': {
    by: UPSTREAM_SETTINGS,
    ofGroup: balancingMethod,
    level: 'close',
    how: `${KNOWN_VARIABLES}; ${RANDOM}; ${OLDEST}`,
    lost: (group) => {
      const random = group.branches.some(({ backends }) => backends.length > 1) ? RANDOM : undefined;
      return balancingMethod(group) === undefined ? KNOWN_VARIABLES : random;
    },
  },
  'http.configuration.proxyBodySize': {
    by: CLIENT_SETTINGS,
    ofGroup: bodyLimit,
    level: 'close',
    how: GIBIBYTES,
    lost: ({ settings: { proxyBodySize = 0 } }) =>
      nginxMebibytes(proxyBodySize).amount === proxyBodySize ? undefined : GIBIBYTES,
  },
  'http.configuration.proxyBuffering': {
    by: PROXY_SETTINGS,
    ofGroup: answerBuffering,
    level: 'full',
    how: 'by a ProxySettingsPolicy',
  },
  'http.configuration.proxyBufferSize': {
    by: PROXY_SETTINGS,
    ofGroup: buffers,
    level: 'close',
    how: SHARED,
    lost: ({ settings }) => {
      const { proxyBufferSize = 0 } = settings;
      return proxyBufferSize > answerBuffers(settings).kibibytes ? SHARED : undefined;
    },
  },
  'http.configuration.proxyBufferNumbers': {
    by: PROXY_SETTINGS,
    ofGroup: buffers,
    level: 'close',
    how: `${NUMBERS}; ${SHARED}`,
    lost: ({ settings }) => {
      const { proxyBufferNumbers = BUFFERS.least } = settings;
      const isShared = proxyBufferNumbers > answerBuffers(settings).number ? SHARED : undefined;
      return bufferNumber(proxyBufferNumbers) === proxyBufferNumbers ? isShared : NUMBERS;
    },
  },
  'http.configuration.proxyConnectTimeout': timeout(
    'connect',
    ({ proxyConnectTimeout }) => proxyConnectTimeout,
  ),
  'http.configuration.proxyReadTimeout': timeout('read', ({ proxyReadTimeout }) => proxyReadTimeout),
  'http.configuration.proxySendTimeout': timeout('send', ({ proxySendTimeout }) => proxySendTimeout),
  'http.configuration.setHeaders': limited('by filters of the route, but no values with $, " and \\'),
  'http.domainPath[%xx]': {
    level: 'none',
    how: 'nginx compares paths without escapes, so that requests go to a rule for a shorter path',
  },
  'http.policy.match.pathRegex': {
    level: 'close',
    how: `by a regular expression; ${PREFIXES_FIRST}`,
    lost: ({ branches }) =>
      branches.some(({ exactPath, pathRegex }) => exactPath === undefined && pathRegex === undefined)
        ? PREFIXES_FIRST
        : undefined,
  },
  'http.policy.timeouts.request': { level: 'none', how: NO_LIMITS },
  'http.policy.timeouts.backendRequest': { level: 'none', how: NO_LIMITS },
  'http.policy.retry': { level: 'none', how: NO_TRIES },
  'http.policy.retry.backoff': { level: 'none', how: NO_TRIES },
  'http.policy.mirror': limited(
    'by a filter of the route; nginx takes the next request of a connection only after the answer to the copy',
  ),
  'http.policy.requestHeaders': limited(PLAIN_VALUES),
  'http.policy.responseHeaders': limited(
    `${PLAIN_VALUES}, and not Server, Date, Content-Type, X-Pad and X-Accel-*`,
  ),
  'http.policy.rateLimit': {
    by: RATE_LIMITS,
    ofGroup: rateLimit,
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
    by: AUTHENTICATION,
    ofBranch: basicAuth,
    level: 'full',
    how: 'by an AuthenticationFilter with the key auth of the Secret, which has the type nginx.org/htpasswd',
  },
  'http.policy.externalAuth': unguarded(
    'NGINX Gateway Fabric has the filter ExternalAuth only among its experimental features',
  ),
  'http.policy.compression': {
    level: 'none',
    how: 'NGINX Gateway Fabric compresses answers only by snippets, which Stoa does not write',
  },
};

/** Ability for a timeout, which is exact up to where its unit gets larger; 0 seconds is none, as no request could succeed. */
function timeout(
  name: 'connect' | 'read' | 'send',
  secondsOf: (settings: Configuration) => number | undefined,
): Ability {
  return {
    by: PROXY_SETTINGS,
    ofGroup: ({ settings }) => {
      const seconds = secondsOf(settings);
      return seconds ? { timeout: { [name]: nginxSeconds(seconds).text } } : undefined;
    },
    level: 'close',
    how: MINUTES,
    lost: ({ settings }) => {
      const requested = secondsOf(settings) ?? 0;
      return nginxSeconds(requested).amount === requested ? undefined : MINUTES;
    },
  };
}
