import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkQueue } from '../../../src/controller/queue.ts';

describe('WorkQueue', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('holds a key once, however often it is added', async () => {
    const queue = new WorkQueue();
    queue.add('a');
    queue.add('a');
    queue.add('b');
    expect(queue.depth).toBe(2);
    expect([await queue.take(), await queue.take()]).toEqual(['a', 'b']);
  });

  it('gives a key that is added while worked on again, after it is done', async () => {
    const queue = new WorkQueue();
    queue.add('a');
    await queue.take();
    queue.add('a');
    expect(queue.depth).toBe(0);
    queue.done('a');
    expect(await queue.take()).toBe('a');
    queue.done('a');
    expect(queue.depth).toBe(0);
  });

  it('hands a key to a waiting taker', async () => {
    const queue = new WorkQueue();
    const taken = queue.take();
    queue.add('a');
    expect(await taken).toBe('a');
  });

  it('keeps the earlier of two delays, and an add now beats both', () => {
    const queue = new WorkQueue();
    queue.addAfter('a', 1000);
    queue.addAfter('a', 5000);
    queue.addAfter('b', 5000);
    queue.addAfter('b', 1000);
    queue.addAfter('c', 1000);
    queue.add('c');
    expect(queue.depth).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(queue.depth).toBe(3);
    vi.advanceTimersByTime(10_000);
    expect(queue.depth).toBe(3);
  });

  it('pauses longer after each failure in a row, and forgets them on success', () => {
    const queue = new WorkQueue();
    const pauses = [1, 2, 3].map(() => queue.addAfterFailure('a'));
    expect(pauses[0]).toBeLessThan(pauses[2] ?? 0);
    queue.succeeded('a');
    expect(queue.addAfterFailure('a')).toBeLessThanOrEqual(500);
  });

  it('wakes takers with nothing when it closes, and drops what is delayed', async () => {
    const queue = new WorkQueue();
    const taken = queue.take();
    queue.addAfter('a', 10);
    queue.close();
    expect(await taken).toBeUndefined();
    vi.advanceTimersByTime(100);
    expect(queue.depth).toBe(0);
  });

  it('loses no key and never gives one to two workers, whatever the order of calls', async () => {
    const command = fc.record({ call: fc.constantFrom('add', 'take', 'done'), key: fc.constantFrom('a', 'b', 'c') });
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 60 }), async (commands) => {
        const queue = new WorkQueue();
        const working = new Set<string>();
        const owed = new Set<string>();
        for (const { call, key } of commands) {
          if (call === 'add') {
            queue.add(key);
            owed.add(key);
          } else if (call === 'take' && queue.depth > 0) {
            const taken = (await queue.take()) ?? '';
            expect(working.has(taken)).toBe(false);
            working.add(taken);
            owed.delete(taken);
          } else if (call === 'done' && working.delete(key)) {
            queue.done(key);
          }
        }
        for (const key of working) {
          queue.done(key);
        }
        const rest = new Set<string | undefined>();
        while (queue.depth > 0) {
          rest.add(await queue.take());
        }
        expect(rest).toEqual(owed);
      }),
    );
  });
});
