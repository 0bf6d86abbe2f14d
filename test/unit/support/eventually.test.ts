import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';

it('eventually returns as soon as the check passes', async () => {
  let looks = 0;
  const seen = await eventually(() => {
    looks += 1;
    expect(looks).toBe(3);
    return looks;
  });
  expect(seen).toBe(3);
});

it('after the timeout, eventually throws the last error', async () => {
  let looks = 0;
  const work = eventually(() => {
    looks += 1;
    expect({ status: Math.min(looks, 2) }).toEqual({ status: 200 });
  }, 100);
  const error: unknown = await work.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ actual: { status: 2 }, expected: { status: 200 } });
});

it('if the last check hangs, eventually throws the error of the one before', async () => {
  let looks = 0;
  const work = eventually(async () => {
    looks += 1;
    if (looks === 1) {
      throw new Error('a route without parents');
    }
    await Promise.withResolvers<void>().promise;
  }, 100);
  await expect(work).rejects.toThrow('a route without parents');
});

it('if the first check hangs, eventually throws an error about that', async () => {
  const work = eventually(() => Promise.withResolvers<void>().promise, 100);
  await expect(work).rejects.toThrow('the first check has not ended after 100 ms');
});
