import { LRUCache } from 'lru-cache';

/** Age in milliseconds from which a value is read again while the old one is still served. */
const REFRESH_AFTER_MS = 5_000;

/** Age in milliseconds from which a value is not served any more. */
const EXPIRES_AFTER_MS = 10_000;

/** Values in the cache. */
const MAX_VALUES = 256;

/** A value, and the time at which it was read. */
interface Reading<T> {
  readonly value: T;
  readonly at: number;
}

/**
 * Cache in front of `read`, by key, for some seconds; concurrent equal reads share one. A failure reaches those
 * that wait and is not cached.
 */
export function recently<I, T>(
  keyOf: (input: I) => string,
  read: (input: I) => Promise<T>,
  clock: { now(): number } = performance,
): (input: I) => Promise<T> {
  const readings = new LRUCache<string, Reading<T>, () => Promise<T>>({
    max: MAX_VALUES,
    ttl: REFRESH_AFTER_MS,
    ttlResolution: 0,
    perf: clock,
    allowStale: true,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) => ({ at: clock.now(), value: await context() }),
  });
  return async (input) => {
    const key = keyOf(input);
    const context = () => read(input);
    const found = await readings.fetch(key, { context });
    if (found !== undefined && clock.now() - found.at < EXPIRES_AFTER_MS) {
      return found.value;
    }
    const anew = await readings.fetch(key, { context, allowStale: false });
    return anew === undefined ? context() : anew.value;
  };
}
