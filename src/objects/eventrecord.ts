import type { Condition } from '../api/condition.ts';
import { REASONS } from '../api/reason.ts';
import type { EventRecord } from '../kube/eventseries.ts';

/**
 * What a user should hear of when an object's conditions change: a problem when it appears, and that it is
 * over. An object that goes its way without one makes no Event.
 */
export function eventRecordOf(
  before: readonly Condition[],
  after: readonly Condition[],
): EventRecord | undefined {
  const [was, is] = [before, after].map((conditions) => conditions.find(({ type }) => type === 'Ready'));
  if (is === undefined || is.reason === was?.reason) {
    return undefined;
  }
  if (isProblem(is)) {
    return { type: 'Warning', reason: is.reason, action: 'Reconcile', note: is.message };
  }
  const over = was !== undefined && isProblem(was);
  return over ? { type: 'Normal', reason: is.reason, action: 'Reconcile', note: is.message } : undefined;
}

/** What takes its time, what somebody wants so, and what other objects have Events of, is none. */
const NO_PROBLEM: readonly string[] = [
  REASONS.pending,
  REASONS.componentsProgressing,
  REASONS.installsNotReady,
  REASONS.rulesNotReady,
  REASONS.progressing,
  REASONS.removing,
  REASONS.suspended,
];

/** Whether a condition says what somebody should hear of: more than that things take their time. */
export function isProblem({ status, reason }: Condition): boolean {
  return status === 'False' && !NO_PROBLEM.includes(reason);
}
