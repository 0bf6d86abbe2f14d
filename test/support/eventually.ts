import { setTimeout as sleep } from 'node:timers/promises';
import { vi } from 'vitest';
import { waiting } from '../report/meter.ts';

/** Milliseconds between two looks, at least and at most. */
const SHORTEST_MS = 5;
const LONGEST_MS = 250;

/** What is waited for is seen so much later than it was there, as a share of the time that it took. */
const LATE = 0.1;

/** Waits until `check` no longer throws, by default for 45 s; fails with what it threw last. */
export function eventually<T>(check: () => T | Promise<T>, timeout = 45_000): Promise<T> {
  return waiting('condition', () =>
    // Where a test has the time in hand, the look after next needs somebody to let it pass.
    vi.isFakeTimers() ? vi.waitFor(check, { timeout, interval: SHORTEST_MS }) : looking(check, timeout),
  );
}

/** Looks soon at first and then less often: looks take the cores from what they wait for. */
async function looking<T>(check: () => T | Promise<T>, timeout: number): Promise<T> {
  const began = performance.now();
  const late = Promise.withResolvers<never>();
  let failure: unknown = new Error(`the first look is not over after ${timeout} ms`);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    late.reject(failure);
  }, timeout);
  const look = async (): Promise<T> => {
    while (!isLate) {
      try {
        return await check();
      } catch (error) {
        failure = error;
      }
      const pauseMs = LATE * (performance.now() - began);
      await sleep(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, pauseMs)));
    }
    throw failure;
  };
  try {
    return await Promise.race([look(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
