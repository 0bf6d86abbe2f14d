import { isDeepStrictEqual } from 'node:util';
import { waitAtMost } from '../../base/pause.ts';
import type { PasswordReadings } from '../../content/passwords.ts';

/** Milliseconds for which a rule waits for the first look at a Secret that it names. */
const FIRST_LOOK_MS = 1_000;

/** Secret that rules name, as the operator has found it. */
export type SecretState =
  | { readonly type: 'missing' }
  | { readonly type: 'found'; readonly passwords: PasswordReadings };

/** Memory of the Secrets that rules name, by their keys; it holds none of their data. */
export class SecretMemory {
  readonly #states = new Map<string, SecretState>();
  /** First looks that a reconcile waits for. */
  readonly #awaited = new Map<string, PromiseWithResolvers<void>>();

  /** State of a Secret; undefined where nobody has looked yet. */
  stateOf(key: string): SecretState | undefined {
    return this.#states.get(key);
  }

  forget(key: string): void {
    this.#states.delete(key);
    this.#looked(key);
  }

  /** Notes the state of a Secret. Returns whether it is news. */
  record(key: string, state: SecretState): boolean {
    const isNews = !isDeepStrictEqual(this.#states.get(key), state);
    this.#states.set(key, state);
    this.#looked(key);
    return isNews;
  }

  /** Resolves when a look for a Secret has ended, or after a moment. */
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
