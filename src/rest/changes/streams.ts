import { Throttled } from '../problem/problem.ts';

/** Most streams of a caller, and in all. */
const MAX_OF_CALLER = 8;
const MAX_STREAMS = 1_000;

/** Time (s) after which a caller may ask again. */
const RETRY_S = 10;

/** Places for streams, which are apart from those for requests: a stream is open for hours. */
export class Streams {
  readonly #open = new Map<string, number>();
  #count = 0;

  /** Takes a place for a caller; the returned function gives it back. Throws Throttled where there is none. */
  enter(caller: string): () => void {
    const own = this.#open.get(caller) ?? 0;
    if (own >= MAX_OF_CALLER || this.#count >= MAX_STREAMS) {
      throw new Throttled(`${own} streams of yours are open, and ${this.#count} in all`, RETRY_S);
    }
    this.#open.set(caller, own + 1);
    this.#count += 1;
    return () => this.#leave(caller);
  }

  #leave(caller: string): void {
    const own = (this.#open.get(caller) ?? 1) - 1;
    own === 0 ? this.#open.delete(caller) : this.#open.set(caller, own);
    this.#count -= 1;
  }
}
