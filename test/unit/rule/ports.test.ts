import { expect, it } from 'vitest';
import { freePort } from '../../../src/rule/ports.ts';

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
