/** Ends a call when its caller gives up or when its time is over, whichever comes first. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #giveUp: () => void;
  #timer: NodeJS.Timeout | undefined;
  #end = 0;

  /** `ms` from now. */
  constructor(ms: number, caller?: AbortSignal) {
    this.#caller = caller;
    this.#giveUp = () => this.#controller.abort(caller?.reason);
    this.restart(ms);
    if (caller?.aborted) {
      this.#giveUp();
    }
    caller?.addEventListener('abort', this.#giveUp, { once: true });
  }

  /** Aborts with the caller's reason, or with an Error when the time is over. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Milliseconds that are left. */
  get leftMs(): number {
    return this.#end - performance.now();
  }

  /** Gives the call `ms` from now instead of what was left. */
  restart(ms: number): void {
    clearTimeout(this.#timer);
    this.#end = performance.now() + ms;
    this.#timer = setTimeout(() => this.#controller.abort(new Error(`no end after ${ms / 1000} s`)), ms);
  }

  /** The result of `work`, or a rejection with the signal's reason as soon as that comes. */
  race<T>(work: Promise<T>): Promise<T> {
    const { signal } = this;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const give = () => reject(signal.reason);
    if (signal.aborted) {
      give();
    }
    signal.addEventListener('abort', give, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
    return promise;
  }

  /** To be called when the call is over: frees the timer and the caller's signal. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#giveUp);
  }
}
