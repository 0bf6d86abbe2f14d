import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areSameVersion, orderOfVersions, semanticVersionOf } from '../../../src/base/semver.ts';

/** Versions in their order, as the specification has them and beyond. */
const ORDERED = [
  '0.0.0-0',
  '0.9.0',
  '1.0.0-1',
  '1.0.0-2',
  '1.0.0-10',
  '1.0.0--1',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  'v1.0.1',
  '1.2',
  '1.10.0',
  '2',
  '99999999999999999999.0.0',
];

const version = fc.constantFrom(...ORDERED, 'v1.0.0+a', '1.0.0+b');

function compared(one: string, other: string): number | undefined {
  const [a, b] = [semanticVersionOf(one), semanticVersionOf(other)];
  return a && b && orderOfVersions(a, b);
}

it('orders versions as their specification does', () => {
  const pairs = ORDERED.flatMap((one, at) =>
    ORDERED.map((other, index) => [one, other, at - index] as const),
  );
  for (const [one, other, order] of pairs) {
    expect([one, other, compared(one, other)]).toEqual([one, other, Math.sign(order)]);
  }
});

it('finds an order that is one', () => {
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      expect(compared(a, b)).toBe(-(compared(b, a) ?? Number.NaN) + 0);
      if ((compared(a, b) ?? 1) <= 0 && (compared(b, c) ?? 1) <= 0) {
        expect(compared(a, c)).toBeLessThanOrEqual(0);
      }
    }),
  );
});

it.each([
  ['1.0.0', 'v1.0.0', true],
  ['1.2', '1.2.0', true],
  ['1.0.0+b', '1.0.0_b', true],
  ['1.0.0+a', '1.0.0+b', false],
  ['1.0.0+a', '1.0.0', false],
  ['1.0.0-a', '1.0.0-b', false],
  ['^1', '^1', true],
  ['^1', '^1.0', false],
  ['latest', '1.0.0', false],
])('%s and %s are one version: %s', (one, other, same) => {
  expect(areSameVersion(one, other)).toBe(same);
  expect(areSameVersion(other, one)).toBe(same);
});

it.each([
  '',
  'latest',
  '^1.0.0',
  '1.x',
  '1.0.0.0',
  '1.0.0-',
  '1.0.0+',
  '1.0.0-a..b',
  '1.0.0_a_b',
  '=1.0.0',
  `1.0.0-${'a'.repeat(300)}`,
])('%s is no version', (text) => {
  expect(semanticVersionOf(text)).toBeUndefined();
});
