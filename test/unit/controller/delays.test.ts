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
  vi.advanceTimersByTime(2000);
  expect(due).toHaveBeenCalledExactlyOnceWith('a', 'background');
});

it.each<[number, number, number]>([
  [300, 999, 1],
  [1_000, 1_990, 100],
  [10_000, 19_900, 1_000],
  [75_000, 100_000, 1_000],
])(
  'ends delays from %d to %d ms together, every %d ms, and none early or a tenth late',
  (from, to, every) => {
    const began = performance.now();
    const ends: [number, number][] = [];
    const delays = new Delays((key) => ends.push([Number(key), performance.now()]));
    for (let ms = from; ms <= to; ms += 9) {
      delays.add(String(ms), ms, 'background');
    }
    vi.advanceTimersByTime(2 * to);
    const late = ends.map(([ms, at]) => (at - began - ms) / ms);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...late)).toBeLessThanOrEqual(0.1);
    const turns = new Set(ends.map(([, at]) => at));
    expect([...turns].every((at) => at % every === 0)).toBe(true);
  },
);
