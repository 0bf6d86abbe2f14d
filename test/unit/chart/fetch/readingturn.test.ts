import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { IndexReader } from '../../../../src/chart/fetch/indexreader.ts';
import { ReadingTurn, SharedReader } from '../../../../src/chart/fetch/readingturn.ts';
import { Turns } from '../../../../src/chart/turns.ts';

const { signal } = new AbortController();
const SHOP = { name: 'shop', version: '^1' };
const INDEX = Buffer.from('index');

let turns: Turns;
let shared: SharedReader;
let asked: string[];

const reader: IndexReader = {
  choose: async (index, { name }) => {
    asked.push(`choose ${name} in ${index}`);
    return { type: 'chosen', entry: { version: '1.0.0', urls: ['a.tgz'], digest: '' } };
  },
  identify: async (archive, { name, version }) => {
    asked.push(`identify ${archive}`);
    return { type: 'identified', is: { name, version, isWanted: true } };
  },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  turns = new Turns(() => 0);
  shared = new SharedReader(reader, turns);
  asked = [];
});

afterEach(() => {
  vi.useRealTimers();
});

function asker(namespace: string) {
  return { namespace, name: 'web', again: () => undefined };
}

/** Takes a turn for a namespace; whether it has come is known at once. */
async function isFree(namespace: string): Promise<boolean> {
  const take = turns.take(asker(namespace), signal);
  await vi.advanceTimersByTimeAsync(2_000);
  const leave = await take;
  leave?.();
  return leave !== undefined;
}

it('one turn is for the index and the archive', async () => {
  const turn = new ReadingTurn(shared, asker('team'));
  expect(await turn.choose(INDEX, SHOP, signal)).toMatchObject({ type: 'chosen' });
  expect(await isFree('other')).toBe(false);
  expect(await turn.identify(Buffer.from('archive'), SHOP, signal)).toMatchObject({ type: 'identified' });
  turn.leave();
  expect(await isFree('other')).toBe(true);
  expect(asked).toEqual(['choose shop in index', 'identify archive']);
});

it('a store that takes long lets others pass, and the fetch then waits for the archive alone', async () => {
  const slow = new ReadingTurn(shared, asker('team'));
  await slow.choose(INDEX, SHOP, signal);
  await vi.advanceTimersByTimeAsync(5_000);
  const leave = await turns.take(asker('other'), signal);
  expect(leave).toBeDefined();
  const waiting = slow.identify(Buffer.from('archive'), SHOP, signal);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await waiting).toEqual({ type: 'refused', refusal: { type: 'busy' } });
  slow.leave();

  const again = new ReadingTurn(shared, asker('team'));
  expect(await again.choose(INDEX, SHOP, signal)).toMatchObject({ type: 'chosen' });
  leave?.();
  expect(await again.identify(Buffer.from('archive'), SHOP, signal)).toMatchObject({ type: 'identified' });
  again.leave();
  expect(asked).toEqual(['choose shop in index', 'identify archive']);
});

it('another index and another version are asked for', async () => {
  const turn = new ReadingTurn(shared, asker('team'));
  await turn.choose(INDEX, SHOP, signal);
  await turn.choose(Buffer.from('other'), SHOP, signal);
  await turn.choose(INDEX, { ...SHOP, version: '^2' }, signal);
  turn.leave();
  expect(asked).toHaveLength(3);
});
