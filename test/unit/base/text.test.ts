import { expect, it } from 'vitest';
import { firstFew, withoutTrailing } from '../../../src/base/text.ts';

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
