import { expect, it } from 'vitest';
import { backoffMs } from '../../../src/base/backoff.ts';

it('waits between half and all of the doubled delay, up to the maximum', () => {
  const policy = { firstMs: 100, maxMs: 1000 };
  expect([1, 2, 3, 10, 1000].map((failures) => backoffMs(policy, failures, 0))).toEqual([
    50, 100, 200, 500, 500,
  ]);
  expect(backoffMs(policy, 2, 0.999)).toBeLessThan(200);
});
