/** A lease that was held is no longer; what this process still has under way must not change anything. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** One time of holding a lease. It ends when it is not extended in time, and never comes back. */
export class Leadership {
  readonly #controller = new AbortController();
  readonly #lease: string;
  #untilMs: number;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** Holds `lease` until `untilMs` on the clock of `performance.now()`. */
  constructor(lease: string, untilMs: number) {
    this.#lease = lease;
    this.#untilMs = untilMs;
    this.#arm();
  }

  /** Aborts with a LeaseLostError when the lease is lost, which is before anybody else can have it. */
  get lost(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether it lasts. Asks the clock: after a stall, a timer may come later than the work that it should end. */
  holds(): boolean {
    if (!this.#closed && performance.now() >= this.#untilMs) {
      this.lose('could not be renewed in time');
    }
    return !this.#closed;
  }

  /** Lets it last until `untilMs`, unless it has ended already. */
  extend(untilMs: number): void {
    if (this.holds()) {
      this.#untilMs = untilMs;
      this.#arm();
    }
  }

  /** Ends it at once against its holder's will. */
  lose(why: string): void {
    if (!this.#closed) {
      this.close();
      this.#controller.abort(new LeaseLostError(`the lease ${this.#lease} ${why}`));
    }
  }

  /** Ends it because its holder gives it up. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    // A timer may be a little early.
    this.#timer = setTimeout(() => this.holds() && this.#arm(), this.#untilMs - performance.now());
  }
}
