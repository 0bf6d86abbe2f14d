import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoize } from '../../../src/base/memo.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

it('reads again when the value is old, counted from its arrival', async () => {
  const asked: ((value: number) => void)[] = [];
  const get = memoize(() => new Promise<number>((resolve) => asked.push(resolve)), 1_000);
  const both = [get(), get()];
  vi.advanceTimersByTime(5_000);
  const third = get();
  expect(asked).toHaveLength(1);
  asked[0]?.(1);
  expect(await Promise.all([...both, third])).toEqual([1, 1, 1]);
  vi.advanceTimersByTime(999);
  expect(await get()).toBe(1);
  vi.advanceTimersByTime(1);
  const fresh = get();
  asked[1]?.(2);
  expect(await fresh).toBe(2);
});

it('rejects all concurrent callers with a failure, and reads again', async () => {
  const read = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('no')).mockResolvedValue(3);
  const get = memoize(read, 1_000);
  const both = await Promise.allSettled([get(), get()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await get()).toBe(3);
  expect(read).toHaveBeenCalledTimes(2);
});
