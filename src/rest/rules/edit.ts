import type { GatewayRuleSpec } from '../../api/gatewayrule.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../objects/stoa.ts';
import type { RecordSource } from '../contract/rule/record.ts';
import { FIELD_MANAGER } from '../ownership.ts';
import type { Scope } from '../scope.ts';
import { checkWrite } from './admission.ts';
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
  return { rule, warnings };
}
