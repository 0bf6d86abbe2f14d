import type { Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { isFailure, type KubeError } from '../../kube/error.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { RECHECK_MS } from '../recheck.ts';
import { type StatusDraft, waiting } from '../status/verdicts.ts';
import { accountUser } from './account.ts';
import { type RightsAspect, rightsMissing } from './missing.ts';

/** Result of work as the account: its value, or the status of an install whose account lacks a right for it. */
export type Permitted<T> =
  | { readonly type: 'done'; readonly value: T }
  | { readonly type: 'denied'; readonly draft: StatusDraft };

/**
 * Work as the account of an install; `before` are the verdicts of the phases before, and `aspect` is the condition
 * that tells of a missing right. Throws every other error of `work`.
 */
export async function permitted<T>(
  { metadata: { namespace = '' } }: MarketInstall,
  before: readonly Verdict[],
  aspect: RightsAspect,
  work: () => Promise<T>,
): Promise<Permitted<T>> {
  try {
    return { type: 'done', value: await work() };
  } catch (error) {
    const draft = isFailure(error, 'forbidden') ? draftOf(error, before, aspect, namespace) : undefined;
    if (draft === undefined) {
      throw error;
    }
    return { type: 'denied', draft };
  }
}

/** Whether the API server rejects an object, other than for a right that its writer lacks. */
export function isRejection(error: unknown): error is KubeError {
  return isFailure(error, 'invalid') || (isFailure(error, 'forbidden') && deniedBy(error) === undefined);
}

function draftOf(
  error: KubeError,
  before: readonly Verdict[],
  aspect: RightsAspect,
  namespace: string,
): StatusDraft | undefined {
  const denied = deniedBy(error);
  if (denied?.user === accountUser(namespace)) {
    return rightsMissing(before, aspect, namespace, [denied]);
  }
  return denied?.verb === 'impersonate'
    ? waiting(before, aspect, REASONS.rejected, `the operator lacks a right: ${error.message}`, RECHECK_MS)
    : undefined;
}

function deniedBy({ failure }: KubeError) {
  return failure.type === 'forbidden' ? failure.denied : undefined;
}
