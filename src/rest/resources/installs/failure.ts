import { conditionOf } from '../../../api/condition.ts';
import { REASONS } from '../../../api/reason.ts';
import type { MarketInstall } from '../../../objects/stoa.ts';
import type { StoreReason } from '../../../store/refusal.ts';
import { PROBLEMS, Problem, type ProblemName, type StatusAndCode } from '../../problem/problem.ts';

/** Problems by the reason for which an app store does not serve. */
const STORE_PROBLEMS: Readonly<Record<StoreReason, ProblemName>> = {
  [REASONS.storeUnauthorized]: 'storeUnauthorized',
  [REASONS.storeForbidden]: 'storeForbidden',
  [REASONS.modelNotFound]: 'modelNotFound',
  [REASONS.modelVersionNotFound]: 'modelVersionNotFound',
  [REASONS.storeNotAllowed]: 'storeRefused',
  [REASONS.accessKeyInvalid]: 'storeRefused',
  [REASONS.accessKeyEchoed]: 'storeRefused',
  [REASONS.storeRedirected]: 'storeRefused',
  [REASONS.storeFailed]: 'storeRefused',
  [REASONS.storeRejected]: 'storeRefused',
  [REASONS.storeAnswerInvalid]: 'storeRefused',
  [REASONS.storeAnswerTooLarge]: 'storeRefused',
  [REASONS.storeUnreachable]: 'storeUnreachable',
  [REASONS.storeTooSlow]: 'storeTooSlow',
};

/** Problems by the reason that ends an install before any of its components exist; it goes on for other reasons. */
const FINAL_REASONS: Readonly<Record<string, ProblemName>> = {
  ...STORE_PROBLEMS,
  [REASONS.templateInvalid]: 'installFailed',
  [REASONS.overrideInvalid]: 'installFailed',
  [REASONS.nameTaken]: 'installFailed',
  [REASONS.rejected]: 'installFailed',
  [REASONS.accountMissing]: 'installFailed',
  [REASONS.rightMissing]: 'installFailed',
};

/** Problem for which an install fails, by its conditions; undefined while it may succeed. */
export function failureIn({ metadata, status }: MarketInstall): Problem | undefined {
  const ready = conditionOf(status, 'Ready');
  if (ready?.status !== 'False' || ready.observedGeneration !== metadata.generation) {
    return undefined;
  }
  return Object.hasOwn(FINAL_REASONS, ready.reason)
    ? problemOfReason(ready.reason, ready.message, status?.storeStatus)
    : undefined;
}

/** Problem of a reason for which there is no plan. */
export function problemOfReason(reason: string, message: string, storeStatus: number | undefined): Problem {
  const problem = FINAL_REASONS[reason] ?? 'installFailed';
  return new Problem(problem, message, [], statusAndCodeOf(problem, storeStatus));
}

/** A 4xx of the store is passed on, for it puts the fault with the request. */
function statusAndCodeOf(problem: ProblemName, storeStatus: number | undefined): StatusAndCode {
  return storeStatus !== undefined && storeStatus >= 400 && storeStatus < 500
    ? { status: storeStatus, code: storeStatus }
    : PROBLEMS[problem];
}
