import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work in a row after which others get their turn on the event loop. */
const BUDGET_MS = 2;

/** Shares the event loop: many short pieces of work in a row must not keep I/O and timers from theirs. */
export class EventLoopYielder {
  #since = performance.now();
  #next: Promise<void> | undefined;

  /** Resolves at once, or after others have had their turn where the last one was too long ago. */
  async yield(): Promise<void> {
    if (performance.now() - this.#since >= BUDGET_MS) {
      // One for all who wait: each on its own would have a budget of its own in the same turn.
      this.#next ??= this.#pass();
      await this.#next;
    }
  }

  async #pass(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
    this.#next = undefined;
  }
}
