import { type InstallState, postOf } from '../../../install/state.ts';
import { PROBLEMS, Problem, type ProblemName, type StatusAndCode } from '../../problem/problem.ts';

/** Problem for which an install fails, by its state; undefined while it may succeed. */
export function failureIn(state: InstallState): Problem | undefined {
  const trouble = 'trouble' in state ? state.trouble : undefined;
  return trouble === undefined || trouble.post === 'goes-on'
    ? undefined
    : problemOfReason(trouble.reason, trouble.message, trouble.storeStatus);
}

/** Problem of a reason for which there is no plan. */
export function problemOfReason(reason: string, message: string, storeStatus: number | undefined): Problem {
  const post = postOf(reason);
  const problem = post === 'goes-on' ? 'installFailed' : post;
  return new Problem(problem, message, [], statusAndCodeOf(problem, storeStatus));
}

/** A 4xx of the store is passed on, for it puts the fault with the request. */
function statusAndCodeOf(problem: ProblemName, storeStatus: number | undefined): StatusAndCode {
  return storeStatus !== undefined && storeStatus >= 400 && storeStatus < 500
    ? { status: storeStatus, code: storeStatus }
    : PROBLEMS[problem];
}
