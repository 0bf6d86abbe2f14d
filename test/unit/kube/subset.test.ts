import { expect, it } from 'vitest';
import { isSubset } from '../../../src/kube/subset.ts';

it.each([
  ['what the API server fills in', { a: 1 }, { a: 1, b: 2 }, true],
  ['another value', { a: { b: 'x' } }, { a: { b: 'y' } }, false],
  ['a value that is missing', { a: 'x' }, {}, false],
  ['a value where a list is', { a: 'x' }, { a: ['x'] }, false],
  ['an item more', [1], [1, 2], false],
  ['items in another order', [1, 2], [2, 1], false],
  ['fields inside items', [{ a: 1 }], [{ a: 1, b: 2 }], true],
  ['empty values that are not stored', { a: '', b: 0, c: false, d: [], e: null }, {}, true],
  ['an empty value where another is', { a: '' }, { a: 'x' }, false],
  ['an empty map that is missing', { emptyDir: {} }, {}, false],
])('compares %s', (_, wanted, found, expected) => {
  expect(isSubset(wanted, found)).toBe(expected);
});
