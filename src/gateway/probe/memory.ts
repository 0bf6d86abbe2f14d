import { type BackendAnswer, backendAfter } from './backendstate.ts';
import type { Result } from './result.ts';
import { againInMs, type Backends, isNews, type ProbeState, stateAfter } from './state.ts';

/** Routes that are due next because another one is served: with two, one proof leads on to all that are served too. */
const NEXT = 2;

/** Routes that are looked at to find them. */
const LOOKED_AT = 64;

/** Result for a version of a route. */
interface Asked {
  readonly hash: string;
  readonly result: Result;
  /** Backends that answer no call. */
  readonly lacking?: readonly string[];
  /** Answers of the backends that were asked. */
  readonly backends?: readonly BackendAsked[];
  /** Whether the question was slow. */
  readonly slow?: boolean;
  /** State that another process has told of, where this one knows none. */
  readonly earlier?: ProbeState;
}

/** Answer of a backend. */
export interface BackendAsked {
  readonly backend: string;
  readonly answer: BackendAnswer;
}

/** Record of one more result for a route. */
export interface Recorded {
  /** Whether the result is news. */
  readonly isNews: boolean;
  readonly againInMs: number;
  /** First proof of a version that was written here. */
  readonly proof?: {
    /** Milliseconds for which it was waited for. */
    readonly afterMs: number;
    /** Routes that are due now: the engine serves what was written later, so that it has most likely loaded them too. */
    readonly next: readonly string[];
  };
}

/** Memory of what the gateway answered for routes, by their keys. */
export class ProbeMemory {
  readonly #states = new Map<string, ProbeState>();
  /** Number of states with failures. */
  #failing = 0;
  /** Times at which versions were written that are not served yet; the one that waits longest for a question comes first. */
  readonly #written = new Map<string, number>();
  /** Time until which versions were written of which the engine has served the last one. */
  #provedUntil = Number.NEGATIVE_INFINITY;

  /** State of a route; undefined where it was never asked for. */
  stateOf(route: string): ProbeState | undefined {
    return this.#states.get(route);
  }

  /**
   * Whether something answers in place of the gateway for all routes that were asked for: it shows of no component, either,
   * what clients elsewhere meet.
   */
  isKeptOut(): boolean {
    let isForeign = false;
    for (const { result } of this.#states.values()) {
      if (result === 'served') {
        return false;
      }
      isForeign ||= result === 'foreign';
    }
    return isForeign;
  }

  /** Notes that a version of a route was written at a time. */
  wrote(route: string, at: number): void {
    this.#written.delete(route);
    this.#written.set(route, at);
  }

  forget(route: string): void {
    this.#failing -= Number(isFailing(this.#states.get(route)));
    this.#states.delete(route);
    this.#written.delete(route);
  }

  /** Takes a result over. */
  record(
    route: string,
    { hash, result, lacking = [], backends, slow = false, earlier }: Asked,
    now: number,
  ): Recorded {
    const before = this.#states.get(route) ?? earlier;
    const after = { ...stateAfter(before, hash, result, now), slow: slow ? (before?.slow ?? 0) + 1 : 0 };
    const asked =
      backends === undefined ? after : { ...after, backends: backendsAfter(after, backends, now) };
    const state = after.result === 'no-calls' ? { ...asked, lacking } : asked;
    this.#states.set(route, state);
    this.#failing += Number(isFailing(state)) - Number(isFailing(before));
    const writtenAt = this.#written.get(route);
    this.#written.delete(route);
    const isProof = writtenAt !== undefined && state.result === 'served';
    if (writtenAt !== undefined && !isProof) {
      this.#written.set(route, writtenAt);
    }
    return {
      isNews: isNews(before, state),
      againInMs: againInMs(state, { routes: this.#states.size, failing: this.#failing }),
      ...(isProof ? { proof: { afterMs: now - writtenAt, next: this.#nextAfter(writtenAt) } } : {}),
    };
  }

  /** Routes that a proof leads to, of those that wait longest for a question; each comes last from now on. */
  #nextAfter(writtenAt: number): readonly string[] {
    this.#provedUntil = Math.max(this.#provedUntil, writtenAt);
    const found: string[] = [];
    let looks = 0;
    for (const [route, at] of this.#written) {
      if (found.length === NEXT || looks === LOOKED_AT) {
        break;
      }
      looks += 1;
      if (at <= this.#provedUntil) {
        found.push(route);
      }
    }
    for (const route of found) {
      this.wrote(route, this.#written.get(route) ?? writtenAt);
    }
    return found;
  }
}

/** States of the backends of a route that were asked now; of others, nothing stays. */
function backendsAfter({ backends }: ProbeState, asked: readonly BackendAsked[], now: number): Backends {
  return new Map(
    asked.map(({ backend, answer }) => [backend, backendAfter(backends.get(backend), answer, now)] as const),
  );
}

function isFailing(state: ProbeState | undefined): boolean {
  return state !== undefined && state.failures > 0;
}
