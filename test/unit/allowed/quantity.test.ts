import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  canonicalQuantity,
  gibibytes,
  mebibytes,
  millicores,
  modelQuantity,
} from '../../../src/allowed/quantity.ts';
import { BINARY_SUFFIXES, DECIMAL_SUFFIXES, parseQuantity } from '../../../src/base/quantity.ts';

it.each([
  ['1024Mi', '1Gi'],
  ['1536Mi', '1536Mi'],
  ['1.5Gi', '1536Mi'],
  ['0.5Ki', '512'],
  ['62.5Ki', '64k'],
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
])('%s is stored as %s', (text, expected) => {
  expect(canonicalQuantity(text)).toBe(expected);
});

it.each([
  '',
  '-1',
  '-1Gi',
  'much',
  '1 Gi',
  '1GiB',
  '1e',
  '.',
  'Mi',
  '1e100',
  '1'.repeat(19),
  `0.${'1'.repeat(19)}`,
])('%j is no quantity of a model', (text) => {
  expect(canonicalQuantity(text)).toBeUndefined();
});

it('numbers in the units of the format become quantities', () => {
  expect([mebibytes(512), mebibytes(1024), mebibytes(3 * 1024 ** 2)]).toEqual(['512Mi', '1Gi', '3Ti']);
  expect([gibibytes(10), gibibytes(2048), gibibytes(0.5)]).toEqual(['10Gi', '2Ti', '512Mi']);
  expect([millicores(80), millicores(1000), millicores(2_000_000)]).toEqual(['80m', '1', '2k']);
});

const suffix = fc.constantFrom(...BINARY_SUFFIXES, ...DECIMAL_SUFFIXES, 'e-3', 'e0', 'E7');
const anyQuantity = fc
  .tuple(fc.nat(), fc.option(fc.nat({ max: 999_999 })), suffix)
  .map(([whole, fraction, of]) => `${whole}${fraction === null ? '' : `.${fraction}`}${of}`);

it('the stored form of a quantity has the same size', () => {
  fc.assert(
    fc.property(anyQuantity, (text) => {
      const written = canonicalQuantity(text) ?? '';
      expect(parseQuantity(written)?.nanos).toBe(parseQuantity(text)?.nanos);
      expect(canonicalQuantity(written)).toBe(modelQuantity(written) === undefined ? undefined : written);
    }),
    { numRuns: 1_000 },
  );
});

it('short texts have a stored form exactly if they are quantities', () => {
  fc.assert(
    fc.property(fc.oneof(anyQuantity, fc.string({ maxLength: 6 })), (text) => {
      expect(canonicalQuantity(text) === undefined).toBe(parseQuantity(text) === undefined);
    }),
  );
});
