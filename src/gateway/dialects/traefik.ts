import { objectOf, type Rendered } from '../object.ts';
import { type Abilities, type Ability, cookiesBy, unguarded } from './ability.ts';
import { cookiePath } from './cookies.ts';
import { defineDialect } from './define.ts';
import { answerBuffers } from './feature.ts';
import type { Branch, ListenerGroup } from './group.ts';
import { httpRoute, servicesOf } from './httproute.ts';
import { matchesOf, precision } from './matches.ts';
import { branchName, filterBy, referenceTo } from './parts.ts';
import { PLAIN_STYLE, type RouteStyle } from './style.ts';
import {
  isReachable,
  MIDDLEWARES,
  MOST_COPIED,
  mirroringOf,
  policyMiddlewares,
  TRAEFIK_SERVICES,
  TRANSPORTS,
  type TransportReference,
  transportOf,
} from './traefikparts.ts';

/** Variables that hold the client's address: all that Traefik can hash. */
const ADDRESSES = ['$remote_addr', '$binary_remote_addr'];

const HEAVY_HEADERS =
  'Traefik weighs a header like one more character of the path, so two of them may win over a rule with a longer path';
const HEAVY_METHODS =
  'Traefik weighs a method like ten more characters of the path, so that it may win over a rule with a longer path';
const HEAVY_QUERY =
  'Traefik weighs ten parameters like one more character of the path, so with a header they may win over a rule with a longer path';
const UNREACHABLE =
  'Traefik before 3.7.11 does not find its objects in a namespace whose name has two dashes in a row';
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
const UNTIL_HEADERS =
  'Traefik limits the time until the answer begins, not pauses in it nor the time until it is complete';
const NO_SEND_TIMEOUT = 'Traefik limits the time of requests for an entry point only, which all teams share';
const COPIES =
  `Traefik copies a request after its answer, and only if its body has at most ${MOST_COPIED} KiB, which it reads to ` +
  'the end before it passes the request on';
const NO_LIMIT = 'Traefik limits the time of answers for an entry point only, which all teams share';
const OWN_RETRIES = 'Traefik sends no request with POST, PATCH or LOCK again, whatever has failed';

const BY_MATCH =
  'Traefik counts the requests of each match by themselves: one for each method, and for each order of cookies';
const ONE_KEY = 'by a Middleware, with a Secret that has one key only';
const NAME_IN_LOCATION = 'with a redirect, Traefik puts the name of the user before the host of the location';
const CONNECTION = 'Traefik compares the address of the connection, never X-Forwarded-For';

const bufferAbility = {
  level: 'close',
  how: MEMORY,
  lost: (group: ListenerGroup) => (buffersAnswers(group) ? MEMORY : UNBUFFERED),
} as const;

const orUnreachable = (group: ListenerGroup) => (isReachable(group) ? undefined : UNREACHABLE);

const abilities: Partial<Abilities> = {
  'http.domainHeader': {
    level: 'close',
    how: HEAVY_HEADERS,
    lost: (group) =>
      isHeavy(group, (branch) => precision(branch, PLAIN_STYLE) > 1) ? HEAVY_HEADERS : undefined,
  },
  'http.domainCookie': cookiesBy('a regular expression on the header Cookie'),
  'http.ruleExtensions[lb-type: cookie-session-affinity]': {
    level: 'close',
    how:
      'by the cookie of a TraefikService, and a second one that keeps the component where several share the ' +
      'requests; without safeNaming, of rules with different paths that lead to one port of a component, one ' +
      'decides for all for which path the cookie is',
    lost: (group) => (isReachable(group) ? undefined : UNREACHABLE),
  },
  'http.ruleExtensions[lb-type: upstream-hash-by]': {
    level: 'close',
    how: ADDRESS_ONLY,
    lost: (group) => {
      const reachable = isReachable(group) ? undefined : UNREACHABLE;
      return hashesAddress(group) ? reachable : ADDRESS_ONLY;
    },
  },
  'http.configuration.proxyBodySize': {
    level: 'close',
    how: WHOLE_BODIES,
    lost: (group) => {
      const limited = isReachable(group) ? WHOLE_BODIES : UNREACHABLE;
      const { proxyBodySize = 0 } = group.settings;
      if (proxyBodySize > MOST_ON_DISK) {
        return DISK;
      }
      return proxyBodySize === 0 ? undefined : limited;
    },
  },
  'http.configuration.proxyBuffering': {
    level: 'close',
    how: WHOLE_ANSWERS,
    lost: (group) => {
      if (group.settings.proxyBuffering === 'on') {
        return isReachable(group) ? WHOLE_ANSWERS : UNREACHABLE;
      }
      return limitOf(group) > 0 ? LIMIT_BUFFERS : undefined;
    },
  },
  'http.configuration.proxyBufferSize': bufferAbility,
  'http.configuration.proxyBufferNumbers': bufferAbility,
  'http.configuration.proxyConnectTimeout': { level: 'close', how: ONE_TRANSPORT, lost: orUnreachable },
  'http.configuration.proxyReadTimeout': {
    level: 'close',
    how: UNTIL_HEADERS,
    lost: (group) => orUnreachable(group) ?? UNTIL_HEADERS,
  },
  'http.configuration.proxySendTimeout': { level: 'none', how: NO_SEND_TIMEOUT },
  'http.configuration.setHeaders': { level: 'full', how: 'by a filter of the route' },
  'http.policy.timeouts.request': { level: 'none', how: NO_LIMIT },
  'http.policy.timeouts.backendRequest': {
    level: 'close',
    how: UNTIL_HEADERS,
    lost: (group) => orUnreachable(group) ?? UNTIL_HEADERS,
  },
  'http.policy.retry': {
    level: 'close',
    how: OWN_RETRIES,
    lost: (group) => orUnreachable(group) ?? (group.branches.some(retriesOthers) ? OWN_RETRIES : undefined),
  },
  'http.policy.retry.backoff': { level: 'close', how: 'by a Middleware', lost: orUnreachable },
  'http.policy.cors': { level: 'close', how: 'by a Middleware', lost: orUnreachable },
  'http.policy.mirror': {
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
        return parameters > 0 && 10 * precision(branch, PLAIN_STYLE) + parameters > 10;
      })
        ? HEAVY_QUERY
        : undefined,
  },
  'http.policy.rateLimit': {
    level: 'close',
    how: `${BY_MATCH}; it forgets what it has counted when its configuration changes`,
    lost: (group) => {
      const counted = countsByMatch(group) ? BY_MATCH : undefined;
      return isReachable(group) ? counted : UNREACHABLE;
    },
  },
  'http.policy.allow': byMiddleware(CONNECTION, unguarded(UNREACHABLE).how),
  'http.policy.deny': unguarded('Traefik has no list of addresses to refuse'),
  'http.policy.basicAuth': {
    level: 'close',
    how: `${ONE_KEY}; ${NAME_IN_LOCATION}`,
    lost: (group) => {
      const isTold = group.branches.some(({ policy }) => policy.basicAuth && policy.redirect);
      const reached = isTold ? NAME_IN_LOCATION : undefined;
      return isReachable(group) ? reached : unguarded(UNREACHABLE).how;
    },
  },
  'http.policy.compression': byMiddleware('for answers of 1024 bytes and more'),
};

/** Whether requests of a branch are to be sent again that Traefik does not send again. */
function retriesOthers({ methods, policy }: Branch): boolean {
  return (
    policy.retry !== undefined &&
    (methods.length === 0 || methods.some((each) => each === 'POST' || each === 'PATCH'))
  );
}

/** Traefik lets other parts pass without effect, or answers 500. */
const STYLE: RouteStyle = { ...PLAIN_STYLE, parts: [] };

/** Ability of a Middleware, which Traefik has to find; `otherwise` tells what follows if it does not. */
function byMiddleware(how: string, otherwise = UNREACHABLE): Ability {
  return { level: 'close', how, lost: (group) => (isReachable(group) ? undefined : otherwise) };
}

/** Whether the requests of a branch with a limit are counted as several. */
function countsByMatch(group: ListenerGroup): boolean {
  return group.branches.some(
    (branch) => branch.policy.rateLimit !== undefined && matchesOf(group, branch, STYLE).length > 1,
  );
}

/**
 * Whether conditions of a branch outweigh a character of the path (getRulePriority in Traefik's provider of the Gateway
 * API): they do not where the path is / or has to be the whole one.
 */
function isHeavy({ path, branches }: ListenerGroup, outweighs: (branch: Branch) => boolean): boolean {
  return path !== '/' && branches.some((branch) => branch.exactPath === undefined && outweighs(branch));
}

/** Traefik: Middlewares for buffering and policies, TraefikServices for the choice of a pod, timeouts and copies. */
export const traefik = defineDialect({
  name: 'traefik',
  controllers: ['traefik.io/gateway-controller'],
  ports: {
    TCP: { level: 'full', how: 'by a TCPRoute' },
    UDP: { level: 'none', how: 'the Gateway provider of Traefik serves no UDP' },
    opened: {
      level: 'none',
      how: 'Traefik listens at its entry points only: it needs one for each port, with the number of the port',
    },
  },
  certificates: 'of-gateway',
  evidence: 'engine',
  resources: [MIDDLEWARES, TRAEFIK_SERVICES, TRANSPORTS],
  policies: [],
  style: STYLE,
  abilities,
  guards: (group) => (isReachable(group) ? ['allow', 'basicAuth'] : []),
  objects: (group) => {
    const buffering = middlewares(group);
    const parts = new Map(group.branches.map((branch) => [branch, partsOf(group, branch)]));
    const route = httpRoute(group, STYLE, {
      firstOf: (branch) => (parts.get(branch)?.first ?? []).map(filterBy),
      filtersOf: (branch) => [...buffering, ...(parts.get(branch)?.last ?? [])].map(filterBy),
      backendsOf: (branch) => {
        const { service, mirroring = service } = parts.get(branch) ?? {};
        return mirroring === undefined ? servicesOf(branch) : [referenceTo(mirroring)];
      },
    });
    const others = [...parts.values()].flatMap(({ first, last, mirroring, service, transport }) =>
      [...first, ...last, mirroring, service, transport].filter((object) => object !== undefined),
    );
    return [route, ...buffering, ...others];
  },
});

/** Objects of a branch beside the HTTPRoute. */
interface BranchParts {
  /** Middlewares before and after the filters of the Gateway API. */
  readonly first: readonly Rendered[];
  readonly last: readonly Rendered[];
  /** Gets the requests before `service`, where they are copied. */
  readonly mirroring?: Rendered | undefined;
  /** With the branch's weights in it, for its choice of a pod and its timeouts. */
  readonly service?: Rendered | undefined;
  readonly transport?: Rendered | undefined;
}

function partsOf(group: ListenerGroup, branch: Branch): BranchParts {
  const own = policyMiddlewares(group, branch);
  if (branch.policy.redirect !== undefined || branch.backends.length === 0 || !isReachable(group)) {
    return own;
  }
  const transport = transportOf(group, branch);
  const reference = transport === undefined ? {} : { serversTransport: transport.draft.metadata.name };
  const spec = serviceSpec(group, branch, reference);
  const service = spec && objectOf(group, TRAEFIK_SERVICES, spec, branchName(group, branch));
  return {
    ...own,
    mirroring: mirroringOf(group, branch, service, reference),
    service,
    transport,
  };
}

/** Most MiB of a request or an answer that Traefik writes to its disk, which all teams share. */
const MOST_ON_DISK = 1024;

const MEBIBYTE = 1024 * 1024;

/**
 * The Middleware that limits requests and holds answers back. A limit of 0 is none, which is Traefik's own
 * way, as is passing answers on as they come.
 */
function middlewares(group: ListenerGroup): readonly Rendered[] {
  const limit = limitOf(group);
  if ((limit === 0 && !buffersAnswers(group)) || !isReachable(group)) {
    return [];
  }
  const { number, kibibytes } = answerBuffers(group.settings);
  const buffering = {
    ...(buffersAnswers(group) ? { memResponseBodyBytes: number * kibibytes * 1024 } : {}),
    // With either, Traefik writes both requests and answers to its disk: none may go on for ever.
    maxRequestBodyBytes: (limit || MOST_ON_DISK) * MEBIBYTE,
    maxResponseBodyBytes: MOST_ON_DISK * MEBIBYTE,
  };
  return [objectOf(group, MIDDLEWARES, { buffering })];
}

/** Limit of a request in MiB; 0 is none. */
function limitOf({ settings: { proxyBodySize = 0 } }: ListenerGroup): number {
  return proxyBodySize > MOST_ON_DISK ? 0 : proxyBodySize;
}

function serviceSpec(
  group: ListenerGroup,
  { backends, mirror }: Branch,
  transport: TransportReference,
): object | undefined {
  const services = backends.map(({ service, port, weight }) => ({
    name: service,
    port,
    weight,
    ...transport,
  }));
  const { balancing, path } = group;
  if (balancing.type === 'cookie') {
    const sticky = (name: string) => ({
      sticky: { cookie: { name, path: cookiePath(path), httpOnly: true } },
    });
    const weighted = services.map((service) => ({ ...service, ...sticky(balancing.cookie) }));
    const several = services.length > 1 ? sticky(`${balancing.cookie}-component`) : {};
    return { weighted: { services: weighted, ...several } };
  }
  if (hashesAddress(group)) {
    return {
      highestRandomWeight: { services: services.map((service) => ({ ...service, strategy: 'hrw' })) },
    };
  }
  const needsOne = transport.serversTransport !== undefined || mirror !== undefined;
  return needsOne ? { weighted: { services } } : undefined;
}

function hashesAddress({ balancing }: ListenerGroup): boolean {
  return balancing.type === 'hash' && ADDRESSES.includes(balancing.variable);
}

function buffersAnswers({ settings }: ListenerGroup): boolean {
  return settings.proxyBuffering === 'on';
}
