import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shapeProblem } from '../../../src/base/jsonshape.ts';

const [MAX_LEVELS, MAX_VALUES] = [32, 1_000];

const problemOf = (text: string) =>
  shapeProblem(Buffer.from(text), { levels: MAX_LEVELS, values: MAX_VALUES });

const DEEP = `answer must nest at most ${MAX_LEVELS} levels deep`;
const MANY = `answer must have at most ${MAX_VALUES} values`;

it.each([
  ['lists inside of lists', '['.repeat(MAX_LEVELS + 1), DEEP],
  ['maps inside of lists', '{"a":['.repeat(MAX_LEVELS), DEEP],
  ['many values', `[${'0,'.repeat(MAX_VALUES)}0]`, MANY],
  ['many empty lists', `[${'[]'.repeat(MAX_VALUES)}]`, MANY],
  [
    'brackets in texts',
    JSON.stringify({ a: `"\\${'['.repeat(MAX_LEVELS + 1)},`, b: ','.repeat(MAX_VALUES) }),
    undefined,
  ],
  ['a text without an end', `"${'\\'.repeat(9)}`, undefined],
  ['no text', '', undefined],
])('is a problem for %s only beyond a bound', (_, text, problem) => {
  expect(problemOf(text)).toBe(problem);
});

it('is none for any JSON within the bounds', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (json) => {
      expect(problemOf(json)).toBeUndefined();
    }),
  );
});
