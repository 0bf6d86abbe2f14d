import { conditionOf } from '../../api/condition.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import type { FindStored } from '../lookup.ts';
import type { Plan } from '../plan/plan.ts';

/** GatewayRule of an install that the gateway does not accept, with the reason and message of its condition. */
export interface RefusedRule {
  readonly name: string;
  readonly reason: string;
  readonly message: string;
}

/** Refused rules of a plan, in its order. */
export function refusedRules({ rules }: Plan, find: FindStored): readonly RefusedRule[] {
  return rules.flatMap((planned) => {
    const stored = find(planned);
    return (stored && refusalOf(stored)) ?? [];
  });
}

/** Refusal of a stored rule; undefined where it is accepted, or its status speaks of an earlier spec. */
export function refusalOf(object: KubeObject): RefusedRule | undefined {
  const { metadata, status } = object as GatewayRule;
  const accepted = conditionOf(status, 'Accepted');
  return accepted?.status === 'False' && accepted.observedGeneration === (metadata.generation ?? 1)
    ? { name: metadata.name, reason: accepted.reason, message: accepted.message }
    : undefined;
}
