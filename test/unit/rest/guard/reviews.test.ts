import { expect, it } from 'vitest';
import type { Impersonation } from '../../../../src/kube/client.ts';
import { RateLimiter } from '../../../../src/rest/guard/ratelimiter.ts';
import { Reviews } from '../../../../src/rest/guard/reviews.ts';
import { Problem } from '../../../../src/rest/problem/problem.ts';

/** Reviews by an API server that answers when the test says so; good tokens begin with `good`. */
function held(failuresPerMinute?: number) {
  const open: { readonly token: string; readonly answer: () => void }[] = [];
  const review = (token: string) =>
    new Promise<Impersonation | undefined>((resolve) => {
      const owner = token.startsWith('good') ? { user: token, groups: [] } : undefined;
      open.push({ token, answer: () => resolve(owner) });
    });
  const rate =
    failuresPerMinute === undefined
      ? undefined
      : { burst: failuresPerMinute, perSecond: failuresPerMinute / 60 };
  const failures = new RateLimiter(rate, () => 0);
  const subjectOf = async (token: string) =>
    token.includes('signed') ? `system:serviceaccount:${token.split('-')[1] ?? 'team'}:a` : undefined;
  const reviews = new Reviews({ review, subjectOf, failures }, { now: () => 0 });
  /** Name of the token's owner, `nobody`, or the problem. */
  const ask = (token: string, address = '192.0.2.1') =>
    reviews.ownerOf({ token, hash: token, address }).then(
      (owner) => owner?.user ?? 'nobody',
      (error: unknown) => (error instanceof Problem ? error.problem : String(error)),
    );
  /** Answers what is open, until nothing more comes. */
  const answerAll = async () => {
    await new Promise(setImmediate);
    for (let rest = open.splice(0); rest.length > 0; rest = open.splice(0)) {
      for (const { answer } of rest) {
        answer();
      }
      await new Promise(setImmediate);
    }
  };
  return { ask, open, answerAll };
}

it('of unknown tokens are few at once, and few wait', async () => {
  const { ask, open, answerAll } = held();
  const asked = Array.from({ length: 200 }, (_, index) => ask(`bad${index}`));
  await new Promise(setImmediate);
  expect(open).toHaveLength(8);
  await answerAll();
  const answers = await Promise.all(asked);
  expect(answers.slice(0, 108)).toEqual(Array(108).fill('nobody'));
  expect(answers.slice(108)).toEqual(Array(92).fill('tooManyRequests'));
});

it('of tokens that were accepted before have places of their own', async () => {
  const { ask, open, answerAll } = held();
  const first = ask('good1');
  await answerAll();
  expect(await first).toBe('good1');
  for (let index = 0; index < 200; index += 1) {
    void ask(`bad${index}`);
  }
  await new Promise(setImmediate);
  const again = ask('good1');
  await new Promise(setImmediate);
  expect(open.map(({ token }) => token)).toContain('good1');
  open.find(({ token }) => token === 'good1')?.answer();
  expect(await again).toBe('good1');
});

it('of tokens that the cluster has signed do not count for the address, and have places of their own', async () => {
  const { ask, answerAll } = held(1);
  expect(await Promise.all([ask('bad'), answerAll()])).toEqual(['nobody', undefined]);
  const asked = ['bad2', 'signed', 'good signed'].map((token) => ask(token));
  await answerAll();
  expect(await Promise.all(asked)).toEqual(['tooManyRequests', 'nobody', 'good signed']);
});

it('of signed tokens that are rejected stop for their namespace, from any address', async () => {
  const { ask, answerAll } = held(1);
  const accepted = ask('good signed-team');
  await answerAll();
  expect(await accepted).toBe('good signed-team');
  expect(await Promise.all([ask('signed-team-1'), answerAll()])).toEqual(['nobody', undefined]);
  const asked = [
    ask('signed-team-2', '198.51.100.1'),
    ask('good signed-other'),
    ask('good signed-team'),
    ask('bad'),
  ];
  await answerAll();
  expect(await Promise.all(asked)).toEqual([
    'tooManyRequests',
    'good signed-other',
    'good signed-team',
    'nobody',
  ]);
});

it('of one address stop where too many of its tokens are rejected, also those that wait', async () => {
  const { ask, answerAll } = held(10);
  const asked = Array.from({ length: 50 }, (_, index) => ask(`bad${index}`));
  const elsewhere = ask('good', '198.51.100.1');
  await answerAll();
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => answer === 'nobody').length).toBeLessThan(10 + 8);
  expect(answers.at(-1)).toBe('tooManyRequests');
  expect(await elsewhere).toBe('good');
});
