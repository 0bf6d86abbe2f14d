import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  BINARY_SUFFIXES,
  DECIMAL_SUFFIXES,
  parseQuantity,
  readQuantity,
} from '../../../src/base/quantity.ts';

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
  ['+5', 5],
  ['', undefined],
  ['much', undefined],
  ['1 Gi', undefined],
  ['1gi', undefined],
  ['-1', undefined],
])('%j is %s', (text, number) => {
  expect(readQuantity(text)).toBe(number);
});

it.each([
  ['1Ki', 'binary'],
  ['1k', 'decimal'],
  ['1', 'decimal'],
  ['1e3', 'exponent'],
  ['1E3', 'exponent'],
  ['1E', 'decimal'],
] as const)('%j has the form %s', (text, form) => {
  expect(parseQuantity(text)?.form).toBe(form);
});

it('quantities are rounded up to billionths', () => {
  expect(parseQuantity('0.0000000001')?.nanos).toBe(1n);
});

const factors = [
  ...BINARY_SUFFIXES.map((suffix, power) => [suffix, 1024 ** power] as const),
  ...DECIMAL_SUFFIXES.map((suffix, power) => [suffix, 1000 ** (power - 3)] as const),
  ...[-3, 0, 6].map((power) => [`e${power}`, 10 ** power] as const),
];

it('numbers of quantities agree with floating-point arithmetic', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.nat({ max: 999 }),
      fc.constantFrom(...factors),
      (whole, part, [suffix, factor]) => {
        const digits = `${whole}.${String(part).padStart(3, '0')}`;
        const number = Number(digits) * factor;
        const error = Math.abs((readQuantity(`${digits}${suffix}`) ?? Number.NaN) - number);
        expect(error).toBeLessThanOrEqual(1e-9 + number * 1e-12);
      },
    ),
  );
});
