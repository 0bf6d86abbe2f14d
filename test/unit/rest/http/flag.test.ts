import { expect, it } from 'vitest';
import { queryFlag } from '../../../../src/rest/http/flag.ts';

it.each([
  ['true', true],
  ['TRUE', true],
  ['1', true],
  ['false', false],
  ['False', false],
  ['0', false],
  ['Yes', true],
  ['on', true],
  ['t', true],
  ['NO', false],
  ['off', false],
  ['n', false],
  ['', undefined],
  [undefined, undefined],
])('a flag that is %j is %s', (value, flag) => {
  expect(queryFlag(value, 'is_outer')).toBe(flag);
});

it.each(['maybe', ' true ', 'null', '2', ['true', 'true'], { a: 'true' }])('a flag cannot be %j', (value) => {
  expect(() => queryFlag(value, 'is_outer')).toThrow('is_outer: must be true or false');
});
