import { expect, it } from 'vitest';
import { withoutTrailing } from '../../../src/base/text.ts';

it.each([
  ['/a//', '/a'],
  ['/a/b', '/a/b'],
  ['//', ''],
  ['', ''],
])('%j without slashes at its end is %j', (text, expected) => {
  expect(withoutTrailing(text, '/')).toBe(expected);
});
