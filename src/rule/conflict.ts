import { numberOf } from '../component/backend.ts';
import type { Exposure } from '../component/exposure.ts';
import type { Target } from '../component/target.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import type { Candidate } from './candidate.ts';
import { byStanding, firstOf, isRefused } from './claim.ts';
import { conditionsKey } from './conditions.ts';
import { type EffectiveHttp, type EffectiveTcp, schemeOf } from './effective.ts';
import type { EndingConflict } from './ending.ts';

/** Conflict of an HTTP rule: why it gives way, and the winner, which goes before it. */
export interface HttpConflict {
  readonly type: 'duplicate' | 'redirect' | 'protocol';
  readonly winner: GatewayRule;
}

/** Conflict of a TCP rule. */
export interface PortConflict {
  readonly type: 'address';
  readonly winner: GatewayRule;
}

/** Lack of room for an HTTP rule: in the route for its host and path, or in the time of the gateway for its host. */
export type Crowding = { readonly type: 'no-room'; readonly host: string; readonly path: string } | Burden;

/** Lack of time for the conditions and guards of a rule. */
export interface Burden {
  readonly type: 'burden';
  readonly host: string;
}

/** Conflict of a rule with a competing one. */
export type Conflict = HttpConflict | PortConflict | EndingConflict;

/**
 * The conflict of an HTTP rule among the competing rules of its team, itself included: a component's port has one rule
 * for a host, path, scheme and conditions on requests, a redirect to HTTPS has its host and path for itself, and a host is
 * for requests or for calls of gRPC. Ports are compared as they are written: see `withNumber`. Semantics:
 * goodrain/rainbond-console, check_domain_exist; for calls, GRPCRouteSpec of the Gateway API, hostnames.
 */
export function httpConflict(candidate: Candidate, ofTeam: readonly Candidate[]): HttpConflict | undefined {
  return httpConflicts(ofTeam, candidate.rule).get(candidate.object.metadata.uid);
}

/** Traffic of a host that rules share: requests for a path, or calls of gRPC. */
type Traffic = Pick<EffectiveHttp, 'path' | 'grpc'>;

/** The conflicts among the competing rules of one team for the traffic of one, by the uid of the rule that gives way. */
export function httpConflicts(ofTeam: readonly Candidate[], of: Traffic): ReadonlyMap<string, HttpConflict> {
  const ofPath = ofTeam.filter(({ rule }) => rule.path === of.path && isAlike(rule, of));
  const unlike = firstUnlike(ofTeam, of);
  const accepted: Accepted = { byTarget: new Map() };
  const conflicts = new Map<string, HttpConflict>();
  for (const each of ofPath.toSorted(byStanding)) {
    const { object, rule } = each;
    const conflict =
      unlike !== undefined && byStanding(unlike, each) < 0
        ? ({ type: 'protocol', winner: unlike.object } as const)
        : against(rule, accepted);
    if (conflict === undefined) {
      accept(accepted, object, rule);
    } else {
      conflicts.set(object.metadata.uid, conflict);
    }
  }
  return conflicts;
}

/** The first rule for the other traffic of a host, of those that are not refused; undefined where there is none. */
export function firstUnlike(ofTeam: readonly Candidate[], of: Traffic): Candidate | undefined {
  return firstOf(ofTeam.filter(({ object, rule }) => !isAlike(rule, of) && !isRefused(object)));
}

/** Whether two rules are both for requests, or both for calls of gRPC: an engine refuses a host that has routes for each. */
function isAlike(one: Traffic, other: Traffic): boolean {
  return (one.grpc === undefined) === (other.grpc === undefined);
}

/**
 * Candidate whose component's port is a number where its target tells it, so that rules which have it by number and by
 * name are for one port. Most rules have numbers, for which nothing is asked.
 */
export function withNumber<C extends Candidate>(candidate: C, exposureOf: (target: Target) => Exposure): C {
  const { rule } = candidate;
  if (typeof rule.containerPort === 'number') {
    return candidate;
  }
  const number = numberOf(exposureOf(rule.target), rule.containerPort, 'TCP');
  return number === undefined ? candidate : { ...candidate, rule: { ...rule, containerPort: number } };
}

/** Rules of a path that are accepted: a team can have thousands, so that none is compared with each. */
interface Accepted {
  readonly byTarget: Map<string, GatewayRule>;
  /** The first that redirects, and the first for plain HTTP. */
  redirecting?: GatewayRule;
  plain?: GatewayRule;
}

function accept(accepted: Accepted, object: GatewayRule, rule: EffectiveHttp): void {
  accepted.byTarget.set(targetOf(rule), object);
  if (rule.redirect) {
    accepted.redirecting ??= object;
  }
  if (schemeOf(rule) === 'http') {
    accepted.plain ??= object;
  }
}

/** Conflict of a rule with those of its path that are accepted already. */
function against(rule: EffectiveHttp, { byTarget, redirecting, plain }: Accepted): HttpConflict | undefined {
  const same = byTarget.get(targetOf(rule));
  if (same !== undefined) {
    return { type: 'duplicate', winner: same };
  }
  const winner = redirecting ?? (rule.redirect ? plain : undefined);
  return winner && { type: 'redirect', winner };
}

function targetOf(rule: EffectiveHttp): string {
  return JSON.stringify([rule.target, rule.containerPort, schemeOf(rule), conditionsKey(rule)]);
}

/**
 * The conflict of a TCP rule among the competing rules for its port and transport, as stored. A Gateway listens at a port
 * once for each transport, for all of its addresses, so the first rule has it whatever the addresses say.
 */
export function tcpConflict(
  candidate: Candidate<EffectiveTcp>,
  competing: readonly Candidate<EffectiveTcp>[],
): PortConflict | undefined {
  const first = firstOf(competing)?.object;
  return first === undefined || first.metadata.uid === candidate.object.metadata.uid
    ? undefined
    : { type: 'address', winner: first };
}

/** The conflicts among all of these rules, by the uid of the one that gives way. */
export function tcpConflicts(
  competing: readonly Candidate<EffectiveTcp>[],
): ReadonlyMap<string, PortConflict> {
  const first = firstOf(competing);
  return new Map(
    competing.flatMap((each) =>
      first === undefined || each === first
        ? []
        : [[each.object.metadata.uid, { type: 'address', winner: first.object }] as const],
    ),
  );
}
