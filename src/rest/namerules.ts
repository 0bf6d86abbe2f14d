import type { KubeObject } from '../kube/object.ts';
import { Claims } from '../names/claims.ts';
import { type DeclarationSettings, Declarations } from '../names/declarations.ts';
import type { NamePolicy, NameView } from '../names/gate.ts';
import { type LedgerSettings, ledgerOf } from '../names/ledger.ts';
import type { Released } from '../names/released.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { claimOfRule } from '../rule/claim.ts';

/** Part of the configuration that says who may have which hosts and ports. */
export interface NameRules extends DeclarationSettings, NamePolicy {
  /** ConfigMap in which the operator keeps released names. */
  readonly ledger: ReturnType<typeof ledgerOf>;
}

/** The rules of a configuration. */
export function nameRulesOf({ gateway, market, operator }: NameConfig): NameRules {
  const { teams, limits, autoSsl, undeclared } = gateway;
  return { teams, limits, autoSsl, undeclared, domain: market.domain, ledger: ledgerOf(operator) };
}

/** Sections of the configuration with rules on names. */
export interface NameConfig {
  readonly gateway: DeclarationSettings & Pick<NamePolicy, 'undeclared'>;
  readonly market: { readonly domain?: string | undefined };
  readonly operator: LedgerSettings;
}

/** The state that a decision on a name takes into account, but for the time. */
export interface NameState extends Omit<NameView, 'now'> {
  readonly claims: Claims;
}

/** Resource version at which a rule was seen to come; undefined for one that was there before. */
export type ArrivalOf = (rule: GatewayRule) => number | undefined;

/**
 * The state by stored Namespaces of teams and rules, and by the names that were released; rules in other namespaces do
 * not count.
 */
export function nameStateOf(
  rules: NameRules,
  namespaces: readonly KubeObject[],
  stored: readonly GatewayRule[],
  released: Released,
  arrivalOf: ArrivalOf = () => undefined,
): NameState {
  const state = {
    policy: rules,
    declarations: new Declarations(rules, namespaces),
    claims: new Claims(),
    released,
  };
  for (const rule of stored) {
    putClaim(state, rule, arrivalOf(rule));
  }
  return state;
}

/** Takes a new version of a rule into account, with its arrival. */
export function putClaim(
  { declarations, claims }: Pick<NameState, 'declarations' | 'claims'>,
  rule: GatewayRule,
  arrival: ReturnType<ArrivalOf>,
): void {
  const { namespace = '', name } = rule.metadata;
  const claim = declarations.isTeam(namespace) ? claimOfRule(rule) : undefined;
  claims.replace(`${namespace}/${name}`, claim && { ...claim, arrival });
}
