import { describe, expect, it } from 'vitest';
import { readYaml, yamlOf } from '../../../src/kube/yaml.ts';

function read(text: string): unknown {
  const found = readYaml(text);
  return found.ok ? found.documents[0] : found.why;
}

describe('a scalar', () => {
  it.each([
    ['0400', 256],
    ['0o17', 15],
    ['0b101', 5],
    ['0x1F', 31],
    ['-0700', -448],
    ['089', 89],
    ['1_000', 1000],
    ['+12', 12],
    ['-0', 0],
    ['1.', 1],
    ['.5', 0.5],
    ['6.02e3', 6020],
    ['18446744073709551615', 2 ** 64],
    ['0x1FFFFFFFFFFFFFFFF', '0x1FFFFFFFFFFFFFFFF'],
    ['1e999', '1e999'],
    ['_1', '_1'],
    ['1.2.3', '1.2.3'],
    ['12:30:45', '12:30:45'],
    ['2026-02-03', '2026-02-03'],
    ['2026-02-03T04:05:06Z', '2026-02-03T04:05:06Z'],
    ['yes', true],
    ['Off', false],
    ['oN', 'oN'],
    ['n', false],
    ['~', null],
    ['NULL', null],
    ['', null],
    ["'0400'", '0400'],
    ['"yes"', 'yes'],
    ['|-\n  0400', '0400'],
    ['! 12', '12'],
    ['!!str 12', '12'],
    ['!!int "0400"', 256],
    ['!!float 1', 1],
    ['!!bool "on"', true],
    ['!!null ""', null],
    ['!!binary aGVsbG8=', 'hello'],
    ['!mine 12', '12'],
  ])('%s', (written, value) => {
    expect(read(`field: ${written}`)).toEqual({ field: value });
  });

  it.each([
    ['!!int twelve', '"twelve" is no int'],
    ['!!bool 1', '"1" is no bool'],
    ['.inf', '.inf is no number that an object can have'],
    ['.NaN', '.NaN is no number that an object can have'],
  ])('%s is refused', (written, why) => {
    expect(read(`a: 1\nfield: ${written}`)).toBe(`it cannot be read in line 2: ${why}`);
  });
});

describe('a map', () => {
  it('has texts as keys, of equal ones the last', () => {
    expect(read('{0644: a, yes: b, 1.50: c, 2026-02-03: d, x: e, "x": f}')).toEqual({
      420: 'a',
      true: 'b',
      1.5: 'c',
      '2026-02-03': 'd',
      x: 'f',
    });
  });

  it('has the entries of the maps that it merges where the merge key stands', () => {
    const base = 'base: &base {a: 1, b: 1}\nmore: &more {b: 2, c: 2}\n';
    expect(read(`${base}made: {<<: *base, b: 3}`)).toMatchObject({ made: { a: 1, b: 3 } });
    expect(read(`${base}made: {b: 3, <<: *base}`)).toMatchObject({ made: { a: 1, b: 1 } });
    expect(read(`${base}made: {<<: [*base, *more], d: 3}`)).toMatchObject({
      made: { a: 1, b: 1, c: 2, d: 3 },
    });
    expect(read('{<<: {<<: {a: 1}, b: 2}}')).toEqual({ a: 1, b: 2 });
    expect(read('{"<<": {a: 1}}')).toEqual({ '<<': { a: 1 } });
  });

  it('never has fields of the language', () => {
    const found = read('__proto__: {polluted: yes}');
    expect(Object.entries(found as object)).toEqual([['__proto__', { polluted: true }]]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each([
    ['{<<: 1}', 'merge key takes a map'],
    ['{<<: [{a: 1}, [b]]}', 'merge key takes a map'],
    ['{~: 1}', 'key is no text'],
    ['{[a]: 1}', 'key is no text'],
  ])('%s is refused', (text, why) => {
    expect(read(text)).toContain(why);
  });
});

describe('an alias', () => {
  it('stands for the last anchor of its name before it, in its own document', () => {
    expect(read('[&a 1, *a, &a 2, *a]')).toEqual([1, 1, 2, 2]);
    expect(read('[&a {x: &b 1}, &b 2, *a, *b]')).toEqual([{ x: 1 }, 2, { x: 1 }, 2]);
    expect(readYaml('- &a 1\n---\n- *a\n')).toMatchObject({ ok: false });
  });

  it('is refused inside of what it stands for', () => {
    expect(read('a: &a {b: *a}')).toContain('contains it');
    expect(read('a: &a {<<: *a}')).toContain('contains it');
  });

  it('is refused where many repeat more than a document has, merged or not', () => {
    const lines = Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1}`);
    const merges = lines.map((line, at) => `${line} {<<: [*a${at}, *a${at}, *a${at}], k${at}: 1}`);
    const lists = lines.map((line, at) => `${line} [*a${at}, *a${at}, *a${at}]`);
    for (const repeated of [merges, lists]) {
      expect(read(['a0: &a0 {x: 1}', ...repeated].join('\n'))).toContain('aliases repeat more than');
    }
    expect(read(`a: &a [1, 2]\nb: [${'*a, '.repeat(1000)}]`)).toHaveProperty('b.length', 1000);
  });
});

it('documents without content are left out', () => {
  expect(readYaml('# nothing\n---\na: 1\n---\n~\n---\n{"b": 0.5}\n...\n')).toEqual({
    ok: true,
    documents: [{ a: 1 }, { b: 0.5 }],
  });
});

it('a text that is no YAML is told by its line', () => {
  expect(readYaml('a: 1\nb: [2\n')).toEqual({
    ok: false,
    why: expect.stringContaining('not valid YAML in line'),
  });
});

describe('an object in YAML', () => {
  it.each([
    [
      { name: 'web', list: [1, 'two'], text: 'The 店铺' },
      'name: web\nlist:\n  - 1\n  - two\ntext: The 店铺\n',
    ],
    [{ note: 'a # \u202e b' }, '{\n  "note": "a # \\u202e b"\n}\n'],
  ])('%j is readable, and hides nothing', (object, expected) => {
    const yaml = yamlOf(object);
    expect(yaml).toBe(expected);
    expect(read(yaml)).toEqual(object);
  });
});
