import { expect, it } from 'vitest';
import { codes, markdownTable, withGenerated } from '../../../src/base/markdown.ts';

it('pads the columns of a table to their longest cell', () => {
  expect(
    markdownTable([
      ['name', 'n'],
      ['a', '100'],
    ]),
  ).toBe('| name | n   |\n| ---- | --- |\n| a    | 100 |');
});

it('lists names as code', () => {
  expect(codes(['a', 'b.c'])).toBe('`a`, `b.c`');
  expect(codes(['a', 'b'], ' or ')).toBe('`a` or `b`');
});

it('replaces only the part between two markers', () => {
  expect(withGenerated('before\n<b>\nold\n<e>\nafter', '<b>', '<e>', ['new', 'parts'])).toBe(
    'before\n<b>\n\nnew\n\nparts\n\n<e>\nafter',
  );
});

it('rejects a page whose markers are missing or in the wrong order', () => {
  expect(() => withGenerated('<e> <b>', '<b>', '<e>', [])).toThrow('lacks the markers');
});
