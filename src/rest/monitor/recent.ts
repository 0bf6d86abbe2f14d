import { LRUCache } from 'lru-cache';

/** Milliseconds after which something is read again while what was read last is still good for an answer. */
const FRESH_MS = 5_000;

/** Milliseconds after which what was read is good for no answer any more. */
const GOOD_MS = 10_000;

/** Answers that are remembered. */
const MAX_ANSWERS = 256;

interface Reading<T> {
  readonly value: T;
  readonly at: number;
}

/**
 * Reads as `read` does, and remembers for a moment what it answered, under the keys of what was asked; equal
 * questions at once are asked once. A failure is told to those who wait and not remembered.
 */
export function recently<Q, T>(
  keyOf: (question: Q) => string,
  read: (question: Q) => Promise<T>,
  clock: { now(): number } = performance,
): (question: Q) => Promise<T> {
  const readings = new LRUCache<string, Reading<T>, () => Promise<T>>({
    max: MAX_ANSWERS,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: clock,
    allowStale: true,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) => ({ at: clock.now(), value: await context() }),
  });
  return async (question) => {
    const key = keyOf(question);
    const context = () => read(question);
    const found = await readings.fetch(key, { context });
    if (found !== undefined && clock.now() - found.at < GOOD_MS) {
      return found.value;
    }
    const anew = await readings.fetch(key, { context, allowStale: false });
    return anew === undefined ? context() : anew.value;
  };
}
