import { describe, expect, it } from 'vitest';
import { Budget, BudgetExceeded } from '../../../src/controller/budget.ts';

/** Work that ends only if somebody interrupts it. */
function endless(): never {
  for (;;) {
    // It would run for ever.
  }
}

describe('a budget', () => {
  it('returns what work returns, and throws what it throws', () => {
    const budget = new Budget(1_000);
    const result = { a: 1 };
    expect(budget.run(() => result)).toBe(result);
    const failure = new TypeError('broken');
    expect(() =>
      budget.run(() => {
        throw failure;
      }),
    ).toThrow(failure);
  });

  it.each<[string, () => unknown]>([
    ['a loop', endless],
    ['an expression that backtracks', () => /^(a+)+$/.test(`${'a'.repeat(60)}!`)],
    [
      'work that catches everything',
      () => {
        for (;;) {
          try {
            endless();
          } catch {
            // It goes on.
          }
        }
      },
    ],
  ])('ends %s', (_, work) => {
    const budget = new Budget(50);
    expect(() => budget.run(work)).toThrow(BudgetExceeded);
    expect(budget.run(() => 'alive')).toBe('alive');
  });

  it('ends work within work, and keeps to that of the outer one afterwards', () => {
    const outer = new Budget(5_000);
    const found = outer.run(() => {
      expect(() => new Budget(50).run(endless)).toThrow(BudgetExceeded);
      return new Budget(50).run(() => 'inner');
    });
    expect(found).toBe('inner');
  });

  it('counts the decisions of a reconcile together', () => {
    const budget = new Budget(40);
    const busy = () => {
      const from = process.threadCpuUsage().user;
      while (process.threadCpuUsage().user - from < 15_000) {
        // It works for 15 ms.
      }
    };
    expect(() => {
      for (let count = 0; count < 100; count += 1) {
        budget.run(busy);
      }
    }).toThrow(BudgetExceeded);
  });
});
