import { type Abilities, type Ability, SLOW_TRIES, triesSlowly, unguarded } from '../ability.ts';
import type { ListenerGroup } from '../group.ts';
import { matchesOf } from '../matches.ts';
import { MOST_ANSWERED } from './access.ts';
import { MOST_COPIED } from './mirroring.ts';
import { isHeavy, weighedHeaders } from './precedence.ts';
import { isReachable, orUnreachable, UNREACHABLE } from './reach.ts';
import { STYLE } from './style.ts';

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
const PLAIN_QUESTION = 'Traefik asks by plain HTTP/1.1, whatever the port of the component declares';
const OWN_PATH =
  'without path, Traefik asks at /, and tells the path of the request in the header X-Forwarded-Uri only';
const CONNECTION = 'Traefik compares the address of the connection, never X-Forwarded-For';

/** Ability for times until an answer, whether a setting or a policy limits them. */
export const UNTIL_HEADERS: Ability = {
  level: 'close',
  how: HEADERS_ONLY,
  lost: (group) => orUnreachable(group) ?? HEADERS_ONLY,
};

/** Abilities of Traefik for the members of a policy. */
export const POLICY_ABILITIES: Partial<Abilities> = {
  'http.policy.timeouts.request': { level: 'none', how: NO_LIMIT },
  'http.policy.timeouts.backendRequest': UNTIL_HEADERS,
  'http.policy.retry': {
    level: 'close',
    how: `${NO_CODES}; ${SLOW_TRIES}`,
    lost: (group) => {
      const reasons = group.branches.flatMap(({ policy }) => [
        ...((policy.retry?.codes ?? []).length > 0 ? [NO_CODES] : []),
        ...(triesSlowly(policy) ? [SLOW_TRIES] : []),
      ]);
      return orUnreachable(group) ?? (reasons.length === 0 ? undefined : [...new Set(reasons)].join('; '));
    },
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
        return parameters > 0 && 10 * weighedHeaders(group, branch) + parameters > 10;
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
  'http.policy.externalAuth': {
    level: 'close',
    how: `${ANY_SUCCESS}; ${OWN_PATH}`,
    lost: (group) => (isReachable(group) ? unaskedBy(group) : unguarded(UNREACHABLE).how),
  },
  'http.policy.compression': byMiddleware('for answers of 1024 bytes and more'),
};

/** Difference between what a group asks a component and what Traefik does. */
function unaskedBy({ branches }: ListenerGroup): string | undefined {
  const asking = branches.filter(({ externalAuth }) => externalAuth !== undefined);
  if (asking.some(({ externalAuth }) => !['http', 'ws', undefined].includes(externalAuth?.declares))) {
    return PLAIN_QUESTION;
  }
  const isElsewhere = asking.some(({ policy }) => policy.externalAuth?.path === undefined);
  const elsewhere = isElsewhere ? OWN_PATH : undefined;
  return asking.some(({ externalAuth }) => externalAuth?.address === undefined) ? NO_ADDRESS : elsewhere;
}

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
