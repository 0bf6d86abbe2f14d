import type { Result } from './result.ts';
import { againInMs, isNews, type ProbeState, stateAfter } from './state.ts';

/** Memory of what the gateway answered for routes, by their keys. */
export class ProbeMemory {
  readonly #states = new Map<string, ProbeState>();
  /** Number of states with failures. */
  #failing = 0;
  /** Times at which versions were written that are not served yet. */
  readonly #written = new Map<string, number>();

  /** State of a route; undefined where it was never asked for. */
  stateOf(route: string): ProbeState | undefined {
    return this.#states.get(route);
  }

  /** Notes that a version of a route was written at a time. */
  wrote(route: string, at: number): void {
    this.#written.set(route, at);
  }

  forget(route: string): void {
    this.#failing -= Number(isFailing(this.#states.get(route)));
    this.#states.delete(route);
    this.#written.delete(route);
  }

  /**
   * Takes a result over. Returns whether it is news, when to ask again, and, where it is the first proof of
   * a version that was written here, for how long it was waited for.
   */
  record(
    route: string,
    hash: string,
    result: Result,
    now: number,
  ): { readonly isNews: boolean; readonly againInMs: number; readonly servedAfterMs?: number } {
    const before = this.#states.get(route);
    const state = stateAfter(before, hash, result);
    this.#states.set(route, state);
    this.#failing += Number(isFailing(state)) - Number(isFailing(before));
    const writtenAt = state.result === 'served' ? this.#written.get(route) : undefined;
    if (writtenAt !== undefined) {
      this.#written.delete(route);
    }
    return {
      isNews: isNews(before, state),
      againInMs: againInMs(state, { routes: this.#states.size, failing: this.#failing }),
      ...(writtenAt === undefined ? {} : { servedAfterMs: now - writtenAt }),
    };
  }
}

function isFailing(state: ProbeState | undefined): boolean {
  return state !== undefined && state.failures > 0;
}
