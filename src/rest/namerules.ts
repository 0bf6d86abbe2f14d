import type { DeclarationSettings } from '../names/declarations.ts';
import type { NamePolicy } from '../names/gate.ts';
import { type LedgerSettings, ledgerOf } from '../names/ledger.ts';
import { type TeamConfig, teamPolicyOf } from '../names/team.ts';
import type { NameSettings } from '../rule/namestate.ts';

/** Part of the configuration that says who may have which hosts and ports, and where the operator writes who had them. */
export interface NameRules extends NameSettings {
  /** ConfigMap in which the operator keeps released names. */
  readonly ledger: ReturnType<typeof ledgerOf>;
}

/** The rules of a configuration. */
export function nameRulesOf(config: NameConfig): NameRules {
  const { gateway, market, operator } = config;
  const { teams, limits, autoSsl, undeclared } = gateway;
  const teamPolicy = teamPolicyOf(config);
  return {
    teams,
    teamPolicy,
    limits,
    autoSsl,
    undeclared,
    domain: market.domain,
    ledger: ledgerOf(operator),
  };
}

/** Sections of the configuration with rules on names. */
export interface NameConfig extends TeamConfig {
  readonly gateway: TeamConfig['gateway'] &
    Omit<DeclarationSettings, 'teamPolicy'> &
    Pick<NamePolicy, 'undeclared'>;
  readonly market: { readonly domain?: string | undefined };
  readonly operator: TeamConfig['operator'] & LedgerSettings;
}
