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
    const call = fc.constantFrom('add', 'take', 'done');
    const command = fc.record({ call, key: fc.constantFrom('a', 'b', 'c') });
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 60 }), async (commands) => {
        const witness = new Witness();
        for (const { call, key } of commands) {
          await witness[call as 'add' | 'take' | 'done'](key);
        }
        expect(await witness.remaining()).toEqual(witness.owed);
      }),
    );
  });
});

/** Uses a queue and keeps its own account of which keys it is owed and which it has in hand. */
class Witness {
  readonly owed = new Set<string>();
  readonly #queue = new WorkQueue();
  readonly #inHand = new Set<string>();

  async add(key: string): Promise<void> {
    this.#queue.add(key);
    this.owed.add(key);
  }

  async take(): Promise<void> {
    if (this.#queue.depth === 0) {
      return;
    }
    const key = (await this.#queue.take()) ?? '';
    expect(this.#inHand.has(key)).toBe(false);
    this.#inHand.add(key);
    this.owed.delete(key);
  }

  async done(key: string): Promise<void> {
    if (this.#inHand.delete(key)) {
      this.#queue.done(key);
    }
  }

  /** Gives everything back and takes what is left. */
  async remaining(): Promise<Set<string>> {
    for (const key of this.#inHand) {
      this.#queue.done(key);
    }
    const rest = new Set<string>();
    while (this.#queue.depth > 0) {
      rest.add((await this.#queue.take()) ?? '');
    }
    return rest;
  }
}
