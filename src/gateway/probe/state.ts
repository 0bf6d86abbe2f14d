import { type BackoffPolicy, backoffMs } from '../../base/backoff.ts';
import type { Result } from './result.ts';

/** State of one route on the gateway. */
export interface ProbeState {
  /** Hash of the version that was asked for. */
  readonly hash: string;
  readonly result: Result;
  /** Questions for this version in a row that found it not served. */
  readonly failures: number;
}

/** Routes of the gateway, which share its time. */
export interface Census {
  readonly routes: number;
  /** Those of them of which the last question found that they are not served. */
  readonly failing: number;
}

/** Failures in a row that confirm each other: with them, a version that was served counts as not served any more. */
const CONFIRMED = 3;

/** Milliseconds after which a version that is served is asked for again. */
const RECHECK_MS = 60_000;

/** Milliseconds after which a version that was served is asked for again when it seems not to be; longer than a pause. */
const DOUBT_MS = 1_500;

const RETRY: BackoffPolicy = { firstMs: 50, maxMs: 5_000 };

/** Failures in a row after which a gateway that cannot be asked is tried only as often as one that serves. */
const PATIENCE = 8;

/**
 * Failures in a row, about a minute, after which an answer that cannot be read is there to stay: something asks all who
 * come for a password, for example, also for the rule that answers.
 */
const ENDURANCE = 18;

/** Questions a second for all routes together: for those that are not served, and for those that are. */
const MOST_RETRIES = 200;
const MOST_RECHECKS = 10;

/** Results that say nothing about the route. */
const NOT_ASKED: readonly Result[] = ['no-address', 'foreign', 'unreachable'];

/** State after one more result. One lost answer does not end what was served. */
export function stateAfter(before: ProbeState | undefined, hash: string, result: Result): ProbeState {
  const same = before?.hash === hash ? before : undefined;
  if (result === 'served') {
    return { hash, result, failures: 0 };
  }
  const failures = (same?.failures ?? 0) + 1;
  if (same?.result === 'served' && failures < CONFIRMED) {
    return { hash, result: 'served', failures };
  }
  return { hash, result: result === 'unclear' && failures > ENDURANCE ? 'foreign' : result, failures };
}

/**
 * Whether a state is news after the one before. A new version is seldom served when it is asked for the first time: that
 * is news only when it is confirmed, so that many new routes do not cause a write each for it.
 */
export function isNews(before: ProbeState | undefined, { hash, result, failures }: ProbeState): boolean {
  return result === 'not-served' && failures <= CONFIRMED
    ? failures === CONFIRMED
    : before?.hash !== hash || before.result !== result;
}

/**
 * Milliseconds until the next question for a route; the census bounds the questions of all. Routes that are served do not
 * slow down those that wait. `random` is in [0, 1).
 */
export function againInMs(state: ProbeState, { routes, failing }: Census, random = Math.random()): number {
  const { result, failures } = state;
  if (failures === 0 || (NOT_ASKED.includes(result) && failures > PATIENCE)) {
    const ms = Math.max(RECHECK_MS, (1_000 * routes) / MOST_RECHECKS);
    return ms * (0.75 + random / 4);
  }
  const retry = result === 'served' ? DOUBT_MS : backoffMs(RETRY, failures, random);
  return Math.max(retry, (1_000 * failing) / MOST_RETRIES);
}
