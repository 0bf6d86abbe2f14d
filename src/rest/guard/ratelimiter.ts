import { LRUCache } from 'lru-cache';
import { type Bucket, filled, type Rate, secondsToWait } from './bucket.ts';

/** Keys that are remembered: whoever comes with more of them makes room by those that came long ago. */
const MAX_KEYS = 10_000;

/** Counts what happens, by whom; without a rate, everything may happen always. */
export class RateLimiter {
  readonly #rate: Rate | undefined;
  readonly #now: () => number;
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_KEYS });

  /** `now` tells milliseconds since some moment. */
  constructor(rate: Rate | undefined, now = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Seconds until it may happen once more; 0 where it may now. */
  wait(key: string): number {
    return this.#rate === undefined ? 0 : secondsToWait(this.#bucket(key, this.#rate), this.#rate);
  }

  /** Counts one that has happened, or is about to. */
  count(key: string): void {
    if (this.#rate !== undefined) {
      const { left, at } = this.#bucket(key, this.#rate);
      this.#buckets.set(key, { left: Math.max(left - 1, 0), at });
    }
  }

  #bucket(key: string, rate: Rate): Bucket {
    return filled(this.#buckets.get(key), rate, this.#now());
  }
}
