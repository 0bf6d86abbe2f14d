import { expect, it } from 'vitest';
import { ignoredHeader } from '../../../../src/rest/http/headers.ts';

it.each([
  [['tcp', 'http.note'], 'tcp, http.note'],
  [['a,b', 'c\r\nd', 'ä', 'x'.repeat(200)], '4 more'],
  [['a', ''], 'a, 1 more'],
])('the header of %j is %j', (paths, header) => {
  expect(ignoredHeader(paths)).toBe(header);
});

it('the header is bounded', () => {
  const paths = Array.from({ length: 20_000 }, (_, index) => `member_${index}`);
  const header = ignoredHeader(paths);
  expect(header.length).toBeLessThan(600);
  expect(header).toMatch(/^member_0, member_1, .*, \d+ more$/);
});
