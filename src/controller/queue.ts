import { type BackoffPolicy, backoffMs } from './backoff.ts';

const RETRY: BackoffPolicy = { firstMs: 500, maxMs: 300_000 };

/**
 * Keys that need work. A key waits at most once and is in one pair of hands at a time: added while it is
 * being worked on, it comes back when that is done.
 */
export class WorkQueue {
  readonly #ready = new Set<string>();
  readonly #working = new Set<string>();
  readonly #dirty = new Set<string>();
  readonly #delayed = new Map<string, { readonly at: number; readonly timer: NodeJS.Timeout }>();
  readonly #failures = new Map<string, number>();
  readonly #takers: ((key: string | undefined) => void)[] = [];
  #closed = false;

  /** Keys that wait for a worker. */
  get depth(): number {
    return this.#ready.size;
  }

  /** Makes a key due now. */
  add(key: string): void {
    this.#undelay(key);
    if (this.#working.has(key)) {
      this.#dirty.add(key);
      return;
    }
    const taker = this.#closed ? undefined : this.#takers.shift();
    if (taker === undefined) {
      this.#ready.add(key);
    } else {
      this.#working.add(key);
      taker(key);
    }
  }

  /** Makes a key due in `delayMs` milliseconds, or earlier where it is due earlier already. */
  addAfter(key: string, delayMs: number): void {
    const at = performance.now() + delayMs;
    const known = this.#delayed.get(key);
    if (this.#closed || this.#ready.has(key) || (known !== undefined && known.at <= at)) {
      return;
    }
    this.#undelay(key);
    const timer = setTimeout(() => this.add(key), delayMs);
    this.#delayed.set(key, { at, timer });
  }

  /** Makes a key due after a pause that grows with its failures in a row; answers the pause in milliseconds. */
  addAfterFailure(key: string): number {
    const failures = (this.#failures.get(key) ?? 0) + 1;
    this.#failures.set(key, failures);
    const delayMs = backoffMs(RETRY, failures);
    this.addAfter(key, delayMs);
    return delayMs;
  }

  /** Forgets the failures of a key. */
  succeeded(key: string): void {
    this.#failures.delete(key);
  }

  /** The next key, when there is one; undefined once the queue is closed. The taker calls `done`. */
  take(): Promise<string | undefined> {
    const [key] = this.#ready;
    if (this.#closed) {
      return Promise.resolve(undefined);
    }
    if (key === undefined) {
      return new Promise((resolve) => this.#takers.push(resolve));
    }
    this.#ready.delete(key);
    this.#working.add(key);
    return Promise.resolve(key);
  }

  /** Gives a taken key back. */
  done(key: string): void {
    this.#working.delete(key);
    if (this.#dirty.delete(key)) {
      this.add(key);
    }
  }

  /** Wakes all takers with nothing and drops what is delayed. */
  close(): void {
    this.#closed = true;
    for (const key of [...this.#delayed.keys()]) {
      this.#undelay(key);
    }
    for (const taker of this.#takers.splice(0)) {
      taker(undefined);
    }
  }

  #undelay(key: string): void {
    clearTimeout(this.#delayed.get(key)?.timer);
    this.#delayed.delete(key);
  }
}
