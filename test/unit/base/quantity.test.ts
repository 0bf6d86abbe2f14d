import { expect, it } from 'vitest';
import { readQuantity } from '../../../src/base/quantity.ts';

it.each([
  ['1', 1],
  ['0.5', 0.5],
  ['.5', 0.5],
  ['250m', 0.25],
  ['512Mi', 512 * 2 ** 20],
  ['1Gi', 2 ** 30],
  ['1G', 1e9],
  ['2k', 2_000],
  ['12e3', 12_000],
  ['1E', 1e18],
  ['', undefined],
  ['much', undefined],
  ['1 Gi', undefined],
  ['1gi', undefined],
])('%j is %s', (text, number) => {
  expect(readQuantity(text)).toBe(number);
});
