import { LRUCache } from 'lru-cache';
import { type Bucket, filled, type Rate, secondsToWait } from './bucket.ts';

/** Keys in the cache; the least recently used make room for new ones. */
const MAX_KEYS = 10_000;

/** Rate limit of events by key; without a rate, there is none. */
export class RateLimiter {
  readonly #rate: Rate | undefined;
  readonly #now: () => number;
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_KEYS });

  /** `now` returns monotonic milliseconds. */
  constructor(rate: Rate | undefined, now = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Seconds until the next event of a key is allowed; 0 where it is allowed now. */
  wait(key: string): number {
    return this.#rate === undefined ? 0 : secondsToWait(this.#bucket(key, this.#rate), this.#rate);
  }

  /** Counts one event of a key. */
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
