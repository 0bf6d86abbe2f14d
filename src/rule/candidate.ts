import type { Name } from '../names/name.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { nameOfRule } from './claim.ts';
import {
  type EffectiveHttp,
  type EffectiveRule,
  type EffectiveTcp,
  type EffectiveTls,
  parseRule,
} from './effective.ts';

/** A rule that takes part in competition, with its reading: valid, not being deleted, of a team. */
export interface Candidate<R extends EffectiveRule = EffectiveHttp> {
  readonly object: GatewayRule;
  readonly rule: R;
}

/** Indexed rules and the namespaces of teams, by key: the caches of a process that watches them. */
interface RuleCaches {
  readonly rules: { readonly store: { by(index: 'name', name: Name): readonly GatewayRule[] } };
  readonly namespaces: { readonly store: { get(name: string): object | undefined } };
}

/** Competing rules: all candidates of a namespace for one name, in no order. */
export function competingRules(
  caches: RuleCaches,
  name: Name,
  namespace: string,
): Candidate<EffectiveRule>[] {
  const ofNamespace = caches.rules.store
    .by('name', name)
    .filter(({ metadata }) => metadata.namespace === namespace);
  return candidatesOf(ofNamespace, (each) => isTeam(caches, each));
}

/** Candidates among stored rules; `isTeamNamespace` says which namespaces belong to teams. */
export function candidatesOf(
  rules: readonly GatewayRule[],
  isTeamNamespace: (name: string) => boolean,
): Candidate<EffectiveRule>[] {
  return rules.flatMap((object) => {
    const { namespace, deletionTimestamp } = object.metadata;
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

export function isTls(candidate: Candidate<EffectiveRule>): candidate is Candidate<EffectiveTls> {
  return candidate.rule.protocol === 'tls';
}

/** Index `name` of a cache of rules; none where the rule wants no name. */
export function namesOf(object: GatewayRule): readonly Name[] {
  const name = nameOfRule(object);
  return name === undefined ? [] : [name];
}

/** Field selectors by which the API server lists the rules for the name of a rule. */
export function nameSelectors(rule: EffectiveRule): readonly string[] {
  return rule.protocol === 'tcp'
    ? [`spec.tcp.endPoint.port=${rule.port}`]
    : HOST_FIELDS.map((field) => `${field}=${rule.host}`);
}

/** Fields of rules that have hosts. */
export const HOST_FIELDS = ['spec.http.domainName', 'spec.tls.domainName'] as const;
