import { type BackoffPolicy, backoffMs } from '../base/backoff.ts';
import { pause } from '../base/pause.ts';
import type { PermissionState } from './health.ts';
import type { Logger } from './logger.ts';

const RECHECK_BACKOFF: BackoffPolicy = { firstMs: 1_000, maxMs: 30_000 };

/** Repeated check of the permissions that a process needs. */
export class PermissionCheck {
  readonly #check: () => Promise<readonly string[]>;
  readonly #log: Logger;
  #state: PermissionState = { type: 'unknown' };

  /** `check` returns the missing permissions, in words. */
  constructor(check: () => Promise<readonly string[]>, log: Logger) {
    this.#check = check;
    this.#log = log;
  }

  /** Result of the last check. */
  get state(): PermissionState {
    return this.#state;
  }

  /** Checks until no permission is missing or `stop` aborts, and logs every change of the missing permissions. */
  async run(stop: AbortSignal): Promise<void> {
    let reported = '';
    for (let attempt = 1; !stop.aborted; attempt += 1) {
      try {
        const missing = await this.#check();
        this.#state = { type: 'known', missing };
        if (missing.length > 0 && missing.join() !== reported) {
          this.#log.error({ missing }, 'missing permissions');
          reported = missing.join();
        }
        if (missing.length === 0) {
          return;
        }
      } catch (error) {
        this.#log.debug({ err: error }, 'permission check failed');
      }
      await pause(backoffMs(RECHECK_BACKOFF, attempt), stop);
    }
  }
}
