import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Delays } from '../../../src/controller/delays.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('releases each key at its earliest time and removed keys never, with one timer', () => {
  const step = fc.record({
    key: fc.integer({ min: 0, max: 60 }).map(String),
    ms: fc.option(fc.integer({ min: 0, max: 300 }), { freq: 2 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
      const began = performance.now();
      const called: [string, number][] = [];
      const delays = new Delays((key) => called.push([key, performance.now() - began]));
      const wanted = new Map<string, number>();
      for (const { key, ms } of steps) {
        if (ms === null) {
          delays.delete(key);
          wanted.delete(key);
        } else {
          delays.add(key, ms, 'user');
          wanted.set(key, Math.min(ms, wanted.get(key) ?? ms));
        }
        expect(delays.size).toBe(wanted.size);
        expect(vi.getTimerCount()).toBe(wanted.size === 0 ? 0 : 1);
      }
      vi.advanceTimersByTime(300);
      expect(new Map(called)).toEqual(wanted);
      expect(called).toHaveLength(wanted.size);
      expect(called.map(([, at]) => at)).toEqual(called.map(([, at]) => at).toSorted((a, b) => a - b));
      expect(vi.getTimerCount()).toBe(0);
    }),
  );
});

it('waits for longer than the maximum of a timer', () => {
  const due = vi.fn();
  new Delays(due).add('a', 2 ** 31 + 1000, 'background');
  vi.advanceTimersByTime(2 ** 31);
  expect(due).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(due).toHaveBeenCalledExactlyOnceWith('a', 'background');
});
