import { expect, it } from 'vitest';
import { abridged, clipped, firstFew, withoutTrailing } from '../../../src/base/text.ts';

it.each([
  ['/a//', '/a'],
  ['/a/b', '/a/b'],
  ['//', ''],
  ['', ''],
])('%j without slashes at its end is %j', (text, expected) => {
  expect(withoutTrailing(text, '/')).toBe(expected);
});

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a; b'],
  [['a', 'b', 'c'], 'a; b; and 1 more'],
  [['a', 'b', 'c', 'd'], 'a; b; and 2 more'],
])('the first few of %j are %j', (texts, expected) => {
  expect(firstFew(texts, 2, '; ')).toBe(expected);
});

it.each([
  ['abc', 3, 'abc', 'abc'],
  ['abcd', 3, 'abc', 'ab…'],
  ['😀😀', 2, '😀😀', '😀😀'],
  ['😀😀😀', 2, '😀😀', '😀…'],
  ['a😀b', 2, 'a😀', 'a…'],
])('%j of at most %d characters is %j, and %j where it tells that it was longer', (text, max, cut, told) => {
  expect(clipped(text, max)).toBe(cut);
  expect(abridged(text, max)).toBe(told);
});
