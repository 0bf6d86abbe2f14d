import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Leave } from '../../../src/base/gate.ts';
import { Turns } from '../../../src/chart/turns.ts';

const { signal } = new AbortController();
let now: number;
let turns: Turns;
let log: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  now = 0;
  turns = new Turns(() => now);
  log = [];
});

afterEach(() => {
  vi.useRealTimers();
});

function asker(namespace: string, name = 'web', again: () => void = () => undefined) {
  return { namespace, name, again };
}

/** Asks for a turn that takes some time, as a sandbox would, and logs when it begins. */
function ask(namespace: string, name: string, ms: number): Promise<void> {
  return turns.take(asker(namespace, name), signal).then(async (leave) => {
    log.push(`${namespace}/${name}`);
    await Promise.resolve();
    now += ms;
    leave?.();
  });
}

it('a namespace that has taken much lets the others pass', async () => {
  await ask('greedy', 'first', 40_000);
  const leave = await turns.take(asker('greedy'), signal);
  const rest = [
    ask('greedy', 'a', 40_000),
    ask('greedy', 'b', 40_000),
    ask('modest', 'a', 100),
    ask('modest', 'b', 100),
    ask('late', 'a', 100),
  ];
  now += 40_000;
  leave?.();
  await Promise.all(rest);
  expect(log).toEqual(['greedy/first', 'modest/a', 'late/a', 'modest/b', 'greedy/a', 'greedy/b']);
});

it('a namespace that comes last waits for one turn of each other one, whatever these take', async () => {
  const work = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 99 })), {
    minLength: 1,
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(work, async (all) => {
      turns = new Turns(() => now);
      log = [];
      const leave = await turns.take(asker('a', 'holder'), signal);
      const asked = all.map(([namespace, ms], index) => ask(namespace, `${index}`, ms));
      // It comes after all of them, and is next but for turns of those that have had as little.
      const last = ask('last', 'x', 1);
      leave?.();
      await Promise.all([...asked, last]);
      expect(log.indexOf('last/x')).toBeLessThanOrEqual(3);
    }),
  );
});

it.each([1, 5, 20])(
  'one with debt gets its turn among ever more new namespaces, %i at a time',
  async (at) => {
    const [owed, each] = [40_000, 1_000];
    const first = await turns.take(asker('debtor'), signal);
    let running: { readonly namespace: string; readonly leave: Leave | undefined } | undefined;
    const enter = (namespace: string) =>
      turns.take(asker(namespace), signal).then((leave) => {
        running = { namespace, leave };
      });
    const waits = enter('waits');
    now += owed;
    first?.();
    await waits;
    void enter('debtor');
    let [came, served] = [0, 0];
    const bound = (owed / each) * (at + 2) + at;
    while (running?.namespace !== 'debtor' && served <= bound) {
      // There are as many that wait when a turn ends, whatever has been served.
      for (; came < served + at; came += 1) {
        void enter(`new-${came}`);
      }
      const { leave } = running ?? {};
      running = undefined;
      now += each;
      leave?.();
      await vi.advanceTimersByTimeAsync(0);
      served += 1;
    }
    expect(running?.namespace).toBe('debtor');
    // Of its turn, half was the share of the one that waited, and the other half counts.
    expect(served).toBeGreaterThan(owed / each / 2);
  },
);

it('new namespaces have had what those that wait have: none goes before one that waits without debt', async () => {
  const leave = await turns.take(asker('a'), signal);
  const early = ask('early', 'x', 1);
  now += 60_000;
  const late = ask('late', 'x', 1);
  leave?.();
  const last = ask('last', 'x', 1);
  await Promise.all([early, late, last]);
  expect(log).toEqual(['early/x', 'late/x', 'last/x']);
});

it('one that does not get its turn goes, and is called when it has come', async () => {
  const leave = await turns.take(asker('a'), signal);
  const call = vi.fn();
  const impatient = turns.take(asker('b', 'web', call), signal);
  vi.advanceTimersByTime(2_000);
  expect(await impatient).toBeUndefined();
  leave?.();
  expect(call).toHaveBeenCalledTimes(1);
  const other = ask('a', 'later', 1);
  const comes = await turns.take(asker('b', 'web', call), signal);
  expect(comes).toBeDefined();
  expect(log).toEqual([]);
  comes?.();
  await other;
});

it('one that is called and does not come is passed over, and its namespace has taken that time', async () => {
  const leave = await turns.take(asker('a'), signal);
  const [gone, again] = [turns.take(asker('b', 'gone'), signal), vi.fn()];
  const more = turns.take(asker('b', 'more', again), signal);
  const other = turns.take(asker('a', 'other', again), signal);
  vi.advanceTimersByTime(2_000);
  await Promise.all([gone, more, other]);
  now += 10_000;
  leave?.();
  vi.advanceTimersByTime(19_999);
  expect(again).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(again).toHaveBeenCalledTimes(1);
  const next = turns.take(asker('b', 'more'), signal);
  expect(await turns.take(asker('a', 'other'), signal)).toBeDefined();
  vi.advanceTimersByTime(2_000);
  expect(await next).toBeUndefined();
});

it('a namespace has a hundred places', async () => {
  await turns.take(asker('a'), signal);
  for (let index = 0; index < 100; index += 1) {
    void turns.take(asker('a', `${index}`), signal);
  }
  expect(await turns.take(asker('a', 'one more'), signal)).toBeUndefined();
  const again = turns.take(asker('a', '7'), signal);
  const other = turns.take(asker('b'), signal);
  vi.advanceTimersByTime(1_999);
  const first = await Promise.race([again, other, Promise.resolve('both wait')]);
  expect(first).toBe('both wait');
});

it('an aborted asker gets the reason, and no turn is lost', async () => {
  const leave = await turns.take(asker('a'), signal);
  const abort = new AbortController();
  const aborted = turns.take(
    asker('b', 'web', () => undefined),
    abort.signal,
  );
  abort.abort(new Error('nobody waits'));
  await expect(aborted).rejects.toThrow('nobody waits');
  await expect(turns.take(asker('b'), abort.signal)).rejects.toThrow('nobody waits');
  leave?.();
  expect(await turns.take(asker('c'), signal)).toBeDefined();
});
