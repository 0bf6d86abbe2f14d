import { QUEUE_PRIORITIES } from '../../src/controller/priority.ts';
import type { WorkQueue } from '../../src/controller/queue.ts';

/** Number of keys of all priorities that wait for a worker. */
export function depthOf(queue: WorkQueue): number {
  return QUEUE_PRIORITIES.reduce((sum, priority) => sum + queue.depthOf(priority), 0);
}

/** Keys that wait for a worker, in the order of the queue; each is taken and done. */
export async function drain(queue: WorkQueue): Promise<string[]> {
  const keys: string[] = [];
  while (depthOf(queue) > 0) {
    const key = (await queue.take()) ?? '';
    queue.done(key);
    keys.push(key);
  }
  return keys;
}
