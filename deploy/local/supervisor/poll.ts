import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { UserError } from '../errors.ts';

/** Duration of a poll, and its failure. */
export interface PollOptions {
  readonly signal: AbortSignal;
  readonly seconds: number;
  /** Message of the UserError at the deadline. */
  readonly failure: () => string;
}

const POLL_INTERVAL_MS = 50;

/**
 * Repeats a check until it yields a value; a check that throws counts as "not yet". Throws a UserError at the
 * deadline, and the reason of the signal where it is aborted.
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

/** Whether a GET of the URL, optionally for another host name, answers 200 within five seconds. */
export async function answersOk(url: string, host?: string): Promise<boolean> {
  const { statusCode, body } = await request(url, {
    headers: host ? { host } : {},
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
  });
  await body.dump();
  return statusCode === 200;
}
