import type { Verdict } from './condition.ts';
import { LABELS } from './group.ts';
import { REASONS } from './reason.ts';

/** Verdict of a condition that holds. */
export function holds<R extends string>(type: string, reason: R, message: string): Verdict<R> {
  return { type, status: 'True', reason, message };
}

/** Verdict of a condition that does not hold. */
export function fails<R extends string>(type: string, reason: R, message: string): Verdict<R> {
  return { type, status: 'False', reason, message };
}

/** Verdict of a condition whose status is unknown. */
export function unknown(type: string, reason: string, message: string): Verdict {
  return { type, status: 'Unknown', reason, message };
}

/** Verdict of Ready: that of the first condition in `needed` that is not True, else True. */
export function readyFrom(needed: readonly Verdict[], message: string): Verdict {
  const missing = needed.find(({ status }) => status !== 'True');
  return missing === undefined
    ? holds('Ready', REASONS.ready, message)
    : fails('Ready', missing.reason, missing.message);
}

/** Condition `Reconciling` or `Stalled` for tools that use kstatus; none if Ready holds. */
export function progressOf({ status, reason, message }: Verdict, stalled: boolean): Verdict[] {
  return status === 'True' ? [] : [holds(stalled ? 'Stalled' : 'Reconciling', reason, message)];
}

/** Sentence on a namespace that belongs to no team, with the way out in either mode. */
export function noTeamText(namespace: string): string {
  return `namespace ${namespace} belongs to no team: label it with ${LABELS.team}, or use another namespace, since the configuration (teams) makes it none by its name`;
}
