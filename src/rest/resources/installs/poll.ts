import { setTimeout as sleep } from 'node:timers/promises';
import { isFailure } from '../../../kube/error.ts';

/** Shortest and longest interval between reads of an install, in milliseconds: most are planned at once. */
const MIN_POLL_MS = 25;
const MAX_POLL_MS = 400;

/** Failures of a read after which the next one may succeed. */
const TRANSIENT = ['throttled', 'unreachable', 'gone'] as const;

/** First result of `look`, which is called until `until` (`performance.now()`); undefined if there is none by then. */
export async function polled<T>(until: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let pause = MIN_POLL_MS; performance.now() < until; pause = Math.min(pause * 1.5, MAX_POLL_MS)) {
    const found = await unlessTransient(look);
    if (found !== undefined) {
      return found;
    }
    await sleep(Math.min(pause, Math.max(until - performance.now(), 0)));
  }
  return undefined;
}

/** Result of `look`; undefined where the API server does not answer now. */
async function unlessTransient<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (TRANSIENT.some((type) => isFailure(error, type))) {
      return undefined;
    }
    throw error;
  }
}
