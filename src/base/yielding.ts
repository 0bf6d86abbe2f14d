import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work after which the event loop runs other tasks. */
const BUDGET_MS = 2;

/** Yielder of the event loop between short pieces of work, so that a long loop does not block I/O and timers. */
export class EventLoopYielder {
  #since = performance.now();
  #next: Promise<void> | undefined;

  /** Resolves at once, or after one turn of the event loop if the budget is used up. */
  async yield(): Promise<void> {
    if (performance.now() - this.#since >= BUDGET_MS) {
      // All callers share one turn; with a turn each, every caller would get a whole budget in it.
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
