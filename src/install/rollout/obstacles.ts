import { conditionOf } from '../../api/condition.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Contest } from '../../objects/applies.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import type { FindStored } from '../caches.ts';
import { type Plan, plannedObjects } from '../plan/plan.ts';
import type { StoredObjects } from '../storedobjects.ts';

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
    return (stored && ruleRefusal(stored)) ?? [];
  });
}

/** Refusal of a stored rule; undefined where it is accepted, or its status speaks of an earlier spec. */
export function ruleRefusal(object: KubeObject): RefusedRule | undefined {
  const { metadata, status } = object as GatewayRule;
  const accepted = conditionOf(status, 'Accepted');
  return accepted?.status === 'False' && accepted.observedGeneration === (metadata.generation ?? 1)
    ? { name: metadata.name, reason: accepted.reason, message: accepted.message }
    : undefined;
}

/** Object of an install, fields of which another client changes whenever Stoa corrects them. */
export interface ContestedObject extends Contest {
  /** Kind and name. */
  readonly object: string;
}

/** Contested objects of a plan, in its order; the plan has its objects as they are after the rollout. */
export function contestedObjects(plan: Plan, { contestOf }: StoredObjects): readonly ContestedObject[] {
  return plannedObjects(plan).flatMap((planned) => {
    const contest = contestOf(planned);
    const object = `${planned.resource.kind} ${planned.draft.metadata.name}`;
    return contest === undefined ? [] : [{ object, ...contest }];
  });
}
