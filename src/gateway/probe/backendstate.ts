import type { BackendFailure } from '../../engines/failure.ts';

/** Answer to a question for a backend: it answered, the gateway in its place, or nothing that tells in time. */
export type BackendAnswer = 'answered' | 'untold' | BackendFailure;

/** State of one backend of a route, as clients of the gateway meet it. */
export interface BackendState {
  /** Answer that counts; missing where too few have said the same so far. */
  readonly known?: BackendAnswer;
  /** Answers in a row that say the same, and another thing than what is known; missing where the last one confirms that. */
  readonly doubt?: Doubt;
}

/** Answers in a row that say the same. */
interface Doubt {
  /** Answer that they give, or that they fail, where it is not known to fail. */
  readonly says: BackendAnswer | 'fails';
  readonly times: number;
  /** Time of the first one, in milliseconds. */
  readonly since: number;
}

/**
 * Times that an answer is needed in a row to count: pods come and go, an engine learns of it later, and one late answer
 * tells nothing. A gateway that has waited for an answer twice has waited for long.
 */
const CONFIRMED = { fails: 5, 'time-out': 2, untold: 3, answered: 2 } as const;

/** Milliseconds that a failure is needed for. */
const CONFIRMED_MS = 1_200;

/** Whether a component answers, as far as an answer tells: one that is late does. */
export function isComponentFailure(answer: BackendAnswer): answer is BackendFailure {
  return answer !== 'answered' && answer !== 'untold';
}

/** State after one more answer. A first answer counts at once; what says another thing than is known only when it stays. */
export function backendAfter(
  before: BackendState | undefined,
  answer: BackendAnswer,
  now: number,
): BackendState {
  const known = before?.known;
  const fails = isComponentFailure(answer);
  if (answer === known || (known === undefined && !fails)) {
    return { known: answer };
  }
  const isKnownToFail = known !== undefined && isComponentFailure(known);
  const says: Doubt['says'] = fails && !isKnownToFail ? 'fails' : answer;
  const same = before?.doubt?.says === says ? before.doubt : undefined;
  const doubt = { says, times: (same?.times ?? 0) + 1, since: same?.since ?? now };
  return isConfirmed(answer, doubt, now)
    ? { known: answer }
    : { ...(known === undefined ? {} : { known }), doubt };
}

function isConfirmed(answer: BackendAnswer, { times, since }: Doubt, now: number): boolean {
  if (isComponentFailure(answer)) {
    const needed = answer === 'time-out' ? CONFIRMED['time-out'] : CONFIRMED.fails;
    return times >= needed && now - since >= CONFIRMED_MS;
  }
  return times >= CONFIRMED[answer];
}

/** Milliseconds until the next question for the backends of a route; undefined where none is in trouble or in doubt. */
export function backendAgainInMs(states: Iterable<BackendState>): number | undefined {
  const all = [...states];
  if (all.some(({ doubt }) => doubt !== undefined)) {
    return DOUBT_MS;
  }
  return all.some(({ known }) => known !== undefined && isComponentFailure(known)) ? FAILING_MS : undefined;
}

const DOUBT_MS = 350;
const FAILING_MS = 2_500;
