import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Deadline } from '../../../src/base/deadline.ts';

const NEVER = new Promise<never>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('ends all that races with it when its time is over, and again from a restart', async () => {
  const deadline = new Deadline(1_000);
  deadline.restart(2_000);
  const ended = Promise.allSettled([deadline.race(NEVER), deadline.race(NEVER)]);
  vi.advanceTimersByTime(1_999);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  const reason = new Error('no end after 2 s');
  expect(await ended).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ]);
  expect(deadline.signal.reason).toEqual(reason);
  await expect(deadline.race(NEVER)).rejects.toEqual(reason);
});

it('ends with the reason of the caller, which comes first', async () => {
  const caller = new AbortController();
  const deadline = new Deadline(1_000, caller.signal);
  const racing = deadline.race(NEVER);
  caller.abort('enough');
  vi.advanceTimersByTime(1_000);
  await expect(racing).rejects.toBe('enough');
  expect(deadline.signal.reason).toBe('enough');
});

it('ends at once for a caller that aborted before', async () => {
  const deadline = new Deadline(1_000, AbortSignal.abort('enough'));
  await expect(deadline.race(Promise.resolve(1))).rejects.toBe('enough');
});

it('has no effect on what ended before it, and leaves nothing when it is cleared', async () => {
  const caller = new AbortController();
  const deadline = new Deadline(1_000, caller.signal);
  expect(await deadline.race(Promise.resolve(1))).toBe(1);
  await expect(deadline.race(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  deadline.clear();
  expect(vi.getTimerCount()).toBe(0);
  caller.abort('enough');
  expect(deadline.signal.aborted).toBe(false);
});
