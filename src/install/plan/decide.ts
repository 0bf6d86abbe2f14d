import type { NotApplied } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import { firstFew } from '../../base/text.ts';
import { type StatusDraft, stalled } from '../status/verdicts.ts';
import type { Plan, PlanResult } from './plan.ts';
import { blockedBy, type NameConflict, type UnfitOverrides } from './problem.ts';

/** Decision on the result of planning: the plan, or the status of an install without one. */
export type PlanDecision =
  | { readonly type: 'planned'; readonly plan: Plan }
  | { readonly type: 'halt'; readonly draft: StatusDraft };

/** Decides on the result of planning. Pure. */
export function decidePlan(result: PlanResult | NameConflict | UnfitOverrides): PlanDecision {
  switch (result.type) {
    case 'planned':
      return result;
    case 'refused':
      // The template was fetched, but is none that can be installed.
      return { type: 'halt', draft: stalled('TemplateResolved', result.reason, result.message) };
    case 'unfit':
      return { type: 'halt', draft: unfit(result.problems) };
    case 'taken':
      return { type: 'halt', draft: blockedBy(result, 0) };
  }
}

/** Most problems that a message names. */
const NAMED = 3;

/** Status of an install whose overrides do not fit its model: what the user wants cannot be, so nothing is changed. */
function unfit(problems: readonly NotApplied[]): StatusDraft {
  const texts = problems.map(({ path, why }) => `${path}: ${why}`);
  return stalled('Applied', REASONS.overrideInvalid, firstFew(texts, NAMED, '; '));
}
