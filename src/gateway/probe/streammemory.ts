import type { StreamAnswer } from './streamstate.ts';
import { isFailing, type StreamState, streamAfter } from './streamstate.ts';

/** Memory of the components behind routes that pass connections on, by the keys of these. */
export class StreamMemory {
  readonly #states = new Map<string, StreamState>();
  #failing = 0;

  /** State of the component behind a route; undefined where nothing is known and nobody is to be asked. */
  stateOf(route: string): StreamState | undefined {
    return this.#states.get(route);
  }

  /** Takes a state over; undefined forgets the route. */
  put(route: string, state: StreamState | undefined): void {
    this.#failing += Number(isFailing(state)) - Number(isFailing(this.#states.get(route)));
    if (state === undefined) {
      this.#states.delete(route);
    } else {
      this.#states.set(route, state);
    }
  }

  /** Takes an answer over; returns whether something new is known. */
  record(route: string, state: StreamState, answer: StreamAnswer, now: number): boolean {
    const after = streamAfter(state, answer, { now, failing: this.#failing });
    this.put(route, after);
    return after.seen.known !== state.seen.known;
  }
}
