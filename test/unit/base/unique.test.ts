import { expect, it } from 'vitest';
import { uniqueBy } from '../../../src/base/unique.ts';

it('the first of each name stays, and the others are handed over', () => {
  const others: string[] = [];
  const items = ['a1', 'b1', 'a2', 'a3'];
  expect(
    uniqueBy(
      items,
      ([name = '']) => name,
      (again) => others.push(again),
    ),
  ).toEqual(['a1', 'b1']);
  expect(others).toEqual(['a2', 'a3']);
});
