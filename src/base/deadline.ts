/** Deadline of a call that also ends when the caller's signal aborts. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #onCallerAbort: () => void;
  /** Rejections of what races with the deadline. */
  readonly #racing = new Set<(reason: unknown) => void>();
  #timer: NodeJS.Timeout | undefined;
  #end = 0;

  /** Starts a deadline of `ms` from now. */
  constructor(ms: number, caller?: AbortSignal) {
    this.#caller = caller;
    this.#onCallerAbort = () => this.#abort(caller?.reason);
    this.restart(ms);
    if (caller?.aborted) {
      this.#onCallerAbort();
    }
    caller?.addEventListener('abort', this.#onCallerAbort, { once: true });
  }

  /** Signal that aborts with the caller's reason, or with an Error on timeout. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Milliseconds until the timeout. */
  get leftMs(): number {
    return this.#end - performance.now();
  }

  /** Moves the timeout to `ms` from now. */
  restart(ms: number): void {
    clearTimeout(this.#timer);
    this.#end = performance.now() + ms;
    this.#timer = setTimeout(() => this.#abort(new Error(`no end after ${ms / 1000} s`)), ms);
  }

  /** Result of `work`, or a rejection with the signal's reason as soon as it aborts. */
  race<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.#controller;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    if (signal.aborted) {
      reject(signal.reason);
    }
    this.#racing.add(reject);
    const end = () => this.#racing.delete(reject);
    void work.then(resolve, reject).then(end);
    return promise;
  }

  /** Releases the timer and the caller's signal; to be called when the call has ended. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#onCallerAbort);
  }

  /** Aborts the signal, and rejects what races with it at once: a listener of the signal for each would cost more. */
  #abort(reason: unknown): void {
    this.#controller.abort(reason);
    for (const reject of this.#racing) {
      reject(this.signal.reason);
    }
  }
}
