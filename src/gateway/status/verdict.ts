import type { Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { progressOf, readyFrom, unknown } from '../../api/verdict.ts';

/** Adds Ready, which does not mind what an engine cannot express, and what tools read where it is False. */
export function withReady(verdicts: readonly Verdict[]): Verdict[] {
  const needed = verdicts.filter(({ type }) => type !== 'FullyExpressed');
  const ready = readyFrom(needed, 'the rule carries traffic');
  const refused = verdicts.some(({ type, status }) => type === 'Accepted' && status === 'False');
  return [...verdicts, ready, ...progressOf(ready, refused)];
}

/** The conditions of a rule that was refused: what depends on it is unknown. */
export function refusedVerdicts(accepted: Verdict): Verdict[] {
  const rest = ['ResolvedRefs', 'Programmed', 'FullyExpressed'];
  return withReady([
    accepted,
    ...rest.map((type) => unknown(type, REASONS.notAccepted, 'the rule is not accepted')),
  ]);
}
