import type { GatewayRule } from '../../objects/stoa.ts';
import { namesOf } from '../../rule/candidate.ts';
import type { GatewayCaches } from '../caches.ts';
import { groupsOfRule, hostOfCalls } from '../indexes.ts';

/** Rules of the groups that a rule belongs to, but for those that only share a BackendTLSPolicy. */
export function rulesOfSameGroups({ rules: { store } }: GatewayCaches, rule: GatewayRule): GatewayRule[] {
  return groupsOfRule(rule)
    .filter(({ type }) => type !== 'backend')
    .flatMap(({ name }) => store.by('group', `${rule.metadata.namespace}/${name}`));
}

/** Rules of the namespace of some rules for the same hosts as one of them, which share its certificate. */
export function ofSameHosts(
  { rules: { store } }: GatewayCaches,
  rules: readonly GatewayRule[],
): GatewayRule[] {
  const namespaces = new Set(rules.map(({ metadata }) => metadata.namespace));
  return [...new Set(rules.flatMap(namesOf))]
    .flatMap((name) => store.by('name', name))
    .filter(({ metadata }) => namespaces.has(metadata.namespace));
}

/** Rules of the namespace of a rule for the same host that are for gRPC where it is for HTTP, or the other way round. */
export function ofOtherTraffic(caches: GatewayCaches, rule: GatewayRule): GatewayRule[] {
  const { store } = caches.rules;
  const { http } = rule.spec;
  if (http === undefined) {
    return [];
  }
  return hostOfCalls(rule).length === 0
    ? [...store.by('calls', `${rule.metadata.namespace}/${http.domainName}`)]
    : ofSameHosts(caches, [rule]).filter((other) => hostOfCalls(other).length === 0);
}
