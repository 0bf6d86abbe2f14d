import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Fields } from '../../../../src/base/fields.ts';
import { lastAppliedOf, mergedByApply } from '../../../../src/plugin/diff/merge.ts';
import { ruleOf } from '../../../support/rules.ts';

it.each<[string, Fields, Fields, Fields, Fields]>([
  ['sets what is new', {}, { a: 1 }, {}, { a: 1 }],
  ['changes what differs', { a: 1 }, { a: 2 }, { a: 1 }, { a: 2 }],
  ['removes what the file had', { a: 1, b: 2 }, { a: 1 }, { a: 1, b: 2 }, { a: 1 }],
  ['keeps what others set', { a: 1 }, { a: 1 }, { a: 1, b: 2 }, { a: 1, b: 2 }],
  ['takes back what others changed', { a: 1 }, { a: 1 }, { a: 5 }, { a: 1 }],
  ['removes what is null', {}, { a: null }, { a: 1 }, {}],
  [
    'goes into maps',
    { m: { a: 1, b: 2 } },
    { m: { a: 1 } },
    { m: { a: 1, b: 2, c: 3 } },
    { m: { a: 1, c: 3 } },
  ],
  ['replaces lists', { l: [1, 2] }, { l: [3] }, { l: [1, 2, 9] }, { l: [3] }],
  ['puts a map in the place of a text', {}, { m: { a: 1 } }, { m: 'x' }, { m: { a: 1 } }],
])('%s', (_, last, wanted, stored, expected) => {
  expect(mergedByApply(last, wanted, stored)).toEqual(expected);
});

const maps = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.oneof(
    fc.integer(),
    fc.array(fc.integer()),
    fc.dictionary(fc.constantFrom('x', 'y'), fc.integer(), { noNullPrototype: true }),
  ),
  { noNullPrototype: true },
);

it('changes nothing the second time, whatever was applied', () => {
  fc.assert(
    fc.property(maps, maps, maps, (last, wanted, stored) => {
      const once = mergedByApply(last, wanted, stored);
      expect(once).toMatchObject(wanted);
      expect(mergedByApply(wanted, wanted, once)).toEqual(once);
    }),
  );
});

it.each([
  ['no note', undefined, undefined],
  ['a note', '{"spec":{"appId":1}}', { spec: { appId: 1 } }],
  ['a broken note', '{', undefined],
])('reads of an object with %s what was last applied', (_, note, expected) => {
  const annotations = note === undefined ? {} : { 'kubectl.kubernetes.io/last-applied-configuration': note };
  expect(lastAppliedOf(ruleOf({}, { annotations }))).toEqual(expected);
});
