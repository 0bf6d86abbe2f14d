import { Throttled } from '../problem/problem.ts';

/** Most streams of a caller, and in all. */
const MAX_OF_CALLER = 8;
const MAX_STREAMS = 1_000;

/** Time (s) after which a caller may ask again. */
const RETRY_S = 10;

/** Caller that wants a stream of a team. */
interface Wanted {
  readonly caller: string;
  readonly team: string;
}

/** Stream that has a place. */
interface Stream {
  readonly caller: string;
  /** Ends it for another one; its client connects again. */
  readonly end: () => void;
}

/**
 * Places for streams, which are apart from those for requests: a stream is open for hours. Teams share them: when all
 * are taken, the team with the most loses its oldest stream to a team with fewer, and a team without one gets one in any
 * case.
 */
export class Streams {
  /** Streams by team, the oldest first. */
  readonly #open = new Map<string, Set<Stream>>();
  readonly #callers = new Map<string, number>();
  #count = 0;

  /** Takes a place; the returned function gives it back. Throws Throttled where there is none. */
  enter({ caller, team }: Wanted, end: () => void): () => void {
    if ((this.#callers.get(caller) ?? 0) >= MAX_OF_CALLER) {
      throw new Throttled(`${MAX_OF_CALLER} streams of yours are open`, RETRY_S);
    }
    if (this.#count >= MAX_STREAMS) {
      this.#makeRoom(team);
    }
    const stream = { caller, end };
    this.#open.set(team, (this.#open.get(team) ?? new Set<Stream>()).add(stream));
    this.#callers.set(caller, (this.#callers.get(caller) ?? 0) + 1);
    this.#count += 1;
    return () => this.#leave(team, stream);
  }

  /** Ends a stream of the team with the most, unless that left it with fewer than the other one has then. */
  #makeRoom(team: string): void {
    const own = this.#open.get(team)?.size ?? 0;
    const [largest, streams] = this.#largest();
    if (own > 0 && streams.size - own < 2) {
      throw new Throttled(`${own} streams of the team are open, its share of ${MAX_STREAMS}`, RETRY_S);
    }
    const [oldest] = streams;
    if (oldest !== undefined) {
      this.#leave(largest, oldest);
      oldest.end();
    }
  }

  #largest(): readonly [string, ReadonlySet<Stream>] {
    let found: readonly [string, ReadonlySet<Stream>] = ['', new Set()];
    for (const entry of this.#open) {
      found = entry[1].size > found[1].size ? entry : found;
    }
    return found;
  }

  #leave(team: string, stream: Stream): void {
    const streams = this.#open.get(team);
    if (streams?.delete(stream) !== true) {
      return;
    }
    if (streams.size === 0) {
      this.#open.delete(team);
    }
    const { caller } = stream;
    const own = (this.#callers.get(caller) ?? 1) - 1;
    own === 0 ? this.#callers.delete(caller) : this.#callers.set(caller, own);
    this.#count -= 1;
  }
}
