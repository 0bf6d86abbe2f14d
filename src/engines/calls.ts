import type { GrpcRouteMatch } from '../objects/grpcroute.ts';
import { GUARDS } from '../rule/guard.ts';
import { type Ability, unguarded } from './ability.ts';
import { type Abilities, FEATURES, type Feature, perFeature } from './fields.ts';
import { type Branch, isOfCalls, type ListenerGroup, type RouteStyle } from './group.ts';
import { matchesOf } from './matches.ts';

/** Features that a GRPCRoute has by itself. */
export const OF_GRPC_ROUTES: readonly Feature[] = [
  'http.containerPort[appProtocol: https]',
  'http.domainHeader',
  'http.configuration.setHeaders',
  'http.policy.match.grpc',
  'http.policy.requestHeaders',
  'http.policy.responseHeaders',
  'http.policy.mirror',
];

/** Abilities that every engine has for calls, whatever it does with requests. */
const OF_CALLS: Partial<Abilities> = {
  'http.containerPort[appProtocol: h2c]': { level: 'full', how: 'all calls are HTTP/2 without TLS' },
};

const NOT_FOR_CALLS =
  'not for calls of gRPC: a GRPCRoute has no field for it, and the engine nothing beside it';

const GUARD_FEATURES: readonly string[] = GUARDS.map((guard) => `http.policy.${guard}`);

/** Abilities of an engine for calls of gRPC: those of its abilities for requests that it has for calls, too. */
export function abilitiesForCalls(abilities: Abilities, calls: readonly Feature[]): Abilities {
  const lacked: Ability = { level: 'none', how: NOT_FOR_CALLS };
  return perFeature((_, feature) => {
    const none = GUARD_FEATURES.includes(feature) ? unguarded(NOT_FOR_CALLS) : lacked;
    return OF_CALLS[feature] ?? (calls.includes(feature) ? abilities[feature] : none);
  });
}

/** A group without what an engine with these abilities lacks, so that nothing is made for it. */
export function expressible(group: ListenerGroup, abilities: Abilities): ListenerGroup {
  const has = (field: string) =>
    FEATURES.some((feature) => feature.startsWith(field) && abilities[feature].level !== 'none');
  const kept = <T extends object>(members: T, below: string): T =>
    Object.fromEntries(Object.entries(members).filter(([name]) => has(`${below}.${name}`))) as T;
  const { settings, balancing, branches } = group;
  return {
    ...group,
    settings: kept(settings, 'http.configuration'),
    balancing: has('http.ruleExtensions[lb-type') ? balancing : { type: 'round-robin' },
    branches: branches.map(({ mirror, ...branch }) => ({
      ...branch,
      policy: kept(branch.policy, 'http.policy'),
      ...(mirror !== undefined && has('http.policy.mirror') ? { mirror } : {}),
    })),
  };
}

/** Style of the route of a group: that of GRPCRoutes for calls. */
export function styleFor(group: ListenerGroup, style: RouteStyle): RouteStyle {
  return isOfCalls(group) ? { ...style, cookies: 'in-route', detours: 'unknown', hosts: 'kept' } : style;
}

/** The matches of a branch of calls, of which one must be met. */
export function callMatches(
  group: ListenerGroup,
  branch: Branch,
  style: RouteStyle,
): readonly GrpcRouteMatch[] {
  const method = style.callMatch(branch.grpc ?? {});
  return matchesOf(group, branch, style).map(({ headers }) => ({
    ...(method === undefined ? {} : { method }),
    ...(headers === undefined ? {} : { headers }),
  }));
}
