import type { NameRules } from '../../src/rest/namerules.ts';
import { settingsOf } from './names.ts';

/** Rules on names of a configuration, with defaults for all that it leaves out. */
export function nameRules(rules: Partial<NameRules> = {}): NameRules {
  return { ...settingsOf(), undeclared: 'first-come', ...rules };
}
