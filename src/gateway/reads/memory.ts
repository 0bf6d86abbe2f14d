import { isDeepStrictEqual } from 'node:util';
import { waitAtMost } from '../../base/pause.ts';

/** Milliseconds for which a rule waits for the first look at an object that it names. */
const FIRST_LOOK_MS = 1_000;

/** Memory of the objects of a kind that rules name, by their keys: what their data mean, and none of the data. */
export class ReadMemory<S> {
  readonly #states = new Map<string, S>();
  /** First looks that a reconcile waits for. */
  readonly #awaited = new Map<string, PromiseWithResolvers<void>>();

  /** State of an object; undefined where nobody has looked yet. */
  stateOf(key: string): S | undefined {
    return this.#states.get(key);
  }

  forget(key: string): void {
    this.#states.delete(key);
    this.#looked(key);
  }

  /** Notes the state of an object. Returns whether it is news. */
  record(key: string, state: S): boolean {
    const isNews = !isDeepStrictEqual(this.#states.get(key), state);
    this.#states.set(key, state);
    this.#looked(key);
    return isNews;
  }

  /** Resolves when a look for an object has ended, or after a moment. */
  async firstLook(key: string, signal: AbortSignal): Promise<void> {
    if (!this.#states.has(key)) {
      const awaited = this.#awaited.get(key) ?? Promise.withResolvers<void>();
      this.#awaited.set(key, awaited);
      await waitAtMost(FIRST_LOOK_MS, awaited.promise, signal);
    }
  }

  #looked(key: string): void {
    this.#awaited.get(key)?.resolve();
    this.#awaited.delete(key);
  }
}
