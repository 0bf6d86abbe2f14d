import fc from 'fast-check';
import { expect, it } from 'vitest';
import { meetsPattern } from '../../../src/match/pattern.ts';

it.each([
  ['/v[0-9]+', '/v2/items', 'part', true],
  ['/v[0-9]+', '/v2/items', 'whole', false],
  ['/v[0-9]+(/.*)?', '/v2/items', 'whole', true],
  ['a|b', 'xb', 'whole', false],
  ['(?i)SHOP', 'shop', 'whole', true],
  ['(?i:s)hop', 'Shop', 'whole', true],
  ['\\pL+', 'Grüße', 'whole', true],
  ['', '', 'whole', true],
] as const)('%j and %j (%s): %s', (pattern, value, patterns, meets) => {
  expect(meetsPattern(pattern, value, patterns)).toBe(meets);
});

it.each([
  ['a look-ahead', '(?=a)a'],
  ['a reference', '(a)\\1'],
  ['no end of a group', '('],
  ['a million repetitions', '(a{1000}){1000}'],
])('%s is no expression of RE2, and whether a value meets it is not known', (_, pattern) => {
  expect(meetsPattern(pattern, 'a', 'whole')).toBeUndefined();
});

it.each([
  ['(a+)+$', `${'a'.repeat(30_000)}!`],
  ['(x+x+)+y', 'x'.repeat(30_000)],
  ['(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)[^a]', 'a'.repeat(30_000)],
])('%s, for which JavaScript tries all ways, has an answer', (pattern, value) => {
  expect(meetsPattern(pattern, value, 'part')).toBe(false);
});

it('agrees with JavaScript on expressions that both have', () => {
  const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\w', '(?:ab|b)');
  const piece = fc.tuple(atom, fc.constantFrom('', '*', '+', '?', '{1,3}')).map((parts) => parts.join(''));
  const pattern = fc
    .array(fc.array(piece, { maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((ways) => ways.map((pieces) => pieces.join('')).join('|'));
  const value = fc.string({ unit: fc.constantFrom('a', 'b', '1', '/'), maxLength: 8 });
  fc.assert(
    fc.property(pattern, value, (source, text) => {
      expect(meetsPattern(source, text, 'part')).toBe(new RegExp(source).test(text));
      expect(meetsPattern(source, text, 'whole')).toBe(new RegExp(`^(?:${source})$`).test(text));
    }),
  );
});
