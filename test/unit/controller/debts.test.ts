import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Debts } from '../../../src/controller/debts.ts';

const KEY = 'team/rule';
const MINUTE = 60_000;

describe('a namespace with costly reconciles', () => {
  it('waits when it owes more than a minute, and no other namespace does', () => {
    const debts = new Debts();
    debts.charge(KEY, 15_000, 0);
    expect(debts.waitMs(KEY, 0)).toBe(0);
    debts.charge('team/other', 1_000, 0);
    expect(debts.waitMs(KEY, 0)).toBe(4_000);
    expect(debts.waitMs('other/rule', 0)).toBe(0);
    expect(debts.waiting(0)).toBe(1);
    expect(debts.waitMs(KEY, 4_000)).toBe(0);
    expect(debts.waiting(4_000)).toBe(0);
  });

  it('takes a quarter of the time, after the first 15 s', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 5_000 }), (cpuMs) => {
        const debts = new Debts();
        let [now, used] = [0, 0];
        while (now < 20 * MINUTE) {
          const wait = debts.waitMs(KEY, now);
          if (wait === 0) {
            used += cpuMs;
            now += cpuMs;
            debts.charge(KEY, cpuMs, now);
          }
          now += wait;
        }
        expect(used).toBeLessThanOrEqual(now / 4 + 15_000 + 2 * cpuMs);
      }),
      { numRuns: 20 },
    );
  });
});

it('a namespace with any number of normal reconciles never waits', () => {
  const debts = new Debts();
  for (let count = 0; count < 10_000; count += 1) {
    debts.charge(KEY, 19, 0);
  }
  expect(debts.waitMs(KEY, 0)).toBe(0);
});
