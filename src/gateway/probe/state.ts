import { isDeepStrictEqual } from 'node:util';
import { type BackoffPolicy, backoffMs } from '../../base/backoff.ts';
import { type BackendState, backendAgainInMs } from './backendstate.ts';
import type { Result } from './result.ts';

/** State of one route on the gateway. */
export interface ProbeState {
  /** Hash of the version that was asked for. */
  readonly hash: string;
  readonly result: Result;
  /** Questions for this version in a row that found it not served. */
  readonly failures: number;
  /** Times of the first of these questions, and of the last question, in milliseconds. */
  readonly failingSince: number;
  readonly askedAt: number;
  /** Backends that answer no call, of those that were asked. */
  readonly lacking?: readonly string[];
  /** Backends of an HTTPRoute, by their names, as far as they were asked since this version is served. */
  readonly backends: Backends;
  /** Slow questions in a row. */
  readonly slow?: number;
}

/** States of backends by their names. */
export type Backends = ReadonlyMap<string, BackendState>;

const NO_BACKENDS: Backends = new Map();

/** Routes of the gateway, which share its time. */
export interface Census {
  readonly routes: number;
  /** Those of them of which the last question found that they are not served. */
  readonly failing: number;
}

/** Failures in a row that confirm each other: with them, a version that was served counts as not served any more. */
const CONFIRMED = 3;

/** Milliseconds of failures that confirm that a new version is not served: most engines serve one sooner. */
const CONFIRMED_MS = 200;

/** Milliseconds after which a version that is served is asked for again. */
const RECHECK_MS = 60_000;

/** Milliseconds after which components are asked again, where routes are few. */
const COMPONENT_RECHECK_MS = 3_000;

/** Milliseconds after which a version that was served is asked for again when it seems not to be; longer than a pause. */
const DOUBT_MS = 1_500;

/** First failures in a row, after which the next question comes soon: an engine takes a new version over in this time. */
const QUICK = 8;
const QUICK_MS = 25;

/** Delays after these. */
const RETRY: BackoffPolicy = { firstMs: 50, maxMs: 5_000 };

/** Failures in a row after which a gateway that cannot be asked is tried only as often as one that serves. */
const PATIENCE = QUICK + 8;

/**
 * Failures in a row, about a minute, after which an answer that cannot be read is there to stay: something asks all who
 * come for a password, for example, also for the rule that answers.
 */
const ENDURANCE = QUICK + 18;

/** Questions a second for all routes together: for those that are not served, and for those that are. */
const MOST_RETRIES = 200;
const MOST_RECHECKS = 5;

/** Results that say nothing about the route. */
const NOT_ASKED: readonly Result[] = ['not-open', 'foreign', 'unreachable'];

/** Results of a version that an engine may be about to serve. */
const YET: readonly Result[] = ['not-served', 'unguarded'];

/** State of a route that is served in a version. */
export function servedState(hash: string, now: number): ProbeState {
  return { hash, result: 'served', failures: 0, failingSince: now, askedAt: now, backends: NO_BACKENDS };
}

/** State after one more result at a time. One lost answer does not end what was served. */
export function stateAfter(
  before: ProbeState | undefined,
  hash: string,
  result: Result,
  now: number,
): ProbeState {
  const same = before?.hash === hash ? before : undefined;
  const failures = result === 'served' ? 0 : (same?.failures ?? 0) + 1;
  const failingSince = failures > 1 ? (same?.failingSince ?? now) : now;
  const backends = same?.backends ?? NO_BACKENDS;
  const state = { hash, result, failures, failingSince, askedAt: now, backends };
  if (same?.result === 'served' && failures < CONFIRMED) {
    return { ...state, result: 'served' };
  }
  return result === 'unclear' && failures > ENDURANCE ? { ...state, result: 'foreign' } : state;
}

/**
 * Whether a state is news after the one before. A new version is seldom served when it is asked for the first time: that
 * is news only when it is confirmed, so that many new routes do not cause a write each for it.
 */
export function isNews(before: ProbeState | undefined, state: ProbeState): boolean {
  const same = before?.hash === state.hash ? before : undefined;
  if (!isDeepStrictEqual(knownOf(same), knownOf(state))) {
    return true;
  }
  if (!YET.includes(state.result)) {
    return same?.result !== state.result || !isDeepStrictEqual(same.lacking, state.lacking);
  }
  return isConfirmed(state) && !(same?.result === state.result && isConfirmed(same));
}

/** Knowledge of the backends of a route. */
function knownOf(state: ProbeState | undefined): readonly unknown[] {
  return [...(state?.backends ?? NO_BACKENDS)].map(([name, { known }]) => [name, known]);
}

function isConfirmed({ failures, failingSince, askedAt }: ProbeState): boolean {
  return failures >= CONFIRMED && askedAt - failingSince >= CONFIRMED_MS;
}

/**
 * Milliseconds until the next question for a route; the census bounds the questions of all. Routes that are served do not
 * slow down those that wait. `random` is in [0, 1).
 */
export function againInMs(state: ProbeState, { routes, failing }: Census, random = Math.random()): number {
  const { result, failures, backends } = state;
  if (failures === 0 || isInVain(state)) {
    const inTrouble = backendAgainInMs(backends.values());
    const isKnown = backends.size > 0 && [...backends.values()].every(({ known }) => known === 'answered');
    const ms = inTrouble ?? recheckMs(routes, isKnown);
    return ms * (0.75 + random / 4);
  }
  return Math.max(retryMs(result, failures, random), (1_000 * failing) / MOST_RETRIES);
}

/**
 * Milliseconds after which a served version is asked for again: sooner where components are asked, and routes are few. One
 * that is late is not asked so often: others wait for their turn meanwhile.
 */
function recheckMs(routes: number, withBackends: boolean): number {
  const least = withBackends ? COMPONENT_RECHECK_MS : RECHECK_MS;
  return Math.max(least, (1_000 * routes) / MOST_RECHECKS);
}

function retryMs(result: Result, failures: number, random: number): number {
  if (result === 'served') {
    return DOUBT_MS;
  }
  return failures <= QUICK ? QUICK_MS : backoffMs(RETRY, failures - QUICK, random);
}

/** Whether only an event can change the result, or one that comes seldom: what has no address yet wakes all routes with it. */
function isInVain({ result, failures }: ProbeState): boolean {
  return result === 'no-address' || (NOT_ASKED.includes(result) && failures > PATIENCE);
}
