/** Error of a lost lease, after which this process must not write. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** Term of a leader. It ends unless it is extended in time, and never starts again. */
export class Leadership {
  readonly #controller = new AbortController();
  readonly #lease: string;
  #untilMs: number;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** Starts a term on `lease` until `untilMs` of `performance.now()`. */
  constructor(lease: string, untilMs: number) {
    this.#lease = lease;
    this.#untilMs = untilMs;
    this.#arm();
  }

  /** Signal that aborts with a LeaseLostError when the lease is lost, before another process can acquire it. */
  get lost(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the term lasts, by the clock. After a stall of the process, the timer may fire too late. */
  holds(): boolean {
    if (!this.#closed && performance.now() >= this.#untilMs) {
      this.lose('could not be renewed in time');
    }
    return !this.#closed;
  }

  /** Extends a term that has not ended until `untilMs`. */
  extend(untilMs: number): void {
    if (this.holds()) {
      this.#untilMs = untilMs;
      this.#arm();
    }
  }

  /** Ends the term with a LeaseLostError. */
  lose(why: string): void {
    if (!this.#closed) {
      this.close();
      this.#controller.abort(new LeaseLostError(`the lease ${this.#lease} ${why}`));
    }
  }

  /** Ends the term without an error, for a voluntary release. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    // A timer may fire slightly early.
    this.#timer = setTimeout(() => this.holds() && this.#arm(), this.#untilMs - performance.now());
  }
}
