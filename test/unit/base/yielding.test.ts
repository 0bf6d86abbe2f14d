import { expect, it } from 'vitest';
import { EventLoopYielder } from '../../../src/base/yielding.ts';

/** Work that takes longer than a turn of the event loop may. */
function work(): void {
  const began = performance.now();
  while (performance.now() - began < 5) {
    // Busy.
  }
}

it('lets other tasks run between the work of several callers that waited for the same turn', async () => {
  const yielder = new EventLoopYielder();
  const log: string[] = [];
  let running = 3;
  const caller = async (name: string) => {
    for (let round = 0; round < 2; round += 1) {
      work();
      log.push(name);
      await yielder.yield();
    }
    running -= 1;
  };
  const others = (async () => {
    while (running > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      log.push('-');
    }
  })();
  await Promise.all([...['a', 'b', 'c'].map(caller), others]);
  // All begin in one turn; from then on each has a turn of its own.
  expect(log.join('')).toMatch(/^abc-*a-+b-+c-*$/);
});
