import { expect, it } from 'vitest';
import { RateLimiter } from '../../../../src/rest/guard/ratelimiter.ts';

/** A limiter, and what sets its clock, in milliseconds. */
function limiter(rate: ConstructorParameters<typeof RateLimiter>[0]) {
  let now = 0;
  const limited = new RateLimiter(rate, () => now);
  return { limited, at: (ms: number) => (now = ms) };
}

/** Does it as often as it may, at most a hundred times; answers how often that was. */
function often(limited: RateLimiter, key: string): number {
  for (let times = 0; times < 100; times += 1) {
    if (limited.wait(key) > 0) {
      return times;
    }
    limited.count(key);
  }
  return 100;
}

it('allows a burst, and then events at the rate', () => {
  const { limited, at } = limiter({ burst: 10, perSecond: 2 });
  expect(often(limited, 'ada')).toBe(10);
  at(3_000);
  expect(often(limited, 'ada')).toBe(6);
  at(1_000_000);
  expect(often(limited, 'ada')).toBe(10);
});

it('reports how long to wait, and is right', () => {
  const { limited, at } = limiter({ burst: 1, perSecond: 0.1 });
  limited.count('ada');
  expect(limited.wait('ada')).toBe(10);
  at(7_500);
  expect(limited.wait('ada')).toBe(3);
  at(10_000);
  expect(limited.wait('ada')).toBe(0);
});

it('counts keys apart', () => {
  const { limited } = limiter({ burst: 1, perSecond: 1 });
  expect([often(limited, 'ada'), often(limited, 'bob'), often(limited, '__proto__')]).toEqual([1, 1, 1]);
});

it('never waits longer than for one event', () => {
  const { limited, at } = limiter({ burst: 1, perSecond: 1 });
  for (let times = 0; times < 50; times += 1) {
    limited.count('ada');
  }
  at(1_000);
  expect(limited.wait('ada')).toBe(0);
});

it('without a rate allows everything', () => {
  expect(often(limiter(undefined).limited, 'ada')).toBe(100);
});
