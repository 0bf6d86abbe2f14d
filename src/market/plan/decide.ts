import type { Verdict } from '../../api/condition.ts';
import { ACCEPTED, type StatusDraft, stalled } from '../status/verdicts.ts';
import type { Plan, PlanResult } from './plan.ts';
import { blockedBy, type NameConflict } from './problem.ts';

/** Decision on the result of planning: the plan, or the status of an install without one. */
export type PlanDecision =
  | { readonly type: 'planned'; readonly plan: Plan }
  | { readonly type: 'halt'; readonly draft: StatusDraft };

/** Decides on the result of planning; `before` are the verdicts of the phases before. Pure. */
export function decidePlan(result: PlanResult | NameConflict, before: readonly Verdict[]): PlanDecision {
  switch (result.type) {
    case 'planned':
      return result;
    case 'refused':
      // The template was fetched, but is none that can be installed.
      return { type: 'halt', draft: stalled([ACCEPTED], 'TemplateResolved', result.reason, result.message) };
    case 'taken':
      return { type: 'halt', draft: blockedBy(before, result, 0) };
  }
}
