import type { Verdict } from './condition.ts';
import { LABELS } from './group.ts';
import { REASONS } from './reason.ts';

/** Verdict of a condition that holds. */
export function holds<R extends string>(type: string, reason: R, message: string): Verdict<R> {
  return { type, status: 'True', reason, message };
}

/** Verdict of a condition that does not hold, because of some fields where it names them. */
export function fails<R extends string>(
  type: string,
  reason: R,
  message: string,
  fields: readonly string[] = [],
): Verdict<R> {
  return { type, status: 'False', reason, message, ...(fields.length === 0 ? {} : { fields }) };
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

/** Sentence on a namespace that belongs to no team, with the way out and who has it: the role `edit` may not label. */
export function noTeamText(namespace: string): string {
  return `namespace ${namespace} belongs to no team: ask those who may update Namespaces to run \`${labelCommand(namespace, 'TEAM')}\`, or use a namespace of a team`;
}

/** Command that makes a namespace one of a team. */
export function labelCommand(namespace: string, team: string): string {
  return `kubectl label namespace ${namespace} ${LABELS.team}=${team}`;
}
