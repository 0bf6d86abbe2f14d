import { REASONS } from '../../api/reason.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { StoreReason } from '../../store/refusal.ts';
import { PROBLEMS, Problem, type ProblemName, type StatusAndCode } from '../problem/problem.ts';

/** What each way in which a store refuses means for the caller. */
const OF_STORE: Readonly<Record<StoreReason, ProblemName>> = {
  [REASONS.storeUnauthorized]: 'storeUnauthorized',
  [REASONS.storeForbidden]: 'storeForbidden',
  [REASONS.modelNotFound]: 'modelNotFound',
  [REASONS.modelVersionNotFound]: 'modelVersionNotFound',
  [REASONS.storeNotAllowed]: 'storeRefused',
  [REASONS.accessKeyInvalid]: 'storeRefused',
  [REASONS.storeRedirected]: 'storeRefused',
  [REASONS.storeFailed]: 'storeRefused',
  [REASONS.storeRejected]: 'storeRefused',
  [REASONS.storeAnswerInvalid]: 'storeRefused',
  [REASONS.storeAnswerTooLarge]: 'storeRefused',
  [REASONS.storeUnreachable]: 'storeUnreachable',
  [REASONS.storeTooSlow]: 'storeTooSlow',
};

/** What else ends an install before anything of it runs; for other reasons it goes on. */
const REFUSALS: Readonly<Record<string, ProblemName>> = {
  ...OF_STORE,
  [REASONS.templateInvalid]: 'installFailed',
  [REASONS.dependencyCycle]: 'installFailed',
  [REASONS.nameTaken]: 'installFailed',
  [REASONS.rejected]: 'installFailed',
};

/** Why an install comes to nothing, as its conditions say; undefined while it may come to something. */
export function refusalIn({ metadata, status }: MarketInstall): Problem | undefined {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  if (ready?.status !== 'False' || ready.observedGeneration !== metadata.generation) {
    return undefined;
  }
  const problem = REFUSALS[ready.reason];
  return problem === undefined
    ? undefined
    : new Problem(problem, ready.message, [], answerOf(problem, status?.storeStatus));
}

/** A status of a store that puts the blame on the request is handed on as it is. */
function answerOf(problem: ProblemName, storeStatus: number | undefined): StatusAndCode {
  return storeStatus !== undefined && storeStatus >= 400 && storeStatus < 500
    ? { status: storeStatus, code: storeStatus }
    : PROBLEMS[problem];
}
