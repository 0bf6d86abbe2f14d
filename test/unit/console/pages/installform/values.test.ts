import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readValues } from '../../../../../src/console/pages/installform/values.ts';

it.each([
  ['', {}],
  ['# nothing but a note\n', {}],
  ['replicas: 2\nimage: {tag: "1"}\n', { replicas: 2, image: { tag: '1' } }],
  ['password: null', { password: null }],
])('the values %j are %j', (text, values) => {
  expect(readValues(text)).toEqual({ type: 'read', values });
});

it.each([
  ['replicas: 2\nimage: [1, 2\nports: 3\n', 3, 'ports: 3'],
  ['a: 1\n  b: 2\n', 1, 'a: 1'],
  ['a: 1\na: 2\n', 2, 'a: 2'],
  ['- one\n', 1, '- one'],
  ['just a text', 1, 'just a text'],
])('the fault of %j is told at line %d', (text, line, at) => {
  expect(readValues(text)).toMatchObject({ type: 'wrong', line, text: at, message: expect.any(String) });
});

it('does not expand aliases without end', () => {
  const layers = Array.from({ length: 12 }, (_, at) =>
    at === 0
      ? 'l0: &l0 [a, a, a, a, a, a, a, a, a, a]'
      : `l${at}: &l${at} [${`*l${at - 1}, `.repeat(9)}*l${at - 1}]`,
  );
  expect(readValues(layers.join('\n'))).toMatchObject({ type: 'wrong', line: 0 });
});

it('reads what is written, and throws at nothing', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()), (values) => {
      const read = readValues(stringify(values));
      expect(JSON.stringify(read)).toBe(
        JSON.stringify({ type: 'read', values: JSON.parse(JSON.stringify(values)) }),
      );
    }),
    { numRuns: 100 },
  );
  fc.assert(fc.property(fc.string(), (text) => ['read', 'wrong'].includes(readValues(text).type)));
});
