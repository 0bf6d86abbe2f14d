import { LRUCache } from 'lru-cache';

/** Rate of a token bucket: `burst` events at once, `perSecond` on average. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** A token bucket: events left, as of a time in milliseconds. */
interface Bucket {
  readonly left: number;
  readonly at: number;
}

/** The bucket at the time `now`: it refills with time, and a new one is full. */
function filled(bucket: Bucket | undefined, { burst, perSecond }: Rate, now: number): Bucket {
  const { left, at } = bucket ?? { left: burst, at: now };
  return { left: Math.min(burst, left + ((now - at) / 1000) * perSecond), at: now };
}

/** Whole seconds until the next event is allowed; 0 where it is allowed now. */
function secondsToWait({ left }: Bucket, { perSecond }: Rate): number {
  return left >= 1 ? 0 : Math.ceil((1 - left) / perSecond);
}

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
