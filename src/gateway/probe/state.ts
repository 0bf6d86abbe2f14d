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

/** Failures in a row with which a version that was served counts as not served any more. */
const CONFIRMED = 3;

/** Milliseconds after which a version that is served is asked for again. */
const RECHECK_MS = 60_000;

/** Milliseconds after which a version that was served is asked for again when it seems not to be; longer than a pause. */
const DOUBT_MS = 1_500;

const RETRY: BackoffPolicy = { firstMs: 200, maxMs: 5_000 };

/** Failures in a row after which a gateway that cannot be asked is tried only as often as one that serves. */
const PATIENCE = 6;

/**
 * Failures in a row, about a minute, after which an answer that cannot be read is there to stay: something asks all who
 * come for a password, for example, also for the rule that answers.
 */
const ENDURANCE = 16;

/** Questions a second for all routes together: repeated ones, and those for routes that are served. */
const MOST_RETRIES = 200;
const MOST_RECHECKS = 50;

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

/** Milliseconds until the next question for a route; `routes` bounds the questions of all. `random` is in [0, 1). */
export function againInMs(state: ProbeState, routes: number, random = Math.random()): number {
  const { result, failures } = state;
  if (failures === 0 || (NOT_ASKED.includes(result) && failures > PATIENCE)) {
    const ms = Math.max(RECHECK_MS, (1_000 * routes) / MOST_RECHECKS);
    return ms * (0.75 + random / 4);
  }
  const retry = result === 'served' ? DOUBT_MS : backoffMs(RETRY, failures, random);
  return Math.max(retry, (1_000 * routes) / MOST_RETRIES);
}
