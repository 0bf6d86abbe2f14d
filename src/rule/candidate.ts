import type { GatewayRule } from '../objects/stoa.ts';
import { type EffectiveHttp, type EffectiveRule, type EffectiveTcp, parseRule } from './effective.ts';

/** A rule that takes part in competition, with its reading: valid, not being deleted, of a team. */
export interface Candidate<R extends EffectiveRule = EffectiveHttp> {
  readonly object: GatewayRule;
  readonly rule: R;
}

/** The thing that rules compete for, as an index value: a host, or a port of the Gateway. */
export type Place = `host ${string}` | `port ${number}`;

/** Indexed rules and the namespaces of teams, by key: the caches of a process that watches them. */
interface RuleCaches {
  readonly rules: { readonly store: { by(index: 'place', place: string): readonly GatewayRule[] } };
  readonly namespaces: { readonly store: { get(name: string): object | undefined } };
}

/** Competing rules: all candidates, of whatever namespace, for one place, in the order of the index. */
export function competingRules(caches: RuleCaches, place: Place): Candidate<EffectiveRule>[] {
  return candidatesOf(caches.rules.store.by('place', place), (name) => isTeam(caches, name));
}

/** Candidates among stored rules; `isTeamNamespace` says which namespaces belong to teams. */
export function candidatesOf(
  rules: readonly GatewayRule[],
  isTeamNamespace: (name: string) => boolean,
): Candidate<EffectiveRule>[] {
  return rules.flatMap((object) => {
    const { namespace = '', deletionTimestamp } = object.metadata;
    const parsed = parseRule(object);
    return parsed.type === 'valid' && deletionTimestamp === undefined && isTeamNamespace(namespace)
      ? [{ object, rule: parsed.rule }]
      : [];
  });
}

/** Whether a namespace belongs to a team, where only those of teams are watched. */
export function isTeam({ namespaces }: Pick<RuleCaches, 'namespaces'>, name: string): boolean {
  return namespaces.store.get(name) !== undefined;
}

export function isHttp(candidate: Candidate<EffectiveRule>): candidate is Candidate<EffectiveHttp> {
  return candidate.rule.protocol === 'http';
}

export function isTcp(candidate: Candidate<EffectiveRule>): candidate is Candidate<EffectiveTcp> {
  return candidate.rule.protocol === 'tcp';
}

/** The place of a rule. */
export function placeOf(rule: EffectiveRule): Place {
  return rule.protocol === 'http' ? hostPlace(rule.host) : portPlace(rule.port);
}

/** The place of the HTTP rules for a host. */
export function hostPlace(host: string): Place {
  return `host ${host}`;
}

/** The place of the TCP rules for a port of the Gateway. */
export function portPlace(port: number): Place {
  return `port ${port}`;
}

/** Index `place` of a cache of rules; none where the rule is not valid. */
export function placesOf(object: GatewayRule): readonly Place[] {
  const parsed = parseRule(object);
  return parsed.type === 'valid' ? [placeOf(parsed.rule)] : [];
}

/** Field selector by which the API server lists the rules for the place of a rule. */
export function placeSelector(rule: EffectiveRule): string {
  return rule.protocol === 'http'
    ? `spec.http.domainName=${rule.host}`
    : `spec.protocol=tcp,spec.tcp.endPoint.port=${rule.port}`;
}
