import { REASONS } from '../../api/reason.ts';

/** Name of a planned object that is not free: a foreign object has it, or another install has reserved it. */
export interface NameConflict {
  readonly type: 'taken';
  /** Kind and name. */
  readonly object: string;
}

/** Reason for which a plan cannot be applied in this cluster. */
export type PlanProblem =
  | NameConflict
  /** The API server rejects an object; `message` is its own. */
  | { readonly type: 'rejected'; readonly object: string; readonly message: string };

/** Reason and message of the condition for a problem, of which there are `others` beside it. */
export function problemText(
  problem: PlanProblem,
  others: number,
): { readonly reason: string; readonly message: string } {
  const rest = others === 0 ? '' : `; and ${others} more`;
  return problem.type === 'taken'
    ? { reason: REASONS.nameTaken, message: `somebody else has a ${problem.object} here${rest}` }
    : {
        reason: REASONS.rejected,
        message: `the API server does not take the ${problem.object}: ${problem.message}${rest}`,
      };
}
