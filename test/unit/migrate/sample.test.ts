import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pathRegexSchema } from '../../../src/api/pathregex.ts';
import { sampleOf } from '../../../src/migrate/sample.ts';

it.each([
  ['/items/[0-9]+', '/items/1'],
  ['/(tea|coffee)(/.*)?', '/tea/a'],
  [String.raw`/a\.b\d`, '/a.b1'],
  ['/[^a1]', '/A'],
])('%s is for %s', (expression, path) => {
  expect(sampleOf(expression)).toBe(path);
});

const one = fc.constantFrom(
  ...['a', '/', '.', '-', String.raw`\.`, String.raw`\d`, String.raw`\w`, '[a-f]', '[^a-z/]', '[x-]'],
);
const repeated = fc.tuple(one, fc.constantFrom('', '', '', '?', '+', '*')).map((parts) => parts.join(''));
const run = fc.array(repeated, { maxLength: 4 }).map((parts) => parts.join(''));
const group = fc
  .tuple(fc.array(run, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '?'))
  .map(([all, end]) => `(${all.join('|')})${end}`);
const expressions = fc
  .array(fc.oneof(run, group), { maxLength: 5 })
  .map((parts) => `/${parts.join('')}`)
  .filter((text) => pathRegexSchema.safeParse(text).success);

it('every expression of a rule is for its sample', () => {
  fc.assert(
    fc.property(expressions, (expression) => {
      expect(sampleOf(expression)).toMatch(new RegExp(`^${expression}$`));
    }),
  );
});
