import type { GatewayRule } from '../objects/stoa.ts';
import type { Candidate } from './candidate.ts';
import { byStanding } from './claim.ts';
import { type EffectiveHttp, type EffectiveTcp, schemeOf } from './effective.ts';

/** Conflict of an HTTP rule: why it gives way, and the winner, which stands or is older. */
export interface HttpConflict {
  readonly type: 'duplicate' | 'redirect';
  readonly winner: GatewayRule;
}

/** Conflict of a TCP rule. */
export interface PortConflict {
  readonly type: 'address';
  readonly winner: GatewayRule;
}

/** Conflict of a rule with a competing one. */
export type Conflict = HttpConflict | PortConflict;

/**
 * The conflict of an HTTP rule among the competing rules of its team, itself included: a component's port has one rule
 * for a host, path and scheme, and a redirect to HTTPS has its host and path for itself. Semantics:
 * goodrain/rainbond-console, check_domain_exist.
 */
export function httpConflict(candidate: Candidate, ofTeam: readonly Candidate[]): HttpConflict | undefined {
  return httpConflicts(ofTeam, candidate.rule.path).get(candidate.object.metadata.uid);
}

/** The conflicts among the competing rules of one team for a path, by the uid of the rule that gives way. */
export function httpConflicts(ofTeam: readonly Candidate[], path: string): ReadonlyMap<string, HttpConflict> {
  const ofPath = ofTeam.filter(({ rule }) => rule.path === path);
  const accepted: Candidate[] = [];
  const conflicts = new Map<string, HttpConflict>();
  for (const candidate of ofPath.toSorted((a, b) => byStanding(a.object, b.object))) {
    const conflict = against(candidate.rule, accepted);
    if (conflict === undefined) {
      accepted.push(candidate);
    } else {
      conflicts.set(candidate.object.metadata.uid, conflict);
    }
  }
  return conflicts;
}

/** Conflict of a rule with those of its path that are accepted already. */
function against(rule: EffectiveHttp, accepted: readonly Candidate[]): HttpConflict | undefined {
  const same = accepted.find((other) => targetOf(other.rule) === targetOf(rule));
  if (same !== undefined) {
    return { type: 'duplicate', winner: same.object };
  }
  const redirecting = accepted.find((other) => other.rule.redirect);
  const plain = rule.redirect && accepted.find((other) => schemeOf(other.rule) === 'http');
  const winner = redirecting ?? (plain || undefined);
  return winner && { type: 'redirect', winner: winner.object };
}

function targetOf(rule: EffectiveHttp): string {
  return JSON.stringify([rule.appId, rule.serviceId, rule.containerPort, schemeOf(rule)]);
}

/**
 * The conflict of a TCP rule among the competing rules for its port, itself included. A Gateway listens at a
 * port once, for all of its addresses, so the first rule has the port whatever the addresses say.
 */
export function tcpConflict(
  candidate: Candidate<EffectiveTcp>,
  competing: readonly Candidate<EffectiveTcp>[],
): PortConflict | undefined {
  const [oldest] = competing.toSorted((a, b) => byStanding(a.object, b.object));
  return oldest === undefined || oldest.object.metadata.uid === candidate.object.metadata.uid
    ? undefined
    : { type: 'address', winner: oldest.object };
}
