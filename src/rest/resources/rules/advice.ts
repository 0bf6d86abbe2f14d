import { isFailure } from '../../../kube/error.ts';
import { splitKey } from '../../../kube/object.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../../objects/stoa.ts';
import type { EffectiveRule } from '../../../rule/effective.ts';
import type { NameState } from '../../../rule/namestate.ts';
import { freePort } from '../../../rule/ports.ts';
import { idOf } from '../../http/id.ts';
import type { Scope } from '../../scope.ts';

/** Advice on a refused rule: the rule that has its name, as far as the caller may read it, and a free port. */
export async function adviceOn(
  scope: Scope,
  holder: string | undefined,
  rule: EffectiveRule,
  names: NameState,
): Promise<string[]> {
  if (holder === undefined) {
    return [];
  }
  const known = await readable(scope, holder);
  const which =
    known === undefined
      ? 'it is a rule that you may not read'
      : `it is the rule ${holder}, rule_id ${idOf(known.metadata.uid)}`;
  return rule.protocol === 'tcp' ? [which, freePortNear(scope, rule.port, names)] : [which];
}

async function readable({ client }: Scope, holder: string): Promise<GatewayRule | undefined> {
  try {
    return await client.get(GATEWAY_RULES, splitKey(holder));
  } catch (error) {
    if (isFailure(error, 'forbidden') || isFailure(error, 'not-found')) {
      return undefined;
    }
    throw error;
  }
}

/** The next port that the team may have and has no rule for. */
function freePortNear({ namespace, ports }: Scope, port: number, names: NameState): string {
  const found = freePort(port, ports, (each) => names.portStanding(each, namespace) !== 'free');
  return found === undefined ? 'no other port is free' : `port ${found} is free`;
}
