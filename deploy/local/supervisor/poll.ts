import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { UserError } from '../errors.ts';

/** How long to ask, and what to say when the answer does not come. */
export interface PollOptions {
  readonly signal: AbortSignal;
  readonly seconds: number;
  /** The message of the UserError at the deadline. */
  readonly failure: () => string;
}

const POLL_INTERVAL_MS = 50;

/**
 * Asks until the check gives a value; a check that throws counts as "not yet". Throws a UserError at the
 * deadline and the signal's reason when it is aborted.
 */
export async function pollUntil<T>(
  check: () => Promise<T | undefined>,
  { signal, seconds, failure }: PollOptions,
): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  while (performance.now() < deadline) {
    signal.throwIfAborted();
    const value = await check().catch(() => undefined);
    if (value !== undefined) {
      return value;
    }
    await delay(POLL_INTERVAL_MS);
  }
  signal.throwIfAborted();
  throw new UserError(failure());
}

const ANSWER_TIMEOUT_MS = 5_000;

/** Whether a GET of the address answers 200 (within five seconds), optionally asked for another host name. */
export async function answersOk(url: string, host?: string): Promise<boolean> {
  const { statusCode, body } = await request(url, {
    headers: host ? { host } : {},
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
  });
  await body.dump();
  return statusCode === 200;
}
