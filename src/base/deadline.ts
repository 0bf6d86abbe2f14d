/** Deadline of a call that also ends when the caller's signal aborts. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #abort: () => void;
  #timer: NodeJS.Timeout | undefined;
  #end = 0;

  /** Starts a deadline of `ms` from now. */
  constructor(ms: number, caller?: AbortSignal) {
    this.#caller = caller;
    this.#abort = () => this.#controller.abort(caller?.reason);
    this.restart(ms);
    if (caller?.aborted) {
      this.#abort();
    }
    caller?.addEventListener('abort', this.#abort, { once: true });
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
    this.#timer = setTimeout(() => this.#controller.abort(new Error(`no end after ${ms / 1000} s`)), ms);
  }

  /** Result of `work`, or a rejection with the signal's reason as soon as it aborts. */
  race<T>(work: Promise<T>): Promise<T> {
    const { signal } = this;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) {
      onAbort();
    }
    signal.addEventListener('abort', onAbort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    return promise;
  }

  /** Releases the timer and the caller's signal; to be called when the call has ended. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#abort);
  }
}
