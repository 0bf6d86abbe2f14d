import { describe, expect, it } from 'vitest';
import { Quarantine } from '../../../src/controller/quarantine.ts';

const KEY = 'team/rule';
const MINUTE = 60_000;

describe('a key that exceeded its budget', () => {
  it('waits at growing intervals of at most an hour', () => {
    const quarantine = new Quarantine();
    let now = 0;
    const waits = Array.from({ length: 12 }, () => {
      quarantine.exceeded(KEY, 'v1', 100, now);
      const wait = quarantine.waitMs(KEY, 'v1', now);
      now += wait;
      expect(quarantine.waitMs(KEY, 'v1', now)).toBe(0);
      return wait / 1000;
    });
    expect(waits.slice(0, 4)).toEqual([10, 20, 40, 80]);
    expect(waits.at(-1)).toBe(3600);
    expect(quarantine.size).toBe(1);
  });

  it('is tried at once when its version changes, and counts anew', () => {
    const quarantine = new Quarantine();
    quarantine.exceeded(KEY, 'v1', 100, 0);
    quarantine.exceeded(KEY, 'v1', 100, 0);
    expect(quarantine.waitMs(KEY, 'v2', 0)).toBe(0);
    quarantine.exceeded(KEY, 'v2', 100, 0);
    expect(quarantine.waitMs(KEY, 'v2', 0)).toBe(10_000);
  });

  it('is released by a reconcile that keeps to its budget', () => {
    const quarantine = new Quarantine();
    quarantine.exceeded(KEY, 'v1', 100, 0);
    quarantine.release(KEY);
    expect(quarantine.waitMs(KEY, 'v1', 0)).toBe(0);
    expect(quarantine.size).toBe(0);
  });

  it('is reported once for each time', () => {
    const quarantine = new Quarantine();
    expect(quarantine.isUnreported(KEY)).toBe(false);
    quarantine.exceeded(KEY, 'v1', 100, 0);
    expect(quarantine.isUnreported(KEY)).toBe(true);
    quarantine.reported(KEY);
    expect(quarantine.isUnreported(KEY)).toBe(false);
    quarantine.exceeded(KEY, 'v1', 100, 0);
    expect(quarantine.isUnreported(KEY)).toBe(true);
  });
});

describe('a namespace whose keys exceed their budgets', () => {
  it('has a small budget until it has paid twenty times the CPU time', () => {
    const quarantine = new Quarantine();
    const full = quarantine.budgetMs(KEY, 0);
    quarantine.exceeded(KEY, 'v1', 1_000, 0);
    expect(quarantine.budgetMs('team/other', 19_999)).toBeLessThan(full);
    expect(quarantine.budgetMs('team/other', 20_000)).toBe(full);
    expect(quarantine.budgetMs('other/rule', 0)).toBe(full);
  });

  it('lets its other keys go on, until it owes more than a minute', () => {
    const quarantine = new Quarantine();
    quarantine.exceeded(KEY, 'v1', 1_000, 0);
    expect(quarantine.waitMs('team/other', 'v1', 0)).toBe(0);
    for (let count = 0; count < 9; count += 1) {
      quarantine.exceeded(`team/new-${count}`, 'v1', 1_000, 0);
    }
    expect(quarantine.waitMs('team/other', 'v1', 0)).toBe(200_000 - MINUTE);
    expect(quarantine.waitMs('team/other', 'v1', 200_000 - MINUTE)).toBe(0);
    expect(quarantine.waitMs('other/rule', 'v1', 0)).toBe(0);
  });

  it('takes a twentieth of the CPU, however many keys it makes and edits', () => {
    const quarantine = new Quarantine();
    let burnt = 0;
    for (let now = 0; now < 60 * MINUTE; now += 100) {
      const key = `team/rule-${now}`;
      if (quarantine.waitMs(key, 'v1', now) === 0) {
        const cpuMs = quarantine.budgetMs(key, now);
        burnt += cpuMs;
        quarantine.exceeded(key, 'v1', cpuMs, now);
        quarantine.release(key);
      }
    }
    expect(burnt).toBeLessThan((60 * MINUTE) / 20 + (2 * MINUTE) / 20);
    expect(burnt).toBeGreaterThan((60 * MINUTE) / 40);
  });
});

describe('a namespace with many costly reconciles that keep to their budgets', () => {
  it('spends a quarter of the time on them after the first fifteen seconds', () => {
    const quarantine = new Quarantine();
    let [now, cpuMs] = [0, 0];
    while (now < 10 * MINUTE) {
      const wait = quarantine.waitMs(KEY, 'v1', now);
      now += wait === 0 ? 100 : wait;
      if (wait === 0) {
        cpuMs += 100;
        quarantine.spent(KEY, 100, now);
      }
    }
    expect(cpuMs / 1000).toBeGreaterThan(150);
    expect(cpuMs / 1000).toBeLessThan(150 + 25);
    expect(quarantine.waitMs('other/rule', 'v1', now)).toBe(0);
    expect(quarantine.size).toBe(0);
  });

  it('owes nothing for normal ones', () => {
    const quarantine = new Quarantine();
    for (let count = 0; count < 100_000; count += 1) {
      quarantine.spent(KEY, 20, 0);
    }
    expect(quarantine.waitMs(KEY, 'v1', 0)).toBe(0);
  });
});
