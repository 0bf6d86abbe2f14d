import { setTimeout as sleep } from 'node:timers/promises';
import { vi } from 'vitest';
import { waiting } from '../report/meter.ts';

/** Minimum and maximum milliseconds between two checks. */
const SHORTEST_MS = 10;
const LONGEST_MS = 500;

/** Milliseconds by which fake timers advance between two checks. */
const FAKE_MS = 5;

/**
 * Interval between checks as a share of the elapsed time, which bounds the delay of the result. Each check takes about
 * 10 ms of CPU from the awaited work, in the API server, in etcd and here.
 */
const INTERVAL_SHARE = 0.3;

/** Waits until `check` no longer throws, by default for 45 s; after that, throws the last error. */
export function eventually<T>(check: () => T | Promise<T>, timeout = 45_000): Promise<T> {
  return waiting('condition', () =>
    // With fake timers, a sleep would need a test that advances them; vi.waitFor does so itself.
    vi.isFakeTimers() ? vi.waitFor(check, { timeout, interval: FAKE_MS }) : poll(check, timeout),
  );
}

/** Repeats a check at growing intervals, because checks take CPU from the awaited work. */
async function poll<T>(check: () => T | Promise<T>, timeout: number): Promise<T> {
  const began = performance.now();
  const late = Promise.withResolvers<never>();
  let failure: unknown = new Error(`the first check has not ended after ${timeout} ms`);
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
      const pauseMs = INTERVAL_SHARE * (performance.now() - began);
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
