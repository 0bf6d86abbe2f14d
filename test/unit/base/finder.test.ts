import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Finder } from '../../../src/base/finder.ts';

/** Places of texts in another one, each place tried with each text. */
function slowly(texts: readonly string[], text: string): readonly (readonly [number, number])[] {
  const longestFirst = texts.toSorted((a, b) => b.length - a.length);
  const found: [number, number][] = [];
  for (let at = 0; at < text.length; at += 1) {
    const one = longestFirst.find((each) => text.startsWith(each, at));
    if (one !== undefined) {
      found.push([at, at + one.length]);
      at += one.length - 1;
    }
  }
  return found;
}

function found(texts: readonly string[], text: string): readonly (readonly [number, number])[] {
  return [...(Finder.of(texts)?.in(text) ?? [])].map(({ start, end }) => [start, end] as const);
}

it('finds what trying each text at each place finds', () => {
  const letters = (max: number) =>
    fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: max });
  fc.assert(
    fc.property(fc.uniqueArray(letters(6), { maxLength: 8 }), letters(40), (texts, text) => {
      expect(found(texts, text)).toEqual(slowly(texts, text));
    }),
    { numRuns: 3_000 },
  );
});

it('finds long texts whole, and one that is cut as far as it goes', () => {
  const key = 'k'.repeat(200);
  expect(found([`${key}1`, `${key}22`], `x${key}22y${key}1`)).toEqual([
    [1, 203],
    [204, 405],
  ]);
  expect(found([`${key}22`], `x${key}`)).toEqual([[1, 201]]);
  expect(found([`${key}22`], 'k'.repeat(100))).toEqual([]);
});

it('is none for more texts than fit', () => {
  const texts = Array.from({ length: 5_000 }, (_, at) => `${at}${'x'.repeat(120)}`);
  expect(Finder.of(texts)).toBeUndefined();
});

it('takes a text that begins like thousands of others', () => {
  const texts = Array.from({ length: 18_000 }, (_, at) => `aaaaaab${at}`);
  expect(found(texts, 'a'.repeat(500_000))).toEqual([]);
  const nested = Array.from({ length: 128 }, (_, at) => 'a'.repeat(at + 1));
  expect(found(nested, 'a'.repeat(128_000))).toHaveLength(1_000);
});
