import type { NameRules } from '../../src/rest/namerules.ts';
import { settingsOf } from './names.ts';

/** ConfigMap in which the operator of the tests keeps released names. */
export const LEDGER = { namespace: 'stoa-system', name: 'stoa-operator-names' };

/** Rules on names of a configuration, with defaults for all that it leaves out. */
export function nameRules(rules: Partial<NameRules> = {}): NameRules {
  return { ...settingsOf(), undeclared: 'first-come', ledger: LEDGER, ...rules };
}
