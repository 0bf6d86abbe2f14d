import type { Verdict } from './condition.ts';
import { REASONS } from './reason.ts';

/** Verdict of a condition that holds. */
export function holds(type: string, reason: string, message: string): Verdict {
  return { type, status: 'True', reason, message };
}

/** Verdict of a condition that does not hold. */
export function fails(type: string, reason: string, message: string): Verdict {
  return { type, status: 'False', reason, message };
}

/** Verdict of a condition of which nothing can be said. */
export function unknown(type: string, reason: string, message: string): Verdict {
  return { type, status: 'Unknown', reason, message };
}

/** Ready follows from the conditions that it needs, in their order; nothing else may say it. */
export function readyFrom(needed: readonly Verdict[], message: string): Verdict {
  const missing = needed.find(({ status }) => status !== 'True');
  return missing === undefined
    ? holds('Ready', REASONS.ready, message)
    : fails('Ready', missing.reason, missing.message);
}

/**
 * The condition by which tools tell what is under way (`Reconciling`) from what somebody has to mend
 * (`Stalled`), as kstatus reads them; neither where Ready holds.
 */
export function progressOf({ status, reason, message }: Verdict, stalled: boolean): Verdict[] {
  return status === 'True' ? [] : [holds(stalled ? 'Stalled' : 'Reconciling', reason, message)];
}
