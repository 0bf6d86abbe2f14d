import { expect, it } from 'vitest';
import { freePort, isOffered, rangesText } from '../../../src/rule/ports.ts';

const ranges = [
  { from: 31_000, to: 31_000 },
  { from: 30_000, to: 30_002 },
];

it.each([
  [30_000, [30_000], 30_001],
  [30_002, [30_002], 31_000],
  [31_000, [31_000], 30_000],
  [4, [], 30_000],
  [30_000, [30_000, 30_001, 30_002, 31_000], undefined],
])('above port %i, of which %j are taken, %s is free', (port, taken: readonly number[], free) => {
  expect(freePort(port, ranges, (each) => taken.includes(each))).toBe(free);
});

it('offers what lies in a range, both ends included', () => {
  const offered = [29_999, 30_000, 30_002, 30_003, 31_000].filter((port) => isOffered(port, ranges));
  expect(offered).toEqual([30_000, 30_002, 31_000]);
  expect(rangesText(ranges)).toBe('31000, 30000-30002');
  expect(rangesText([])).toBe('none');
});
