import type { GatewayRuleSpec } from '../../src/api/gatewayrule.ts';
import { newRuleBody } from '../../src/rest/resources/rules/request.ts';
import { newSpec } from '../../src/rest/resources/rules/spec.ts';

/** Spec that the REST API makes of the body of a new rule. Throws the Problem `invalid`. */
export function specOfBody(body: unknown, appId: number): GatewayRuleSpec {
  return newSpec(newRuleBody.read(body), appId, undefined);
}
