import { expect, it } from 'vitest';
import { heapBytes } from '../../../src/base/heap.ts';

it.each([
  ['a text', 'x'.repeat(1_000_000), 1_000_000],
  ['names', Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`name-${index}`, 1])), 300_000],
  ['many empty maps', Array.from({ length: 10_000 }, () => ({})), 640_000],
  ['nested lists', Array.from({ length: 10_000 }, () => [[null]]), 1_000_000],
])('counts at least the bytes of %s', (_, value, least) => {
  expect(heapBytes(value)).toBeGreaterThanOrEqual(least);
  expect(heapBytes(value)).toBeLessThan(4 * least);
});
