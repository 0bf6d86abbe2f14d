import { describe, expect, it } from 'vitest';
import { spendEffort, withinEffort } from '../../../src/base/effort.ts';

describe('effort', () => {
  it('is without bound outside of bounded work', () => {
    expect(() => spendEffort(1e9)).not.toThrow();
  });

  it('lets work end that reads as much as it may', () => {
    const work = () => {
      spendEffort(2);
      spendEffort(1);
      return 'done';
    };
    expect(withinEffort(3, work)).toEqual({ result: 'done' });
    expect(withinEffort(2, work)).toBeUndefined();
  });

  it('ends work at the lookup that goes beyond', () => {
    const read: number[] = [];
    const work = () => {
      for (const item of [1, 2, 3, 4]) {
        spendEffort(1);
        read.push(item);
      }
    };
    expect(withinEffort(2, work)).toBeUndefined();
    expect(read).toEqual([1, 2]);
  });

  it('has no result of work that has caught its end', () => {
    const work = () => {
      try {
        spendEffort(2);
      } catch {
        // It goes on.
      }
      return 'half of it';
    };
    expect(withinEffort(1, work)).toBeUndefined();
  });

  it('passes on what work throws, and is without bound afterwards', () => {
    const failure = new TypeError('broken');
    const work = () => {
      spendEffort(1);
      throw failure;
    };
    expect(() => withinEffort(1, work)).toThrow(failure);
    expect(() => spendEffort(1e9)).not.toThrow();
  });
});
