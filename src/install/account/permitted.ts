import { REASONS } from '../../api/reason.ts';
import { isFailure, KubeError } from '../../kube/error.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { RECHECK_MS } from '../recheck.ts';
import { failing, type StatusDraft, waiting } from '../status/verdicts.ts';
import { accountUser } from './account.ts';
import { type RightsAspect, rightsMissing } from './missing.ts';
import { OPERATORS_PERMISSION } from './operators.ts';

/** Result of work as the account: its value, or the status of an install whose account lacks a right for it. */
export type Permitted<T> =
  | { readonly type: 'done'; readonly value: T }
  | { readonly type: 'denied'; readonly draft: StatusDraft };

/**
 * Work as the account of an install; `aspect` is the condition that tells of a missing right. Throws every other error
 * of `work`.
 */
export async function permitted<T>(
  install: MarketInstall,
  aspect: RightsAspect,
  work: () => Promise<T>,
): Promise<Permitted<T>> {
  try {
    return { type: 'done', value: await work() };
  } catch (error) {
    const draft =
      error instanceof KubeError
        ? (draftOf(error, aspect, install.metadata.namespace ?? '') ?? refusedDraft(error, aspect, install))
        : undefined;
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

function draftOf(error: KubeError, aspect: RightsAspect, namespace: string): StatusDraft | undefined {
  const denied = deniedBy(error);
  if (denied?.user === accountUser(namespace)) {
    return rightsMissing(aspect, namespace, [denied]);
  }
  return denied?.verb === 'impersonate' || denied?.resource === OPERATORS_PERMISSION.resource
    ? waiting(aspect, REASONS.rejected, `the operator lacks a right: ${error.message}`, RECHECK_MS)
    : undefined;
}

/** Draft for an answer of the API server that may stay, so that the install has a status; it is tried again. */
function refusedDraft(
  error: KubeError,
  aspect: RightsAspect,
  { metadata: { generation = 1 }, status }: MarketInstall,
): StatusDraft | undefined {
  const isNew = (status?.observedGeneration ?? 0) < generation;
  const message = `the API server refuses a call: ${error.message}`;
  return isLasting(error) || (isNew && isAnswer(error))
    ? failing(aspect, REASONS.rejected, message, error)
    : undefined;
}

/** Whether the same call gets the same answer until somebody changes its content, a policy, or a quota. */
function isLasting(error: KubeError): boolean {
  const { failure } = error;
  return isRejection(error) || (failure.type === 'refused' && LASTING.has(failure.status));
}

/** Status codes of answers to a call that is wrong, such as one that is too large. */
const LASTING = new Set([402, 405, 406, 413, 414, 415, 431]);

/** Whether the API server has answered, and not only that it is busy or that a decision used outdated state. */
function isAnswer({ failure: { type } }: KubeError): boolean {
  return type === 'refused' || type === 'forbidden' || type === 'field-conflict';
}

function deniedBy({ failure }: KubeError) {
  return failure.type === 'forbidden' ? failure.denied : undefined;
}
