import type { Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';

/** Verdict of a condition that holds. */
export function holds(type: string, reason: string, message: string): Verdict {
  return { type, status: 'True', reason, message };
}

/** Verdict of a condition that does not hold. */
export function fails(type: string, reason: string, message: string): Verdict {
  return { type, status: 'False', reason, message };
}

/** Ready follows from the conditions that it needs, in their order; nothing else may say it. */
export function withReady(verdicts: readonly Verdict[]): Verdict[] {
  const needed = verdicts.filter(({ type }) => type !== 'FullyExpressed');
  const missing = needed.find(({ status }) => status !== 'True');
  const ready =
    missing === undefined
      ? holds('Ready', REASONS.ready, 'the rule carries traffic')
      : fails('Ready', missing.reason, missing.message);
  return [...verdicts, ready];
}

/** The conditions of a rule that was refused: what depends on it is unknown. */
export function refusedVerdicts(accepted: Verdict): Verdict[] {
  const unknown = (type: string): Verdict => ({
    type,
    status: 'Unknown',
    reason: REASONS.notAccepted,
    message: 'the rule is not accepted',
  });
  return withReady([accepted, unknown('ResolvedRefs'), unknown('Programmed'), unknown('FullyExpressed')]);
}
