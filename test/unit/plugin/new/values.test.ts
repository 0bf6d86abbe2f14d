import { expect, it } from 'vitest';
import { valuesIn } from '../../../../src/plugin/new/values.ts';

it('reads a file of values', () => {
  expect(valuesIn('a: { b: [1, "2"] }\nc: null\n')).toEqual({ a: { b: [1, '2'] }, c: null });
  expect(valuesIn('# nothing\n')).toEqual({});
});

it.each([
  ['a: [', 'the values cannot be read: it is not valid YAML in line 1'],
  ['- a\n', 'the values must be one map'],
  ['text', 'the values must be one map'],
  ['a: 1\n---\nb: 2\n', 'the values must be one map'],
])('refuses %j', (text, message) => {
  expect(() => valuesIn(text)).toThrow(message);
});
