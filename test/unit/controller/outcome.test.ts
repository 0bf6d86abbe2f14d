import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { remedyOf } from '../../../src/controller/outcome.ts';
import { WorkQueue } from '../../../src/controller/queue.ts';
import { type Failure, KubeError } from '../../../src/kube/error.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const seconds = fc.integer({ min: 0, max: 600 });
const failure: fc.Arbitrary<Failure> = fc.oneof(
  fc.constantFrom(
    ...(
      ['not-found', 'already-exists', 'conflict', 'gone', 'forbidden', 'unreachable', 'ambiguous'] as const
    ).map((type) => ({ type })),
  ),
  fc.record({
    type: fc.constant('throttled' as const),
    retryAfterSeconds: fc.option(seconds, { nil: undefined }),
  }),
  fc.record({ type: fc.constant('refused' as const), status: fc.integer({ min: 500, max: 599 }) }),
);
const cause = fc.oneof(
  failure.map((each) => new KubeError(each, 'failed')),
  fc.constantFrom(new TypeError('defect'), 'text', undefined),
);

it('the delay after a failure is finite, at most doubles, and is at least the Retry-After', () => {
  fc.assert(
    fc.property(fc.array(cause, { minLength: 1, maxLength: 40 }), (causes) => {
      const queue = new WorkQueue();
      for (const [index, each] of causes.entries()) {
        const { policy, atLeastMs, type } = remedyOf(each);
        const pauseMs = queue.addAfterFailure('a', policy, atLeastMs);
        const asked =
          each instanceof KubeError && each.failure.type === 'throttled' ? each.failure : undefined;
        expect(pauseMs).toBeGreaterThanOrEqual((asked?.retryAfterSeconds ?? 0) * 1000);
        expect(pauseMs - atLeastMs).toBeGreaterThan(0);
        expect(pauseMs - atLeastMs).toBeLessThanOrEqual(Math.min(policy.maxMs, policy.firstMs * 2 ** index));
        expect(type === 'conflict').toBe(each instanceof KubeError && each.failure.type === 'conflict');
      }
      // Whatever went before, one success makes the next failure a first one again.
      queue.forget('a');
      const { policy, atLeastMs } = remedyOf(causes[0]);
      expect(queue.addAfterFailure('a', policy, atLeastMs) - atLeastMs).toBeLessThanOrEqual(policy.firstMs);
      queue.close();
    }),
  );
});
