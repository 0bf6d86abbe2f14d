import { describe, expect, it } from 'vitest';
import { Budget, BudgetExceeded } from '../../../src/controller/budget.ts';
import { compact } from '../../../src/controller/compact.ts';
import { Store } from '../../../src/controller/store.ts';
import type { KubeObject } from '../../../src/kube/object.ts';

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

/** Store of objects with `ports` ports each, as a cache stores them. */
function storeOf(count: number, ports: number) {
  const store = new Store<KubeObject, 'all'>({ all: () => [''] });
  for (let index = 0; index < count; index += 1) {
    const metadata = { name: `o${index}`, namespace: 'team', uid: `u${index}`, resourceVersion: '1' };
    const spec = { ports: Array.from({ length: ports }, (_, port) => ({ port })) };
    const object = {
      apiVersion: 'v1',
      kind: 'Thing',
      metadata: { ...metadata, creationTimestamp: 't' },
      spec,
    };
    store.put(compact(object));
  }
  return store;
}

describe('a decision', () => {
  it('returns its result, and counts its time, however much it reads', () => {
    const store = storeOf(100, 1);
    const budget = new Budget(1_000);
    expect(budget.decide(() => store.get('team/o1')?.metadata.name)).toBe('o1');
    expect(budget.decide(() => store.by('all', '').length)).toBe(100);
    expect(budget.usedMs).toBeGreaterThan(0);
  });

  it.each<[string, (store: Store<KubeObject, 'all'>) => unknown, Store<KubeObject, 'all'>]>([
    ['reads many objects by an index', (store) => store.by('all', ''), storeOf(65, 1)],
    ['reads all objects', (store) => store.list(), storeOf(65, 1)],
    [
      'reads one object often',
      (store) => Array.from({ length: 65 }, () => store.get('team/o0')),
      storeOf(1, 1),
    ],
    ['reads few large objects', (store) => store.by('all', ''), storeOf(4, 3_000)],
    ['reads a large object by an index', (store) => store.first('all', ''), storeOf(1, 9_000)],
  ])('that %s is interrupted where it takes too long', (_, read, store) => {
    const budget = new Budget(50);
    const work = () => {
      read(store);
      endless();
    };
    expect(() => budget.decide(work)).toThrow(BudgetExceeded);
    expect(budget.decide(() => 'alive')).toBe('alive');
  });
});
