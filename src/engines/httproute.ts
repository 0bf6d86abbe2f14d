import { DEFAULT_ATTEMPTS } from '../api/timeouts.ts';
import type { GrpcRouteMatch } from '../objects/grpcroute.ts';
import {
  type HttpBackendRef,
  type HttpHeaderMatch,
  type HttpRouteFilter,
  type HttpRouteMatch,
  type HttpRouteRule,
  type HttpRouteSpec,
  hasRoom,
  MAX_RULE_MATCHES,
} from '../objects/httproute.ts';
import type { Treatment } from '../rule/effective.ts';
import { callMatches, styleFor } from './calls.ts';
import { detoursOf, UNJUDGED } from './detours.ts';
import { filtersOf, replacesPrefix } from './filters.ts';
import { type Branch, type ListenerGroup, type RouteStyle, routesFor } from './group.ts';
import { isGuarded } from './guards.ts';
import { MOST_HEADERS, matchesOf } from './matches.ts';
import { branchName, objectOf, type Rendered } from './object.ts';

/** Parts of an HTTPRoute's rules that an engine has of its own. */
interface RouteParts {
  /** Filters of a branch before those of the Gateway API, for what engines do in the order of filters. */
  readonly firstOf?: (branch: Branch) => readonly HttpRouteFilter[];
  /** Filters of a branch beside those of the Gateway API. */
  readonly filtersOf?: (branch: Branch) => readonly HttpRouteFilter[];
  /** Backends of a branch, where they are not the Services themselves. */
  readonly backendsOf?: (branch: Branch) => readonly HttpBackendRef[];
  /** Whether objects of the engine are for the rules of a branch, which then have names. */
  readonly isNamed?: (branch: Branch) => boolean;
  /** Floor under the rules of branches, where the engine leaves out those whose guards it cannot load. */
  readonly floor?: Floor;
}

/** Rules below others, which answer with an error where the engine has left these out. */
interface Floor {
  readonly isNeeded: (branch: Branch) => boolean;
  /** Condition that every request meets: of rules with the same conditions, the engine would keep only one. */
  readonly always: HttpHeaderMatch;
}

/** Rule of a route for requests, or for calls of gRPC. */
type RouteRule = Omit<HttpRouteRule, 'matches'> & {
  readonly matches: readonly (HttpRouteMatch | GrpcRouteMatch)[];
};

/** Spec of a route for requests, or for calls of gRPC. */
interface RouteSpec extends Omit<HttpRouteSpec, 'rules'> {
  readonly rules: readonly RouteRule[];
}

/**
 * The route of a group, an HTTPRoute or a GRPCRoute for calls: rules for each branch, in the order in which they are to be
 * tried.
 */
export function routeOf(group: ListenerGroup, ofEngine: RouteStyle, parts: RouteParts = {}): Rendered {
  const style = styleFor(group, ofEngine);
  const branches = group.branches.map((branch) => ({ branch, rules: rulesOf(group, branch, style, parts) }));
  const last = refusal(group, style);
  const floored = flooredRules(branches, last, parts.floor);
  const spec: RouteSpec = {
    parentRefs: group.parents,
    hostnames: [group.host],
    rules: floored ?? [...branches.flatMap(({ rules }) => rules), ...last],
  };
  return objectOf(group, routesFor(group), spec);
}

/**
 * Rules with floors; undefined where none is needed, or there is no room. All of them get the condition that every
 * request meets, so that it does not change which is tried first.
 */
function flooredRules(
  branches: readonly { readonly branch: Branch; readonly rules: readonly RouteRule[] }[],
  last: readonly RouteRule[],
  floor: Floor | undefined,
): readonly RouteRule[] | undefined {
  if (floor === undefined || !branches.some(({ branch }) => floor.isNeeded(branch))) {
    return undefined;
  }
  const above = branches.flatMap(({ branch, rules: own }) => [
    ...own.map((rule) => ({
      ...rule,
      matches: rule.matches.map(({ headers = [], ...match }) => ({
        ...match,
        headers: [...headers, floor.always],
      })),
    })),
    ...(floor.isNeeded(branch) ? own.map(({ matches }) => ({ matches })) : []),
  ]);
  const rules = [...above, ...last];
  const fits = rules.every(({ matches }) =>
    matches.every(({ headers = [] }) => headers.length <= MOST_HEADERS),
  );
  return fits && hasRoom({ rules }) ? rules : undefined;
}

/** Timeouts and tries of a rule, as far as the engine heeds them. */
function timeoutsAndRetry(
  { timeouts, retry }: Treatment,
  { parts }: RouteStyle,
): Pick<HttpRouteRule, 'timeouts' | 'retry'> {
  return {
    ...(timeouts === undefined || !parts.includes('timeouts') ? {} : { timeouts }),
    ...(retry === undefined || !parts.includes('retry')
      ? {}
      : { retry: { ...retry, attempts: retry.attempts ?? DEFAULT_ATTEMPTS } }),
  };
}

function rulesOf(
  group: ListenerGroup,
  branch: Branch,
  style: RouteStyle,
  parts: RouteParts,
): readonly RouteRule[] {
  const { firstOf = () => [], filtersOf: ownFilters = () => [], backendsOf = servicesOf, isNamed } = parts;
  const filters = [...firstOf(branch), ...filtersOf(group, branch, style), ...ownFilters(branch)];
  const forwards = branch.policy.redirect === undefined && branch.backends.length > 0;
  const rule = {
    ...timeoutsAndRetry(branch.policy, style),
    ...(filters.length > 0 ? { filters } : {}),
    ...(forwards ? { backendRefs: backendsOf(branch) } : {}),
  };
  return matchesByRule(group, branch, style).map((matches, index) => ({
    ...(isNamed?.(branch) ? { name: ruleName(group, branch, index) } : {}),
    matches,
    ...rule,
  }));
}

/** Reference to the route of a group from its own namespace. */
export function referenceToRoute(of: ListenerGroup) {
  const { group, kind } = routesFor(of);
  return { group, kind, name: of.name };
}

/** Names of the rules of a branch, where they have names. */
export function ruleNames(group: ListenerGroup, branch: Branch, ofEngine: RouteStyle): readonly string[] {
  return matchesByRule(group, branch, styleFor(group, ofEngine)).map((_, index) =>
    ruleName(group, branch, index),
  );
}

function ruleName(group: ListenerGroup, branch: Branch, index: number): string {
  const name = branchName(group, branch);
  return index === 0 ? name : `${name}-${index}`;
}

/** The matches of a branch, those of each rule. */
function matchesByRule(
  group: ListenerGroup,
  branch: Branch,
  style: RouteStyle,
): readonly RouteRule['matches'][] {
  if (branch.grpc !== undefined) {
    return [callMatches(group, branch, style)];
  }
  const matches = matchesOf(group, branch, style);
  if (replacesPrefix(branch.policy)) {
    return matches.map((match) => [match]);
  }
  const detours = hasDetours(branch, style) ? detoursOf({ ...branch, path: group.path }, matches) : [];
  return matches.length + detours.length > MAX_RULE_MATCHES ? [matches, detours] : [[...matches, ...detours]];
}

function hasDetours(branch: Branch, style: RouteStyle): boolean {
  return style.detours === 'left' && isGuarded(branch);
}

/**
 * The rule without backends, whose requests get an error: those that no guard can judge, and detours to a path whose
 * beginning is replaced, which routes do only for a path that they see.
 */
function refusal(group: ListenerGroup, style: RouteStyle): readonly HttpRouteRule[] {
  const guarded = group.branches.filter((branch) => hasDetours(branch, style));
  const isReplaced = guarded.some(({ policy }) => replacesPrefix(policy));
  const detours = isReplaced ? detoursOf({ path: group.path }, [{}]) : [];
  return guarded.length === 0 ? [] : [{ matches: [UNJUDGED, ...detours] }];
}

/** The Services of a branch with their shares. */
export function servicesOf({ backends }: Branch): readonly HttpBackendRef[] {
  return backends.map(({ service, port, weight }) => ({ name: service, port, weight }));
}
