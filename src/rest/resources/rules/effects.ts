import type { GatewayRule } from '../../../objects/stoa.ts';
import { effective } from '../../../rule/effective.ts';
import { inertExtensions } from '../../../rule/inert.ts';
import type { Effects } from '../../http/dryrun.ts';
import type { Scope } from '../../scope.ts';
import type { WrittenRule } from './create.ts';
import { shadowWarnings } from './foretold.ts';

/** Part of the effects of a stored rule that this process cannot know: only the operator knows the engine. */
const OF_OPERATOR =
  'The HTTPRoutes, listeners and certificates that the operator makes of the rule, and the fields that the gateway engine of the cluster does not express: the condition FullyExpressed of the GatewayRule says so once it is stored, and docs/engines.md lists them for each engine.';

const OF_REMOVAL =
  'The HTTPRoutes, listeners and certificates that the operator changes or deletes once the rule is gone.';

/** Effects of a rule that is created, or edited where there is one before. */
export function effectsOfRule(
  scope: Scope,
  { rule: after, warnings }: WrittenRule,
  before?: GatewayRule,
): Effects {
  const rule = effective(after.spec);
  return {
    changes: [before === undefined ? { after } : { before, after }],
    notApplied: inertExtensions(rule).map(({ key, why }) => ({
      path: `${rule.protocol}.rule_extensions[${key}]`,
      why,
    })),
    notKnown: [OF_OPERATOR],
    warnings,
    foretell: () => shadowWarnings(scope, after),
  };
}

/** Effects of the deletion of a rule. Pure. */
export function effectsOfRemoval(before: GatewayRule): Effects {
  return { changes: [{ before }], notKnown: [OF_REMOVAL] };
}
