import type { BackendFailure } from '../../engines/failure.ts';

/** Answer to a question for a backend: it answered, the gateway in its place, or nothing that tells in time. */
export type BackendAnswer = 'answered' | 'untold' | BackendFailure;

/** State of one backend of a route, as clients of the gateway meet it. */
export interface BackendState {
  /** Answer that counts; missing where too few have said the same so far. */
  readonly known?: BackendAnswer;
  /** Answers in a row that differ from what is known, in whether the component answers. */
  readonly doubts: number;
  /** Time of the first of these, in milliseconds. */
  readonly doubtedAt: number;
}

/**
 * Doubts in a row, and milliseconds of them, that confirm each other: pods come and go, and an engine learns of it later. A
 * gateway that has waited for an answer twice has waited for long.
 */
const CONFIRMED = { fails: 5, waits: 2, answers: 2 } as const;
const CONFIRMED_MS = 1_200;

/** Whether a component answers, as far as an answer tells: one that is late does. */
export function isComponentFailure(answer: BackendAnswer): answer is BackendFailure {
  return answer !== 'answered' && answer !== 'untold';
}

/** State after one more answer. A first answer counts at once; a failure only when it stays. */
export function backendAfter(
  before: BackendState | undefined,
  answer: BackendAnswer,
  now: number,
): BackendState {
  const fails = isComponentFailure(answer);
  const known = before?.known;
  const isDoubt = known === undefined ? fails : isComponentFailure(known) !== fails;
  if (!isDoubt) {
    return { known: answer, doubts: 0, doubtedAt: now };
  }
  const doubts = (before?.doubts ?? 0) + 1;
  const doubtedAt = doubts > 1 ? (before?.doubtedAt ?? now) : now;
  const needed = answer === 'time-out' ? CONFIRMED.waits : CONFIRMED.fails;
  const isConfirmed = fails
    ? doubts >= needed && now - doubtedAt >= CONFIRMED_MS
    : doubts >= CONFIRMED.answers;
  return isConfirmed
    ? { known: answer, doubts: 0, doubtedAt: now }
    : { ...(known === undefined ? {} : { known }), doubts, doubtedAt };
}

/** Milliseconds until the next question for the backends of a route; undefined where none is in trouble or in doubt. */
export function backendAgainInMs(states: Iterable<BackendState>): number | undefined {
  const all = [...states];
  if (all.some(({ doubts }) => doubts > 0)) {
    return DOUBT_MS;
  }
  return all.some(({ known }) => known !== undefined && isComponentFailure(known)) ? FAILING_MS : undefined;
}

const DOUBT_MS = 350;
const FAILING_MS = 2_500;
