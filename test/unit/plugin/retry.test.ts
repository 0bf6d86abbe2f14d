import { expect, it } from 'vitest';
import { type Failure, KubeError } from '../../../src/kube/error.ts';
import { retried } from '../../../src/plugin/retry.ts';

/** Change whose first attempts fail, and the number of its attempts. */
function failing(type: 'conflict' | 'forbidden', times: number) {
  let attempts = 0;
  const change = async () => {
    attempts += 1;
    if (attempts <= times) {
      throw new KubeError({ type } as Failure, type);
    }
    return 'done';
  };
  return { change, attempts: () => attempts };
}

it.each([
  ['conflict', 0, 1, 'done'],
  ['conflict', 4, 5, 'done'],
  ['conflict', 5, 5, 'conflict'],
  ['forbidden', 1, 1, 'forbidden'],
] as const)('a change with the failure %s, %i times, is attempted %i times: %s', async (...row) => {
  const [type, times, expected, outcome] = row;
  const { change, attempts } = failing(type, times);
  const told = await retried(change).catch((error: Error) => error.message);
  expect([told, attempts()]).toEqual([outcome, expected]);
});
