import { memoize } from '../base/memo.ts';

/** Age in milliseconds from which a value is read again: kubelets update files about once a minute. */
const RELOAD_AFTER_MS = 5_000;

/** Milliseconds for which the last value stays if reading fails: long enough for an exchange of files. */
const KEEP_MS = 60_000;

/**
 * Value that `read` takes from files which may change at any time. If it fails, the last value stays for a minute:
 * then a file is gone on purpose, and its secret with it.
 */
export class Reloaded<T> {
  readonly #read: () => Promise<T>;
  #last: { readonly value: T; readonly at: number } | undefined;
  #problem: string | undefined;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  /** The value. Rejects with the error of `read` where there is none. */
  readonly get: () => Promise<T> = memoize(() => this.#reload(), RELOAD_AFTER_MS);

  /** Reason why the last read failed, if it did. */
  get problem(): string | undefined {
    return this.#problem;
  }

  async #reload(): Promise<T> {
    try {
      const value = await this.#read();
      this.#last = { value, at: performance.now() };
      this.#problem = undefined;
      return value;
    } catch (error) {
      this.#problem = (error as Error).message;
      if (this.#last !== undefined && performance.now() - this.#last.at < KEEP_MS) {
        return this.#last.value;
      }
      throw error;
    }
  }
}
