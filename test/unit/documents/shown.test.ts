import { describe, expect, it } from 'vitest';
import { prints } from '../../documents/shown.ts';

describe('text', () => {
  it.each([
    ['a   b\n', 'a b', true],
    ['NAME  AGE\nweb   12s\n', 'NAME  AGE\nweb   …', true],
    ['a\nb\nc\nd', 'a\n…\nd', true],
    ['{"component":"web","pod":"x"}', '{"component":"web",…', true],
    ['a.c', 'a.c', true],
    ['abc', 'a.c', false],
    ['a\nb', 'a', false],
    ['a b', 'a…\nb', false],
    ['', 'a', false],
  ])('%j against %j: %s', (output, shown, expected) => {
    expect(prints(output, shown)).toBe(expected);
  });
});

describe('JSON', () => {
  it.each([
    ['{"a":1,"b":[true,null]}', '{ "b": [true, null], "a": 1 }', true],
    ['{"a":"id-7"}', '{ "a": "id-…" }', true],
    ['{"a":1,"b":2}', '{ "a": 1 }', false],
    ['{"a":1}', '{ "a": 1, "b": 2 }', false],
    ['{"a":1,"b":2}', '{ "a": 1, "…": "…" }', true],
    ['{"b":2}', '{ "a": 1, "…": "…" }', false],
    ['[1,2,3]', '["…", 3]', true],
    ['[1,2,3]', '["…", 2, "…"]', true],
    ['[3]', '["…", 3, "…"]', true],
    ['[1,2]', '["…", 3]', false],
    ['[1,2]', '[1]', false],
    ['[]', '[1]', false],
    ['{"0":1}', '[1]', false],
    ['[1]', '{ "0": 1 }', false],
    ['{"a":"1"}', '{ "a": 1 }', false],
    ['no JSON', '{ "a": 1 }', false],
  ])('%s against %s: %s', (output, shown, expected) => {
    expect(prints(output, shown)).toBe(expected);
  });
});
