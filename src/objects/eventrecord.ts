import { type Condition, conditionOf } from '../api/condition.ts';
import type { EventRecord } from '../kube/eventseries.ts';
import { isProblem } from './readiness.ts';

/**
 * The Event that a change of conditions calls for: a Warning when a problem appears, and a Normal one when it is
 * over. An object without problems gets no Event.
 */
export function eventRecordOf(
  before: readonly Condition[],
  after: readonly Condition[],
): EventRecord | undefined {
  const [was, is] = [before, after].map((conditions) => conditionOf({ conditions }, 'Ready'));
  if (is === undefined || is.reason === was?.reason) {
    return undefined;
  }
  if (isProblem(is)) {
    return { type: 'Warning', reason: is.reason, action: 'Reconcile', note: is.message };
  }
  const over = was !== undefined && isProblem(was);
  return over ? { type: 'Normal', reason: is.reason, action: 'Reconcile', note: is.message } : undefined;
}
