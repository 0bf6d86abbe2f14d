import { expect, it } from 'vitest';
import {
  groupsOf,
  type PlannedObject,
  powersOf,
  summaryOf,
} from '../../../../../src/console/parts/plan/plan.ts';

const NONE = { create: 0, change: 0, recreate: 0, delete: 0, unchanged: 0 };

function object(action: PlannedObject['action'], name: string): PlannedObject {
  return { action, group: '', kind: 'Service', name, diff: '' };
}

it('what a plan takes away comes first, and what it has no room for is counted', () => {
  const groups = groupsOf({
    objects: [object('create', 'a'), object('delete', 'b'), object('create', 'c')],
    counts: { ...NONE, create: 5, delete: 1, unchanged: 9 },
  });
  expect(groups.map(({ title, objects, more }) => [title, objects.length, more])).toEqual([
    ['1 to delete', 1, 0],
    ['5 to create', 2, 3],
  ]);
});

it.each([
  [NONE, 'No objects'],
  [{ ...NONE, change: 2, unchanged: 5 }, '2 to change, 5 unchanged'],
  [{ ...NONE, create: 1, recreate: 1 }, '1 to delete and create again, 1 to create'],
])('the counts %j are %j', (counts, summary) => {
  expect(summaryOf(counts)).toBe(summary);
});

it('powers that are new come first', () => {
  const powers = powersOf([
    { topic: 'images', same: ['a/web'], gained: ['a/spy'] },
    { topic: 'root', same: [], gained: ['web'] },
  ]);
  expect(powers.map(({ topic, text, isNew }) => [topic, text, isNew])).toEqual([
    ['Runs', 'a/spy', true],
    ['Has root', 'web', true],
    ['Runs', 'a/web', false],
  ]);
});
