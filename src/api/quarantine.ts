import { type Condition, conditionsFrom } from './condition.ts';
import { REASONS } from './reason.ts';
import { fails, progressOf } from './verdict.ts';

/** Status with conditions. */
interface Status {
  readonly observedGeneration?: number | undefined;
  readonly conditions?: Condition[] | undefined;
}

/** Conditions that a quarantine replaces; the others still speak of the last decision. */
const REPLACED = ['Ready', 'Reconciling', 'Stalled'];

const MESSAGE =
  'a decision on the object takes more CPU time than one object may, so Stoa leaves everything as it is; ' +
  'Stoa tries again when the spec changes, and at growing intervals of at most an hour';

/** Status of an object in quarantine. Pure, and independent of the spec. */
export function quarantinedStatus<S extends Status>(
  status: S | undefined,
  generation: number,
  now: Date,
): S & Status {
  const before = status?.conditions ?? [];
  const ready = fails('Ready', REASONS.budgetExceeded, MESSAGE);
  const verdicts = [ready, ...progressOf(ready, true)];
  return {
    ...(status as S),
    observedGeneration: generation,
    conditions: [
      ...before.filter(({ type }) => !REPLACED.includes(type)),
      ...conditionsFrom(verdicts, before, generation, now),
    ],
  };
}
