/** Milliseconds of work after which the event loop runs other tasks. */
const STRETCH_MS = 2;

/** Yielder of the event loop between short pieces of work, so that a long loop does not block I/O and timers. */
export class EventLoopYielder {
  #since = performance.now();
  readonly #waiting: (() => void)[] = [];

  /**
   * Resolves at once, or in a later turn of the event loop after 2 ms of work. Callers go on one after the other,
   * each in a turn of its own: one that works for long delays the others, but not the event loop by more than its work.
   */
  async yield(): Promise<void> {
    if (this.#waiting.length > 0 || performance.now() - this.#since >= STRETCH_MS) {
      await new Promise<void>((resume) => {
        if (this.#waiting.push(resume) === 1) {
          this.#nextTurn();
        }
      });
    }
  }

  #nextTurn(): void {
    setImmediate(() => {
      this.#since = performance.now();
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) {
        this.#nextTurn();
      }
    });
  }
}
