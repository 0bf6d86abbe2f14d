import { isFailure } from '../../kube/error.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../objects/stoa.ts';
import type { EffectiveRule } from '../../rule/effective.ts';
import { freePort } from '../../rule/ports.ts';
import { idOf } from '../contract/id.ts';
import type { Scope } from '../scope.ts';

/** Advice on a refused rule: the competing rule, as far as the caller may read it, and a free port. */
export async function adviceOn(
  scope: Scope,
  winner: GatewayRule | undefined,
  rule: EffectiveRule,
): Promise<string[]> {
  if (winner === undefined) {
    return [];
  }
  const which = (await isReadable(scope, winner))
    ? `it is the rule ${winner.metadata.namespace}/${winner.metadata.name}, rule_id ${idOf(winner.metadata.uid)}`
    : 'it is a rule that you may not read';
  return rule.protocol === 'tcp' ? [which, await freePortNear(scope, rule.port)] : [which];
}

async function isReadable(
  { client }: Scope,
  { metadata: { namespace, name } }: GatewayRule,
): Promise<boolean> {
  try {
    await client.get(GATEWAY_RULES, { namespace, name });
    return true;
  } catch (error) {
    if (isFailure(error, 'forbidden') || isFailure(error, 'not-found')) {
      return false;
    }
    throw error;
  }
}

async function freePortNear({ service, ports }: Scope, port: number): Promise<string> {
  const rules = await service.list(GATEWAY_RULES, { fieldSelector: 'spec.protocol=tcp' });
  const taken = new Set(rules.flatMap(({ spec }) => spec.tcp?.endPoint.port ?? []));
  const found = freePort(port, ports, (each) => taken.has(each));
  return found === undefined ? 'no other port is free' : `port ${found} is free`;
}
