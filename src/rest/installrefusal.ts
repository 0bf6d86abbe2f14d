import { REASONS } from '../api/reason.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import { Problem, type ProblemName } from './problem.ts';

/** What it means for the caller that an install is not Ready for a reason; others pass. */
const REFUSALS: Readonly<Record<string, ProblemName>> = {
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
  return problem === undefined ? undefined : new Problem(problem, ready.message);
}
