import { byAge } from '../objects/age.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import type { Candidate } from './candidate.ts';
import { type EffectiveHttp, type EffectiveTcp, schemeOf } from './effective.ts';

/** Why a rule has to give way, and to which: always an older one. */
export interface Conflict {
  readonly type: 'duplicate' | 'host-of-other-team' | 'redirect' | 'address';
  readonly winner: GatewayRule;
}

/**
 * What stands against an HTTP rule among all valid rules for its host, itself included: a host belongs to
 * the team of the oldest one, a component's port has one rule for a host, path and scheme, and a redirect
 * to HTTPS has its host and path for itself. Semantics: goodrain/rainbond-console, check_domain_exist.
 */
export function httpConflict(candidate: Candidate, ofHost: readonly Candidate[]): Conflict | undefined {
  const { metadata } = candidate.object;
  return httpConflicts(ofHost, metadata.namespace, candidate.rule.path).get(metadata.uid);
}

/** The same for all rules of a namespace and path at once, by uid: those that give way. */
export function httpConflicts(
  ofHost: readonly Candidate[],
  namespace: string | undefined,
  path: string,
): ReadonlyMap<string, Conflict> {
  const [oldest, ...others] = ofHost;
  if (oldest === undefined) {
    return new Map();
  }
  const first = others.reduce((a, b) => (byAge(a.object, b.object) < 0 ? a : b), oldest);
  const here = ofHost.filter(
    ({ object, rule }) => object.metadata.namespace === namespace && rule.path === path,
  );
  return first.object.metadata.namespace === namespace
    ? withinTeam(here)
    : new Map(
        here.map(({ object }) => [object.metadata.uid, { type: 'host-of-other-team', winner: first.object }]),
      );
}

function withinTeam(ofPath: readonly Candidate[]): ReadonlyMap<string, Conflict> {
  const accepted: Candidate[] = [];
  const conflicts = new Map<string, Conflict>();
  for (const candidate of ofPath.toSorted((a, b) => byAge(a.object, b.object))) {
    const conflict = against(candidate.rule, accepted);
    if (conflict === undefined) {
      accepted.push(candidate);
    } else {
      conflicts.set(candidate.object.metadata.uid, conflict);
    }
  }
  return conflicts;
}

function against(rule: EffectiveHttp, accepted: readonly Candidate[]): Conflict | undefined {
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
 * What stands against a TCP rule among all valid rules for its port, itself included. A Gateway listens at
 * a port once, for all of its addresses, so the oldest rule has the port whatever the addresses say.
 */
export function tcpConflict(
  candidate: Candidate<EffectiveTcp>,
  ofPort: readonly Candidate<EffectiveTcp>[],
): Conflict | undefined {
  const [oldest] = ofPort.toSorted((a, b) => byAge(a.object, b.object));
  return oldest === undefined || oldest.object.metadata.uid === candidate.object.metadata.uid
    ? undefined
    : { type: 'address', winner: oldest.object };
}
