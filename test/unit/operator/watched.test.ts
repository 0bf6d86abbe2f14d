import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OperatorCaches } from '../../fuzz/watched/caches.ts';
import { anyAttempt } from '../../fuzz/watched/objects.ts';

it('takes any object of each watched kind, at the limits of the API server', async () => {
  const caches = await OperatorCaches.start();
  await fc.assert(
    fc.asyncProperty(anyAttempt('team-fuzz', 'x'), async (attempt) => {
      expect(await caches.take(attempt)).toEqual([]);
    }),
    { numRuns: 40, endOnFailure: true },
  );
});
