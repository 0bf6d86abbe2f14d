import { expect, it } from 'vitest';
import { Shares, sharerOf } from '../../../../src/rest/guard/shares.ts';

/** End of `work`: `inside`, or its error; `waits` where it has none yet. */
async function state(work: Promise<unknown>): Promise<unknown> {
  const ended = work.then(
    () => 'inside',
    (error: unknown) => error,
  );
  return Promise.race([ended, new Promise((resolve) => setImmediate(resolve, 'waits'))]);
}

it('lets in as many requests of a caller as it has places, whatever others do', async () => {
  const shares = new Shares(2);
  const ada = Array.from({ length: 11 }, () => shares.enter('ada'));
  expect(await Promise.all(ada.map(state))).toEqual([
    'inside',
    'inside',
    ...Array(8).fill('waits'),
    expect.objectContaining({ problem: 'tooManyRequests', retryAfterSeconds: 1 }),
  ]);
  expect(await state(shares.enter('bob'))).toBe('inside');
  (await ada[0])?.leave();
  expect(await state(ada[2] ?? Promise.resolve())).toBe('inside');
});

it('gives the requests of a caller one gate for their calls', async () => {
  const shares = new Shares(2);
  const [first, second, other] = await Promise.all(['ada', 'ada', 'bob'].map((key) => shares.enter(key)));
  expect(first?.calls).toBe(second?.calls);
  expect(first?.calls).not.toBe(other?.calls);
});

it('forgets a caller without requests', async () => {
  const shares = new Shares(1);
  const [first, second] = [shares.enter('ada'), shares.enter('ada')];
  (await first).leave();
  expect(shares.size).toBe(1);
  (await second).leave();
  expect(shares.size).toBe(0);
});

it('without a limit lets in all', async () => {
  const shares = new Shares(0);
  const all = Array.from({ length: 1_000 }, () => shares.enter('ada'));
  expect(new Set(await Promise.all(all.map(state)))).toEqual(new Set(['inside']));
});

it.each([
  ['ada', 'ada'],
  ['system:serviceaccount:team:web', 'system:serviceaccount:team:'],
  ['system:serviceaccount:team-b:web', 'system:serviceaccount:team-b:'],
  ['system:serviceaccount:', 'system:serviceaccount:'],
])('%s shares as %s', (user, sharer) => {
  expect(sharerOf(user)).toBe(sharer);
});
