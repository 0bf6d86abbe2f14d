import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type JsonSize, jsonSize } from '../../../src/base/jsonvalue.ts';

const MOST = { levels: 8, values: 100 };

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
const MANY: JsonSize = { type: 'beyond', problem: 'must have at most 100 values' };
const DEEP: JsonSize = { type: 'beyond', problem: 'must nest at most 8 levels deep' };

it.each<[string, unknown, JsonSize]>([
  ['a text', 'a'.repeat(1_000), { type: 'within', values: 1 }],
  ['nothing', null, { type: 'within', values: 1 }],
  ['as many levels as there may be', nested(8), { type: 'within', values: 8 }],
  ['one level more', nested(9), DEEP],
  ['more levels than anything recurses', nested(200_000), DEEP],
  ['as many items as there may be', Array.from({ length: 99 }, () => 0), { type: 'within', values: 100 }],
  ['one item more', Array.from({ length: 100 }, () => 0), MANY],
  ['as many items as fit into an object', Array.from({ length: 700_000 }, () => 0), MANY],
  ['many members', Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`m${at}`, at])), MANY],
  [
    'names that objects have',
    JSON.parse('{"__proto__":{"length":7},"constructor":[1],"toString":2}'),
    { type: 'within', values: 6 },
  ],
])('is known for %s', (_, value, size) => {
  expect(jsonSize(value, MOST)).toEqual(size);
});

it('counts each value of JSON once', () => {
  const count = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce<number>((sum, each) => sum + count(each), 1)
      : 1;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(jsonSize(value, { levels: 16, values: 1_000_000 })).toEqual({
        type: 'within',
        values: count(value),
      });
    }),
  );
});
