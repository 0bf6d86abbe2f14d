import { type BackoffPolicy, backoffMs } from '../base/backoff.ts';
import { pause } from '../base/pause.ts';
import type { Rights } from './health.ts';
import type { Logger } from './logger.ts';

const RECHECK: BackoffPolicy = { firstMs: 1_000, maxMs: 30_000 };

/** Finds out what a process may not do although it must. */
export class RightsCheck {
  readonly #check: () => Promise<readonly string[]>;
  readonly #log: Logger;
  #rights: Rights = { type: 'unknown' };

  /** `check` answers which permissions are missing, in words. */
  constructor(check: () => Promise<readonly string[]>, log: Logger) {
    this.#check = check;
    this.#log = log;
  }

  /** What is known by now. */
  get rights(): Rights {
    return this.#rights;
  }

  /** Asks until nothing is missing or `stop` aborts, and says so where what is missing has changed. */
  async run(stop: AbortSignal): Promise<void> {
    let told = '';
    for (let attempt = 1; !stop.aborted; attempt += 1) {
      try {
        const missing = await this.#check();
        this.#rights = { type: 'known', missing };
        if (missing.length > 0 && missing.join() !== told) {
          this.#log.error({ missing }, 'missing permissions');
          told = missing.join();
        }
        if (missing.length === 0) {
          return;
        }
      } catch (error) {
        this.#log.debug({ err: error }, 'permission check failed');
      }
      await pause(backoffMs(RECHECK, attempt), stop);
    }
  }
}
