import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PRIORITIES, type Priority } from '../../../src/controller/priority.ts';
import { WorkQueue } from '../../../src/controller/queue.ts';
import { depthOf } from '../../support/queue.ts';

const SHARE = 2;

const SPACES = ['a', 'b', 'c'];

/** Workers that take keys as soon as they are free, from a queue in which a namespace has a share of them. */
class Workers {
  readonly inHand = new Set<string>();
  readonly due = new Set<string>();
  readonly #queue = new WorkQueue(undefined, SHARE);
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
    for (let worker = 0; worker < count; worker += 1) {
      this.#work();
    }
  }

  get depth(): number {
    return depthOf(this.#queue);
  }

  async add(key: string, priority: Priority = 'user'): Promise<void> {
    this.due.add(key);
    this.#queue.add(key, priority);
    await settled();
  }

  /** Ends the work on the nth of the keys in hand. */
  async finish(nth: number): Promise<void> {
    const key = [...this.inHand][nth % this.inHand.size];
    if (key !== undefined) {
      this.inHand.delete(key);
      this.#queue.done(key);
      this.#work();
      await settled();
    }
  }

  /** Whether a worker is idle although a namespace has less than its share, and a key that is due. */
  isIdleFor(space: string): boolean {
    const due = [...this.due].filter((key) => !this.inHand.has(key));
    const hasRoom = this.inHand.size < this.#count && inSpace(this.inHand, space) < SHARE;
    return hasRoom && inSpace(due, space) > 0;
  }

  #work(): void {
    void this.#queue.take().then((key = '') => {
      this.due.delete(key);
      this.inHand.add(key);
    });
  }
}

function settled(): Promise<void> {
  return new Promise(setImmediate);
}

function inSpace(keys: Iterable<string>, space: string): number {
  return [...keys].filter((key) => key.startsWith(`${space}/`)).length;
}

it('is all that the slow keys of one namespace occupy', async () => {
  const workers = new Workers(4);
  for (let n = 0; n < 30; n += 1) {
    await workers.add(`slow/${n}`);
  }
  await workers.add('victim/1');
  expect([...workers.inHand]).toEqual(['slow/0', 'slow/1', 'victim/1']);
  expect(workers.depth).toBe(28);
  await workers.finish(0);
  expect([...workers.inHand]).toEqual(['slow/1', 'victim/1', 'slow/2']);
});

it('goes to a worker that waits already, when it becomes free', async () => {
  const queue = new WorkQueue(undefined, 1);
  queue.add('a/1');
  queue.add('a/2');
  const [first, second] = [queue.take(), queue.take()];
  queue.done((await first) ?? '');
  expect(await second).toBe('a/2');
});

const KEY = fc
  .tuple(fc.constantFrom(...SPACES), fc.integer({ min: 0, max: 9 }))
  .map((parts) => parts.join('/'));

const COMMAND = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('add' as const),
      key: KEY,
      priority: fc.constantFrom(...PRIORITIES),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('finish' as const), nth: fc.nat(10) }) },
);

it('is never exceeded, and leaves no worker idle for want of it, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.array(COMMAND, { maxLength: 60, size: 'max' }),
      async (count, commands) => {
        const workers = new Workers(count);
        for (const each of commands) {
          await (each.type === 'add' ? workers.add(each.key, each.priority) : workers.finish(each.nth));
          const held = SPACES.map((space) => inSpace(workers.inHand, space));
          expect(Math.max(...held)).toBeLessThanOrEqual(SHARE);
          expect(SPACES.filter((space) => workers.isIdleFor(space))).toEqual([]);
        }
        while (workers.inHand.size > 0) {
          await workers.finish(0);
        }
        expect([workers.depth, workers.due.size]).toEqual([0, 0]);
      },
    ),
    { numRuns: 200 },
  );
});
