import type { GatewayRuleSpec } from '../../api/gatewayrule.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../objects/stoa.ts';
import { nameOf, nameOfRule } from '../../rule/claim.ts';
import { effective } from '../../rule/effective.ts';
import type { RecordSource } from '../contract/rule/record.ts';
import { FIELD_MANAGER } from '../ownership.ts';
import type { Scope } from '../scope.ts';
import { checkWrite } from './admission.ts';
import { problemOfWritten } from './confirm.ts';
import type { WrittenRule } from './create.ts';
import { writeAsRead } from './retry.ts';

/** Replaces the spec of a rule of `source`, unless it has been edited since; its age stays. */
export async function editRule(
  scope: Scope,
  stored: GatewayRule,
  spec: GatewayRuleSpec,
  source: RecordSource,
): Promise<WrittenRule> {
  const { client, namespace } = scope;
  const warnings = await checkWrite(scope, { spec, namespace, replaced: stored }, source);
  const rule = await writeAsRead(scope, stored, (current) =>
    client.replace(GATEWAY_RULES, { ...current, spec }, FIELD_MANAGER),
  );
  if (nameOf(effective(spec)) !== nameOfRule(stored)) {
    await confirm(scope, stored, rule);
  }
  return { rule, warnings };
}

/**
 * Second check of a rule that was moved to another host or port: where a rule of another team has got it at the same time,
 * the spec of before is restored and the Problem thrown.
 */
async function confirm(scope: Scope, before: GatewayRule, moved: GatewayRule): Promise<void> {
  const problem = await problemOfWritten(scope, moved);
  if (problem !== undefined) {
    await writeAsRead(scope, moved, (current) =>
      scope.client.replace(GATEWAY_RULES, { ...current, spec: before.spec }, FIELD_MANAGER),
    );
    throw problem;
  }
}
