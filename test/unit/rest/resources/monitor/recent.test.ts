import { expect, it } from 'vitest';
import { recently } from '../../../../../src/rest/resources/monitor/recent.ts';

/** A reader that answers how often it has read; reads end when they are let. */
function reader() {
  const clock = { ms: 1_000_000, now: () => clock.ms };
  const state = { reads: 0, fails: false };
  const gate = { open: Promise.resolve() };
  const read = recently(
    ({ key }: { readonly key: string }) => key,
    async () => {
      state.reads += 1;
      const { reads } = state;
      await gate.open;
      if (state.fails) {
        throw new Error('it broke');
      }
      return reads;
    },
    clock,
  );
  return { clock, state, gate, ask: (key = 'a') => read({ key }) };
}

it('reads once in five seconds, and once for concurrent equal reads', async () => {
  const { ask, clock } = reader();
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  clock.ms += 4_900;
  expect(await ask()).toBe(1);
  expect(await ask('b')).toBe(2);
});

it('then refreshes in the background, until ten seconds have passed', async () => {
  const { ask, clock, gate, state } = reader();
  await ask();
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.open = promise;
  clock.ms += 6_000;
  expect(await ask()).toBe(1);
  expect(state.reads).toBe(2);
  clock.ms += 5_000;
  const late = ask();
  resolve();
  expect(await late).toBe(2);
});

it('serves nothing that is ten seconds old', async () => {
  const { ask, clock } = reader();
  await ask();
  clock.ms += 10_000;
  expect(await ask()).toBe(2);
});

it('caches no failure', async () => {
  const { ask, state, clock } = reader();
  await ask();
  state.fails = true;
  clock.ms += 10_000;
  await expect(ask()).rejects.toThrow('it broke');
  state.fails = false;
  expect(await ask()).toBeGreaterThan(1);
});
