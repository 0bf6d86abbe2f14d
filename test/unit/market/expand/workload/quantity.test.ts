import { expect, it } from 'vitest';
import {
  canonicalQuantity,
  gibibytes,
  mebibytes,
  millicores,
} from '../../../../../src/market/expand/workload/quantity.ts';

it.each([
  ['1024Mi', '1Gi'],
  ['1536Mi', '1536Mi'],
  ['1.5Gi', '1536Mi'],
  ['0.5Ki', '512'],
  ['1000m', '1'],
  ['500m', '500m'],
  ['0.5', '500m'],
  ['.25', '250m'],
  ['1000', '1k'],
  ['1024', '1024'],
  ['2000000', '2M'],
  ['1e3', '1e3'],
  ['1500e3', '1500e3'],
  ['0', '0'],
  ['0Mi', '0'],
  ['+5', '5'],
  ['0.0000000001', '1n'],
])('writes %s as %s', (text, expected) => {
  expect(canonicalQuantity(text)).toBe(expected);
});

it.each(['', '-1', '-1Gi', 'much', '1 Gi', '1GiB', '1e', '.', 'Mi'])('does not take %j', (text) => {
  expect(canonicalQuantity(text)).toBeUndefined();
});

it('counts in the units of the format', () => {
  expect([mebibytes(512), mebibytes(1024), mebibytes(3 * 1024 ** 2)]).toEqual(['512Mi', '1Gi', '3Ti']);
  expect([gibibytes(10), gibibytes(2048), gibibytes(0.5)]).toEqual(['10Gi', '2Ti', '512Mi']);
  expect([millicores(80), millicores(1000), millicores(2_000_000)]).toEqual(['80m', '1', '2k']);
});
