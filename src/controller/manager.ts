import type { Logger } from './logger.ts';

/** Something that follows the API server and knows when it has the first full picture. */
export interface Source {
  readonly name: string;
  readonly synced: Promise<void>;
  run(signal: AbortSignal): Promise<void>;
}

/** Something that works until it is told to stop. */
export interface Runnable {
  readonly name: string;
  run(signal: AbortSignal): Promise<void>;
}

/** What a manager starts, in this order: all sources, then, when they are synced, all controllers. */
export interface ManagerOptions {
  readonly sources: readonly Source[];
  readonly controllers: readonly Runnable[];
  readonly log: Logger;
  /** Milliseconds within which all sources must be synced. */
  readonly syncTimeoutMs?: number;
}

/** Starts and stops caches and controllers together. */
export class Manager {
  readonly #options: Required<ManagerOptions>;
  #ready = false;

  constructor(options: ManagerOptions) {
    this.#options = { syncTimeoutMs: 120_000, ...options };
  }

  /** Whether all caches are synced and the controllers work. */
  get ready(): boolean {
    return this.#ready;
  }

  /**
   * Runs until `signal` aborts; resolves when everything has come to rest. Throws, naming the caches that
   * are not synced, where they are not in time.
   */
  async run(signal: AbortSignal): Promise<void> {
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    const { sources, controllers, log } = this.#options;
    const following = sources.map((source) => source.run(either));
    try {
      await this.#sync(either);
      if (!signal.aborted) {
        this.#ready = true;
        log.info({ caches: sources.map(({ name }) => name) }, 'caches are synced, controllers start');
        await Promise.all(controllers.map((controller) => controller.run(either)));
      }
    } finally {
      this.#ready = false;
      stop.abort();
      await Promise.all(following);
    }
  }

  async #sync(signal: AbortSignal): Promise<void> {
    const pending = new Set(this.#options.sources.map(({ name }) => name));
    const all = Promise.all(
      this.#options.sources.map(({ name, synced }) => synced.then(() => pending.delete(name))),
    );
    const { promise: gaveUp, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      reject(new Error(`no list of ${[...pending].join(', ')} in ${this.#options.syncTimeoutMs / 1000} s`));
    }, this.#options.syncTimeoutMs);
    signal.addEventListener('abort', () => resolve(), { once: true });
    try {
      await Promise.race([all, gaveUp]);
    } finally {
      clearTimeout(timer);
    }
  }
}
