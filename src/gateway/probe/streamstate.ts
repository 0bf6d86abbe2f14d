import {
  type BackendAnswer,
  type BackendState,
  backendAfter,
  backendAgainInMs,
  isComponentFailure,
} from './backendstate.ts';

/**
 * Milliseconds after a change at which a component is asked: engines may learn of one 2 s later, and a gateway that waits for
 * its first route holds connections open. Servers count connections without a request, and may refuse the gateway for it:
 * one that answers is left alone from then on.
 */
const LOOKS_MS = [700, 2_400, 6_000] as const;

/** Milliseconds after which a gateway is tried again that could not be reached. */
const UNTOLD_MS = 60_000;

/** Questions a second for all components that fail. */
const MOST_A_SECOND = 40;

/** Answer of a component behind a gateway that passes connections on; `untold` where the gateway cannot be reached. */
export type StreamAnswer = Extract<BackendAnswer, 'answered' | 'refused-or-reset' | 'untold'>;

/** State of the component behind a route that passes connections on. */
export interface StreamState {
  /** Name of the backend, as `backendName` has it. */
  readonly backend: string;
  /** Digest of all that an answer hangs on. */
  readonly circumstances: string;
  readonly changedAt: number;
  /** Time of the next question; missing where only a change makes one due. */
  readonly dueAt?: number;
  readonly seen: BackendState;
}

/** Circumstances of a question. */
type Circumstances = Pick<StreamState, 'backend' | 'circumstances'>;

/** State under circumstances at a time: a change makes questions due, and another backend makes all that was known void. */
export function streamUnder(
  before: StreamState | undefined,
  { backend, circumstances }: Circumstances,
  now: number,
): StreamState {
  if (before?.backend === backend && before.circumstances === circumstances) {
    return before;
  }
  const seen = before?.backend === backend ? before.seen : {};
  // Changes that follow each other do not put the question off.
  const dueAt = Math.min(before?.dueAt ?? Number.POSITIVE_INFINITY, now + LOOKS_MS[0]);
  return { backend, circumstances, changedAt: now, dueAt, seen };
}

/** State after an answer; `failing` is the number of components that fail, and `random` in [0, 1). */
export function streamAfter(
  state: StreamState,
  answer: StreamAnswer,
  { now, failing, random = Math.random() }: { now: number; failing: number; random?: number },
): StreamState {
  const { dueAt: _, ...rest } = state;
  const seen = backendAfter(state.seen, answer, now);
  const inTrouble = backendAgainInMs([seen]);
  if (inTrouble !== undefined) {
    const ms = Math.max(inTrouble * (0.75 + random / 4), (1_000 * failing) / MOST_A_SECOND);
    return { ...rest, seen, dueAt: now + ms };
  }
  const next = LOOKS_MS.map((ms) => state.changedAt + ms).find((at) => at > now);
  const dueAt = next ?? (answer === 'untold' ? now + UNTOLD_MS : undefined);
  return { ...rest, seen, ...(dueAt === undefined ? {} : { dueAt }) };
}

/** Whether a component is known to fail. */
export function isFailing(state: StreamState | undefined): boolean {
  const known = state?.seen.known;
  return known !== undefined && isComponentFailure(known);
}
