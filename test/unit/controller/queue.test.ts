import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PRIORITIES, type Priority } from '../../../src/controller/priority.ts';
import { WorkQueue } from '../../../src/controller/queue.ts';
import { depthOf, drain } from '../../support/queue.ts';
import { Witness } from './witness.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a key', () => {
  it('waits once, however often it is added', async () => {
    const queue = new WorkQueue();
    queue.add('a');
    queue.add('a');
    queue.add('b');
    expect(depthOf(queue)).toBe(2);
    expect(await drain(queue)).toEqual(['a', 'b']);
  });

  it('that is added while in flight is queued again after it is done', async () => {
    const queue = new WorkQueue();
    queue.add('a');
    await queue.take();
    queue.add('a');
    expect(depthOf(queue)).toBe(0);
    queue.done('a');
    expect(await drain(queue)).toEqual(['a']);
    expect(depthOf(queue)).toBe(0);
  });

  it('goes directly to a waiting worker', async () => {
    const queue = new WorkQueue();
    const taken = queue.take();
    queue.add('a');
    expect(await taken).toBe('a');
    expect(queue.inFlight()).toEqual([{ key: 'a', ms: 0 }]);
  });

  it('is due after the earlier of two delays, or at once after an add', () => {
    const queue = new WorkQueue();
    queue.addAfter('a', 1000);
    queue.addAfter('a', 5000);
    queue.addAfter('b', 5000);
    queue.addAfter('b', 1000);
    queue.addAfter('c', 1000);
    queue.add('c');
    expect(depthOf(queue)).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(depthOf(queue)).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits longer after each failure in a row, until its failures are forgotten', () => {
    const queue = new WorkQueue();
    const pauses = [1, 2, 3].map(() => queue.addAfterFailure('a'));
    expect(pauses[0]).toBeLessThan(pauses[2] ?? 0);
    queue.forget('a');
    expect(queue.addAfterFailure('a')).toBeLessThanOrEqual(500);
  });

  it('keeps its priority after a failure', async () => {
    const queue = new WorkQueue();
    queue.add('a', 'background');
    queue.addAfterFailure((await queue.take()) ?? '');
    queue.done('a');
    vi.advanceTimersByTime(500);
    expect(queue.depthOf('background')).toBe(1);
  });
});

describe('a closed queue', () => {
  it('releases waiting workers, is empty and accepts no key', async () => {
    const queue = new WorkQueue();
    queue.add('held');
    const held = await queue.take();
    const taken = queue.take();
    queue.addAfter('delayed', 10);
    queue.close();
    expect(await taken).toBeUndefined();
    queue.add('held');
    queue.addAfterFailure('held');
    queue.done(held ?? '');
    queue.addAfter('late', 0);
    vi.advanceTimersByTime(1000);
    expect(await queue.take()).toBeUndefined();
    expect([depthOf(queue), queue.inFlight().length, vi.getTimerCount()]).toEqual([0, 0, 0]);
  });
});

describe('user and background', () => {
  it('background keys wait for user keys, and a user add raises their priority', async () => {
    const queue = new WorkQueue();
    for (const key of ['b1', 'b2', 'b3']) {
      queue.add(key, 'background');
    }
    queue.add('u1');
    queue.add('b3');
    queue.add('u1', 'background');
    expect([queue.depthOf('user'), queue.depthOf('background')]).toEqual([2, 2]);
    expect(await drain(queue)).toEqual(['u1', 'b3', 'b1', 'b2']);
  });

  it('a key keeps its priority while it is delayed and in flight', async () => {
    const queue = new WorkQueue();
    queue.addAfter('delayed', 10, 'background');
    queue.add('held');
    await queue.take();
    queue.add('held', 'background');
    vi.advanceTimersByTime(10);
    queue.done('held');
    expect([queue.depthOf('user'), queue.depthOf('background')]).toEqual([0, 2]);
    queue.addAfter('raised', 10);
    queue.add('raised', 'background');
    expect(queue.depthOf('user')).toBe(1);
  });

  const many = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}/${n}`);

  it('at most one of ten keys in a row is a background key, and the nth is taken after at most 10 n', async () => {
    const counts = fc.integer({ min: 0, max: 60 });
    await fc.assert(
      fc.asyncProperty(counts, counts, async (users, backgrounds) => {
        const queue = new WorkQueue();
        for (const key of many('b', backgrounds)) {
          queue.add(key, 'background');
        }
        for (const key of many('u', users)) {
          queue.add(key);
        }
        const order = await drain(queue);
        const places = order.flatMap((key, place) => (key.startsWith('b') ? [place] : []));
        for (const [n, place] of places.entries()) {
          expect(place).toBeLessThan(10 * (n + 1));
          // Where users still wait, nine of them have gone since the background key before.
          const usersWait = order.slice(place).some((key) => key.startsWith('u'));
          expect(!usersWait || place - (places[n - 1] ?? -1) >= 10).toBe(true);
        }
      }),
    );
  });

  it('a user key that is added between background keys waits for none of them', async () => {
    const queue = new WorkQueue();
    for (const key of many('resync', 100)) {
      queue.add(key, 'background');
    }
    for (let n = 0; n < 8; n += 1) {
      queue.done((await queue.take()) ?? '');
      queue.add(`edit/${n}`);
      expect(await queue.take()).toBe(`edit/${n}`);
    }
  });
});

describe('namespaces', () => {
  it('alternate: a key waits for at most as many keys of each other namespace as of its own', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.constantFrom(...PRIORITIES), async (keysOf, priority: Priority) => {
        const queue = new WorkQueue();
        for (const [space, count] of keysOf.entries()) {
          for (let n = 0; n < count; n += 1) {
            queue.add(`${space}/${n}`, priority);
          }
        }
        for (const [place, key] of (await drain(queue)).entries()) {
          expect(place).toBeLessThan((Number(key.split('/')[1]) + 1) * keysOf.length);
        }
      }),
    );
  });

  it('a report precedes the other keys of its namespace, also of one that waits, and those of no other', async () => {
    const queue = new WorkQueue();
    for (const key of ['a/1', 'a/2', 'b/1', 'b/2', 'c/1']) {
      queue.add(key);
    }
    queue.add('a/2', 'report');
    queue.add('c/2', 'background');
    queue.add('c/2', 'report');
    queue.add('b/2', 'background');
    queue.add('c/3', 'report');
    expect(depthOf(queue)).toBe(7);
    expect(await drain(queue)).toEqual(['a/2', 'b/1', 'c/2', 'a/1', 'b/2', 'c/3', 'c/1']);
  });

  it('a key whose report is due while it is in flight precedes the others afterwards', async () => {
    const queue = new WorkQueue();
    queue.add('a/1');
    queue.add('a/2');
    await queue.take();
    queue.add('a/1', 'report');
    queue.add('a/1');
    queue.done('a/1');
    expect(await drain(queue)).toEqual(['a/1', 'a/2']);
  });

  it('a late namespace does not wait for 5,000 keys of another', async () => {
    const queue = new WorkQueue();
    for (let n = 0; n < 5000; n += 1) {
      queue.add(`busy/${n}`);
    }
    await queue.take();
    queue.add('quiet/edit');
    expect([await queue.take(), await queue.take()]).toContain('quiet/edit');
  });
});

it('loses no key, hands none to two workers and ends empty, for any order of calls', async () => {
  const key = fc.constantFrom('a/1', 'a/2', 'b/1', 'c');
  const priority = fc.constantFrom(...PRIORITIES);
  const command = fc.oneof(
    fc.record({ type: fc.constant('add' as const), key, priority }),
    fc.record({ type: fc.constant('delay' as const), key, priority, ms: fc.integer({ min: 0, max: 1000 }) }),
    fc.record({ type: fc.constant('fail' as const), key }),
    fc.record({ type: fc.constant('take' as const) }),
    fc.record({ type: fc.constant('done' as const), key }),
    fc.record({ type: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 500 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 80 }), async (commands) => {
      const witness = new Witness();
      for (const each of commands) {
        await witness.do(each);
        expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
      }
      await witness.settle();
    }),
    { numRuns: 300 },
  );
});
