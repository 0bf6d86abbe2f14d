import { expect, it } from 'vitest';
import { inParallel } from '../../../src/base/parallel.ts';

const ITEMS = Array.from({ length: 20 }, (_, index) => index);

/** A promise and its ends. */
function gate() {
  return Promise.withResolvers<void>();
}

it('works on eight items at a time, and on all of them', async () => {
  const done: number[] = [];
  let [running, most] = [0, 0];
  await inParallel(ITEMS, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    done.push(item);
  });
  expect(most).toBe(8);
  expect(done.toSorted((a, b) => a - b)).toEqual(ITEMS);
});

it('returns the results in the order of the items, whichever ends first', async () => {
  const first = gate();
  const results = await inParallel(ITEMS, async (item) => {
    if (item === 0) {
      await first.promise;
    } else if (item === 19) {
      first.resolve();
    }
    return item * 2;
  });
  expect(results).toEqual(ITEMS.map((item) => item * 2));
});

it('rejects with the first error, and not before every call has ended', async () => {
  const slow = gate();
  const done: number[] = [];
  let settled = false;
  const all = inParallel(ITEMS, async (item) => {
    if (item === 3 || item === 5) {
      throw new Error(`item ${item}`);
    }
    if (item === 0) {
      await slow.promise;
    }
    done.push(item);
  }).finally(() => {
    settled = true;
  });
  const rejected = expect(all).rejects.toThrow('item 3');
  await new Promise(setImmediate);
  expect([settled, done.length]).toEqual([false, 17]);
  slow.resolve();
  await rejected;
  expect(done).toHaveLength(18);
});

it('does nothing without items', async () => {
  await expect(inParallel([], () => Promise.reject(new Error('called')))).resolves.toEqual([]);
});
