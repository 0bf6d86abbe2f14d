import type { GrpcCall } from '../../api/grpc.ts';
import type { GrpcMethodMatch } from '../../objects/grpcroute.ts';
import { areCompatible } from '../../rule/conditions.ts';
import { protects } from '../../rule/guard.ts';
import {
  type Ability,
  cookiesBy,
  limited,
  type Means,
  SLOW_TRIES,
  sentenceOf,
  triesSlowly,
  unguarded,
} from '../ability.ts';
import { callMatches } from '../calls.ts';
import { literalPattern } from '../cookies.ts';
import type { Abilities, Feature } from '../fields.ts';
import {
  type Branch,
  hasPort,
  type ListenerGroup,
  PLAIN_STYLE,
  type RouteStyle,
  type WeightedBackend,
} from '../group.ts';
import { matchesOf, precision } from '../matches.ts';
import {
  basicAuth,
  bufferingOf,
  buffersAnswers,
  compress,
  corsHeaders,
  forwardAuth,
  MIDDLEWARES,
  MOST_ANSWERED,
  MOST_ON_DISK,
  rateLimit,
  requestLimit,
  retry,
} from './middlewares.ts';
import {
  ADDRESSES,
  hashesAddress,
  isReachable,
  MOST_COPIED,
  serviceObjects,
  TRAEFIK_SERVICES,
  TRANSPORTS,
} from './services.ts';

/** Style of Traefik, which lets other parts pass without effect, or answers 500. */
export const STYLE: RouteStyle = {
  ...PLAIN_STYLE,
  parts: [],
  detours: 'left',
  escapes: 'spelled',
  callMatch,
};

/** Features for calls: of the filters of a GRPCRoute, Traefik has those for requests alone, and its own Middlewares. */
export const CALLS: readonly Feature[] = [
  'http.containerPort[appProtocol: https]',
  'http.domainHeader',
  'http.configuration.setHeaders',
  'http.policy.match.grpc',
  'http.policy.requestHeaders',
  'http.policy.allow',
  'http.policy.basicAuth',
  'http.policy.externalAuth',
  'http.policy.rateLimit',
];

const HEAVY_HEADERS =
  'Traefik weighs a header like one more character of the path, so two of them may win over a rule with a longer path';
const ADDRESS_ONLY = `Traefik hashes only the address of the client (${ADDRESSES.join(', ')})`;
const WHOLE_BODIES = 'Traefik reads each request, and each answer, to its end before it passes it on';
const WHOLE_ANSWERS = 'Traefik reads each answer to its end before it passes it on';
const LIMIT_BUFFERS = 'with a limit of proxyBodySize, Traefik buffers answers too';
const MEMORY =
  'number times size, at most 4 MiB, is what Traefik keeps of an answer in memory; the rest goes to disk, and requests ' +
  'and answers of more than 1 GiB fail';
const DISK =
  'Traefik writes each request to the disk that all teams share before it passes it on, so that a limit above 1024 MiB ' +
  'is none';
const UNBUFFERED = 'Traefik buffers answers only where proxyBuffering is on';
const ONE_TRANSPORT =
  'by the ServersTransport of a TraefikService; without safeNaming, of rules that lead to one port of a component, one ' +
  'decides for all';
const NO_SEND_TIMEOUT = 'Traefik limits the time of requests for an entry point only, which all teams share';

const OWN_TLS =
  'where affinity, a timeout or a mirror needs a TraefikService, and no BackendTLSPolicy is for the port, its certificate ' +
  'is verified by the authorities of the system, and with a timeout, the default ServersTransport does not count';
const PLAIN_HTTP = 'Traefik would refuse the port; Stoa has it speak plain HTTP';

const HEADERS_ONLY =
  'Traefik limits the time until the answer begins, not pauses in it nor the time until it is complete';
const HEAVY_METHODS =
  'Traefik weighs a method like ten more characters of the path, so that it may win over a rule with a longer path';
const HEAVY_QUERY =
  'Traefik weighs ten parameters like one more character of the path, so with a header they may win over a rule with a longer path';
const COPIES =
  `Traefik copies a request after its answer, and only if its body has at most ${MOST_COPIED} KiB, which it reads to ` +
  'the end before it passes the request on';
const NO_LIMIT = 'Traefik limits the time of answers for an entry point only, which all teams share';
const NO_CODES =
  'after Traefik has sent a request again because of a status, an answer of unknown length has the status 200 and none of ' +
  'its headers; so Stoa has it send requests again only where no connection to the component came about';

const BY_MATCH =
  'Traefik counts the requests of each match by themselves: one for each method, for each order of cookies, and for ' +
  'paths by which a request goes around the rule';
const ONE_KEY = 'by a Middleware, with a Secret that has one key only';
const NAME_IN_LOCATION = 'with a redirect, Traefik puts the name of the user before the host of the location';
const ANY_SUCCESS =
  'by a Middleware, at the cluster IP of the Service; Traefik tells of the request in ' +
  'X-Forwarded-Method, X-Forwarded-Proto, X-Forwarded-Host, X-Forwarded-Uri and X-Forwarded-For, lets it through for ' +
  `any status from 200 to 299, and takes answers of at most ${MOST_ANSWERED} KiB`;
const NO_ADDRESS = unguarded('Traefik asks at the cluster IP of a Service, and a headless one has none').how;
const PLAIN_QUESTION = 'Traefik asks by plain HTTP/1.1, whatever the port of the component speaks';
const OWN_PATH =
  'without path, Traefik asks at /, and tells the path of the request in the header X-Forwarded-Uri only';
const CONNECTION = 'Traefik compares the address of the connection, never X-Forwarded-For';

const WEIGHED_CALLS =
  'by a regular expression; Traefik weighs a call and headers by the length of their text, so that headers of more than about 100 characters may win over a rule for a method or a service';

/** Reason for which Traefik does not find objects of a namespace. */
const UNREACHABLE =
  'Traefik before 3.7.11 does not find its objects in a namespace whose name has two dashes in a row';

/** Ability for times until an answer, whether a setting or a policy limits them. */
const UNTIL_HEADERS: Ability = {
  by: TRANSPORTS,
  level: 'close',
  how: HEADERS_ONLY,
  lost: (group) => orUnreachable(group) ?? HEADERS_ONLY,
};

const bufferAbility = {
  by: MIDDLEWARES,
  ofGroup: bufferingOf,
  level: 'close',
  how: MEMORY,
  lost: (group: ListenerGroup) => (buffersAnswers(group) ? MEMORY : UNBUFFERED),
} as const;

/**
 * Abilities of Traefik that differ from those of the Gateway API alone. Requests pass the Middlewares of a branch in the
 * order of these rows: browsers ask about origins without a password.
 */
export const ABILITIES: Partial<Abilities> = {
  'http.containerPort[appProtocol: h2c]': {
    level: 'full',
    how: 'by the port of the Service, or the scheme of a TraefikService',
  },
  'http.containerPort[appProtocol: ws]': {
    level: 'full',
    how: 'by the port of the Service, or the scheme of a TraefikService',
  },
  'http.containerPort[appProtocol: https]': {
    level: 'close',
    how: OWN_TLS,
    lost: (group) => {
      const secured = group.branches.filter((branch) => hasPort(branch, (declared) => declared === 'https'));
      return secured.some((branch) => serviceObjects(group, branch).service) ? OWN_TLS : undefined;
    },
  },
  'http.containerPort[appProtocol: other]': { level: 'none', how: PLAIN_HTTP },
  'http.domainHeader': {
    level: 'close',
    how: HEAVY_HEADERS,
    lost: (group) =>
      isHeavy(group, (branch) => precision(branch, PLAIN_STYLE) > 0 && weighedHeaders(group, branch) > 1)
        ? HEAVY_HEADERS
        : undefined,
  },
  'http.domainCookie': cookiesBy('a regular expression on the header Cookie'),
  'http.ruleExtensions[lb-type: cookie-session-affinity]': {
    by: TRAEFIK_SERVICES,
    level: 'close',
    how:
      'by the cookie of a TraefikService, and a second one that keeps the component where several share the ' +
      'requests; without safeNaming, of rules with different paths or schemes that lead to one port of a ' +
      'component, one decides for all for which path the cookie is, and whether it is for HTTPS only',
    lost: orUnreachable,
  },
  'http.ruleExtensions[lb-type: upstream-hash-by]': {
    by: TRAEFIK_SERVICES,
    level: 'close',
    how: ADDRESS_ONLY,
    lost: (group) => (hashesAddress(group) ? orUnreachable(group) : ADDRESS_ONLY),
  },
  'http.configuration.proxyBodySize': {
    by: MIDDLEWARES,
    ofGroup: bufferingOf,
    level: 'close',
    how: WHOLE_BODIES,
    lost: (group) => {
      const { proxyBodySize = 0 } = group.settings;
      if (proxyBodySize > MOST_ON_DISK) {
        return DISK;
      }
      return proxyBodySize === 0 ? undefined : (orUnreachable(group) ?? WHOLE_BODIES);
    },
  },
  'http.configuration.proxyBuffering': {
    by: MIDDLEWARES,
    ofGroup: bufferingOf,
    level: 'close',
    how: WHOLE_ANSWERS,
    lost: (group) => {
      if (group.settings.proxyBuffering === 'on') {
        return orUnreachable(group) ?? WHOLE_ANSWERS;
      }
      return requestLimit(group) > 0 ? LIMIT_BUFFERS : undefined;
    },
  },
  'http.configuration.proxyBufferSize': bufferAbility,
  'http.configuration.proxyBufferNumbers': bufferAbility,
  'http.configuration.proxyConnectTimeout': {
    by: TRANSPORTS,
    level: 'close',
    how: ONE_TRANSPORT,
    lost: orUnreachable,
  },
  'http.configuration.proxyReadTimeout': UNTIL_HEADERS,
  'http.configuration.proxySendTimeout': { level: 'none', how: NO_SEND_TIMEOUT },
  'http.configuration.setHeaders': { level: 'full', how: 'by a filter of the route' },
  'http.policy.timeouts.request': { level: 'none', how: NO_LIMIT },
  'http.policy.timeouts.backendRequest': UNTIL_HEADERS,
  'http.policy.retry': {
    by: MIDDLEWARES,
    ofBranch: retry,
    level: 'close',
    how: `${NO_CODES}; ${SLOW_TRIES}`,
    lost: (group) => {
      const reasons = group.branches.flatMap(({ policy }) => [
        ...((policy.retry?.codes ?? []).length > 0 ? [NO_CODES] : []),
        ...(triesSlowly(policy) ? [SLOW_TRIES] : []),
      ]);
      return orUnreachable(group) ?? sentenceOf(reasons);
    },
  },
  'http.policy.retry.backoff': {
    by: MIDDLEWARES,
    level: 'close',
    how: 'by a Middleware',
    lost: orUnreachable,
  },
  'http.policy.cors': byMiddleware(corsHeaders, 'by a Middleware'),
  'http.policy.mirror': {
    by: TRAEFIK_SERVICES,
    level: 'close',
    how: COPIES,
    lost: (group) => {
      const isCopied = group.branches.some(({ mirror }) => mirror !== undefined);
      return isCopied ? (orUnreachable(group) ?? COPIES) : undefined;
    },
  },
  'http.policy.match.methods': {
    level: 'close',
    how: HEAVY_METHODS,
    lost: (group) => (isHeavy(group, ({ methods }) => methods.length > 0) ? HEAVY_METHODS : undefined),
  },
  'http.policy.match.query': {
    level: 'close',
    how: HEAVY_QUERY,
    lost: (group) =>
      isHeavy(group, (branch) => {
        const parameters = Object.keys(branch.query).length;
        return parameters > 0 && 10 * weighedHeaders(group, branch) + parameters > 10;
      })
        ? HEAVY_QUERY
        : undefined,
  },
  'http.domainPath[%xx]': { level: 'full', how: 'by an expression for its spellings' },
  'http.policy.match.pathRegex': limited(
    'by a regular expression, which Traefik weighs by its length, like a path: the longer one of a rule goes before',
  ),
  'http.policy.backend[protocol: http]': byScheme(),
  'http.policy.backend[protocol: h2c]': byScheme(),
  'http.policy.backend[protocol: https]': {
    by: TRANSPORTS,
    level: 'full',
    how: 'by a BackendTLSPolicy, and the same in the ServersTransport of a TraefikService',
  },
  'http.policy.match.grpc': {
    level: 'close',
    how: WEIGHED_CALLS,
    lost: (group) =>
      group.branches.some((branch, index) =>
        group.branches.slice(index + 1).some((later) => outweighsCall(group, later, branch)),
      )
        ? WEIGHED_CALLS
        : undefined,
  },
  'http.policy.allow': {
    by: MIDDLEWARES,
    ofBranch: ({ policy: { allow } }) => allow && { ipAllowList: { sourceRange: allow } },
    guards: (_, group) => isReachable(group),
    level: 'close',
    how: CONNECTION,
    lost: orUnguarded,
  },
  'http.policy.deny': unguarded('Traefik has no list of addresses to refuse'),
  'http.policy.basicAuth': {
    by: MIDDLEWARES,
    ofBranch: basicAuth,
    guards: (_, group) => isReachable(group),
    level: 'close',
    how: `${ONE_KEY}; ${NAME_IN_LOCATION}`,
    lost: (group) => {
      const isTold = group.branches.some(({ policy }) => policy.basicAuth && policy.redirect);
      return orUnguarded(group) ?? (isTold ? NAME_IN_LOCATION : undefined);
    },
  },
  'http.policy.externalAuth': {
    by: MIDDLEWARES,
    ofBranch: forwardAuth,
    guards: ({ externalAuth }, group) => isReachable(group) && externalAuth?.address !== undefined,
    level: 'close',
    how: `${ANY_SUCCESS}; ${OWN_PATH}`,
    lost: (group) => orUnguarded(group) ?? unaskedBy(group),
  },
  'http.policy.rateLimit': {
    by: MIDDLEWARES,
    ofBranch: rateLimit,
    level: 'close',
    how: `${BY_MATCH}; it forgets what it has counted when its configuration changes`,
    lost: (group) => {
      return orUnreachable(group) ?? (countsByMatch(group) ? BY_MATCH : undefined);
    },
  },
  'http.policy.compression': byMiddleware(compress, 'for answers of 1024 bytes and more'),
};

/** Any service or method, but for what a component could decode to another path than the one that was compared. */
const ANY_NAME = String.raw`[^/%;\\]+`;

/**
 * Letters for a method, and for a service: Traefik tries the longest text first, so that one with a service goes before one
 * with the longest method.
 */
const LETTERS = { method: 128, service: 300 } as const;

/**
 * Condition on a call by which Traefik finds no other: it searches the path for `/`, service, `/` and method, also where
 * the match is exact, so that the method Get would be found in GetAll. What is before the bar is found nowhere.
 */
function callMatch({ service, method }: GrpcCall): GrpcMethodMatch {
  const part = (name: string | undefined) => (name === undefined ? ANY_NAME : literalPattern(name));
  const letters =
    1 + (service === undefined ? 0 : LETTERS.service) + (method === undefined ? 0 : LETTERS.method);
  return {
    type: 'RegularExpression',
    service: `${'a'.repeat(letters)}^|^/${part(service)}`,
    method: `${part(method)}$`,
  };
}

/** Whether Traefik tries a later branch of calls before one that is more precise: it weighs the text of the whole rule. */
function outweighsCall(group: ListenerGroup, later: Branch, branch: Branch): boolean {
  return areCompatible(later, branch) && callWeight(group, later) >= callWeight(group, branch);
}

/** Length of the text of Traefik's rule for a branch of calls, but for its host (buildGRPCMatchRule in its provider). */
function callWeight(group: ListenerGroup, branch: Branch): number {
  const [{ method, headers = [] } = {}] = callMatches(group, branch, STYLE);
  const path = `PathRegexp(${JSON.stringify(`/${method?.service}/${method?.method}`)})`;
  const rules = headers.map(
    ({ type, name, value }) =>
      `${type === 'Exact' ? 'Header' : 'HeaderRegexp'}(${JSON.stringify(name)},${JSON.stringify(value)})`,
  );
  return [path, ...rules].join(' && ').length;
}

/** Difference between what a group asks a component and what Traefik does. */
function unaskedBy({ branches }: ListenerGroup): string | undefined {
  const asking = branches.filter(({ externalAuth }) => externalAuth !== undefined);
  if (asking.some(({ externalAuth }) => externalAuth !== undefined && !isPlain(externalAuth))) {
    return PLAIN_QUESTION;
  }
  const isElsewhere = asking.some(({ policy }) => policy.externalAuth?.path === undefined);
  const elsewhere = isElsewhere ? OWN_PATH : undefined;
  return asking.some(({ externalAuth }) => externalAuth?.address === undefined) ? NO_ADDRESS : elsewhere;
}

/** Whether a port speaks HTTP/1.1, as far as a rule or its Service says. */
function isPlain({ choice, declares = 'http' }: Pick<WeightedBackend, 'choice' | 'declares'>): boolean {
  return ['http', 'ws'].includes(choice?.protocol ?? declares);
}

/** Ability for a protocol that a port does not declare. */
function byScheme(): Ability {
  return {
    by: TRAEFIK_SERVICES,
    level: 'close',
    how: 'by the port of the Service, or the scheme of a TraefikService',
    lost: orUnreachable,
  };
}

/** Ability of a Middleware for a branch, which Traefik has to find. */
function byMiddleware(ofBranch: NonNullable<Means['ofBranch']>, how: string): Ability {
  return { by: MIDDLEWARES, ofBranch, level: 'close', how, lost: orUnreachable };
}

/** Whether the requests of a branch with a limit are counted as several. */
function countsByMatch(group: ListenerGroup): boolean {
  return group.branches.some(
    (branch) => branch.policy.rateLimit !== undefined && matchesOf(group, branch, STYLE).length > 1,
  );
}

/** Headers that Traefik weighs in the matches of a branch: with a guard in the group, there is one more in each. */
function weighedHeaders({ branches }: ListenerGroup, branch: Branch): number {
  return precision(branch, PLAIN_STYLE) + (branches.some(({ policy }) => protects(policy)) ? 1 : 0);
}

/**
 * Whether conditions of a branch outweigh a character of the path (getRulePriority in Traefik's provider of the Gateway
 * API): they do not where the path is / or has to be the whole one.
 */
function isHeavy({ path, branches }: ListenerGroup, outweighs: (branch: Branch) => boolean): boolean {
  const isWeighed = ({ exactPath, pathRegex }: Branch) =>
    exactPath === undefined && (path !== '/' || pathRegex !== undefined);
  return branches.some((branch) => isWeighed(branch) && outweighs(branch));
}

/** Reason for which a group does not get what needs an object of Traefik; undefined where Traefik finds them. */
function orUnreachable(group: ListenerGroup): string | undefined {
  return isReachable(group) ? undefined : UNREACHABLE;
}

/** Reason for which a group does not get a guard that is a Middleware; undefined where Traefik finds it. */
function orUnguarded(group: ListenerGroup): string | undefined {
  return isReachable(group) ? undefined : unguarded(UNREACHABLE).how;
}
