import { describe, expect, it } from 'vitest';
import type { Impersonation } from '../../../../src/kube/client.ts';
import { KubeError } from '../../../../src/kube/error.ts';
import { createAuthenticate } from '../../../../src/rest/guard/authenticate.ts';
import { RateLimiter } from '../../../../src/rest/guard/ratelimiter.ts';
import { Problem } from '../../../../src/rest/problem/problem.ts';
import { webToken } from './support.ts';

const ADDRESS = '192.0.2.1';

/** An API server that knows the tokens in `users`; `reviewed` are those that it was asked for. */
function door(failuresPerMinute?: number) {
  const clock = { ms: 1_000_000, now: () => clock.ms };
  const reviewed: string[] = [];
  const users = new Map<string, string>();
  const review = async (token: string): Promise<Impersonation | undefined> => {
    reviewed.push(token);
    const user = users.get(token);
    if (user === 'broken') {
      throw new KubeError({ type: 'unreachable' }, 'x');
    }
    return user === undefined ? undefined : { user, groups: [] };
  };
  const rate =
    failuresPerMinute === undefined
      ? undefined
      : { burst: failuresPerMinute, perSecond: failuresPerMinute / 60 };
  const failures = new RateLimiter(rate, clock.now);
  const timeOfDay = () => clock.ms;
  const authenticate = createAuthenticate({
    ...{ review, subjectOf: async () => undefined, audiences: [], failures },
    ...{ clock, timeOfDay },
  });
  /** Caller that a header authenticates, or the problem. */
  const come = async (header?: string, address = ADDRESS) => {
    try {
      return (await authenticate(header, address)).caller;
    } catch (error) {
      return error instanceof Problem ? error.problem : (error as Error).message;
    }
  };
  return { come, users, reviewed, clock };
}

const ada = { user: 'ada', groups: [] };

it.each(['t', 'Bearer t', 'bearer   t', ' t '])('reads the token in "%s"', async (header) => {
  const { come, users, reviewed } = door();
  users.set('t', 'ada');
  expect(await come(header)).toEqual(ada);
  expect(reviewed).toEqual(['t']);
});

it.each([undefined, '', 'Bearer ', ' '])('reviews nothing for "%s"', async (header) => {
  const { come, reviewed } = door();
  expect(await come(header)).toBe('unauthorized');
  expect(reviewed).toEqual([]);
});

it('reviews a token once in ten seconds', async () => {
  const { come, users, reviewed, clock } = door();
  users.set('t', 'ada');
  await come('t');
  clock.ms += 9_900;
  users.delete('t');
  expect(await come('t')).toEqual(ada);
  expect(reviewed).toHaveLength(1);
  clock.ms += 200;
  expect(await come('t')).toBe('unauthorized');
  expect(reviewed).toHaveLength(2);
});

it('believes a review no longer than the token', async () => {
  const { come, users, reviewed, clock } = door();
  const token = webToken({ exp: clock.ms / 1000 + 4 });
  users.set(token, 'ada');
  expect(await come(token)).toEqual(ada);
  clock.ms += 3_900;
  expect(await come(token)).toEqual(ada);
  clock.ms += 200;
  expect(await come(token)).toBe('unauthorized');
  expect(reviewed).toHaveLength(1);
});

it('reviews a token that was rejected again and again less and less often', async () => {
  const { come, reviewed, clock } = door();
  const seconds: number[] = [];
  for (let second = 0; second < 200; second += 1) {
    const before = reviewed.length;
    await come('t');
    if (reviewed.length > before) {
      seconds.push(second);
    }
    clock.ms += 1_000;
  }
  expect(seconds).toEqual([0, 3, 9, 21, 45, 93, 153]);
});

it('reviews a rejected token once in three seconds', async () => {
  const { come, users, reviewed, clock } = door();
  expect(await come('t')).toBe('unauthorized');
  users.set('t', 'ada');
  clock.ms += 2_900;
  expect(await come('t')).toBe('unauthorized');
  expect(reviewed).toHaveLength(1);
  clock.ms += 200;
  expect(await come('t')).toEqual(ada);
});

it('concurrent requests with one token share a review, those with different tokens do not', async () => {
  const { come, users, reviewed } = door();
  users.set('t', 'ada').set('u', 'bob');
  const callers = await Promise.all([come('t'), come('u'), come('t'), come('Bearer t')]);
  expect(callers).toEqual([ada, { user: 'bob', groups: [] }, ada, ada]);
  expect(reviewed.toSorted()).toEqual(['t', 'u']);
});

it('does not cache a failed review', async () => {
  const { come, users, reviewed } = door();
  users.set('t', 'broken');
  expect(await Promise.all([come('t'), come('t')])).toEqual(['x', 'x']);
  expect(reviewed).toHaveLength(1);
  users.set('t', 'ada');
  expect(await come('t')).toEqual(ada);
});

it('gives every caller its own result, even without room for all in the cache', async () => {
  const { come, users } = door();
  for (let batch = 0; batch < 210; batch += 1) {
    const tokens = Array.from({ length: 50 }, (_, index) => `t${batch}-${index}`);
    for (const token of tokens) {
      users.set(token, `user of ${token}`);
    }
    const callers = await Promise.all(tokens.map((token) => come(token)));
    expect(callers).toEqual(tokens.map((token) => ({ user: `user of ${token}`, groups: [] })));
  }
});

describe('too many rejected tokens', () => {
  it('from one address are not reviewed for a while', async () => {
    const { come, users, reviewed, clock } = door(3);
    for (const token of ['a', 'b', 'c']) {
      expect(await come(token)).toBe('unauthorized');
    }
    expect(await come('d')).toBe('tooManyRequests');
    expect(reviewed).toHaveLength(3);
    users.set('t', 'ada');
    expect(await come('t')).toBe('tooManyRequests');
    expect(await come('t', '192.0.2.2')).toEqual(ada);
    clock.ms += 20_000;
    expect(await come('d')).toBe('unauthorized');
  });

  it('do not lock out a caller who was just authenticated', async () => {
    const { come, users } = door(1);
    users.set('t', 'ada');
    expect(await come('t')).toEqual(ada);
    expect(await come('a')).toBe('unauthorized');
    expect(await come('b')).toBe('tooManyRequests');
    expect(await come('t')).toEqual(ada);
  });

  it('do not lock out a caller whose token was accepted within the hour', async () => {
    const { come, users, reviewed, clock } = door(1);
    users.set('t', 'ada').set('u', 'bob');
    await come('t');
    clock.ms += 3_000_000;
    for (const token of ['a', 'b', 'c']) {
      await come(token);
    }
    const before = reviewed.length;
    expect([await come('t'), await come('u')]).toEqual([ada, 'tooManyRequests']);
    expect(reviewed.slice(before)).toEqual(['t']);
  });

  it('displace no accepted token', async () => {
    const { come, users, reviewed } = door();
    users.set('t', 'ada');
    await come('t');
    for (let index = 0; index < 11_000; index += 1) {
      await come(`bad${index}`);
    }
    const before = reviewed.length;
    expect(await come('t')).toEqual(ada);
    expect(reviewed).toHaveLength(before);
  });

  it('do not include missing tokens, or one token again and again', async () => {
    const { come, users } = door(2);
    users.set('t', 'ada');
    for (let times = 0; times < 10; times += 1) {
      expect(await come('a')).toBe('unauthorized');
      expect(await come()).toBe('unauthorized');
    }
    expect(await come('t')).toEqual(ada);
  });
});
