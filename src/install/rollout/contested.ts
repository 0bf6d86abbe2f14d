import type { Contest } from '../../objects/applies.ts';
import { objectsOf, type Plan } from '../plan/plan.ts';
import type { StoredObjects } from '../storedobjects.ts';

/** Object of an install, fields of which another client changes whenever Stoa corrects them. */
export interface ContestedObject extends Contest {
  /** Kind and name. */
  readonly object: string;
}

/** Contested objects of a plan, in its order; the plan has its objects as they are after the rollout. */
export function contestedObjects(plan: Plan, { contestOf }: StoredObjects): readonly ContestedObject[] {
  return objectsOf(plan).flatMap((planned) => {
    const contest = contestOf(planned);
    const object = `${planned.resource.kind} ${planned.draft.metadata.name}`;
    return contest === undefined ? [] : [{ object, ...contest }];
  });
}
