import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairMap } from '../../../src/base/fairmap.ts';

/** A map of `limit` entries with those that are written as group and key, for example `a1`. */
function mapOf(limit: number, ...entries: readonly string[]): FairMap<string> {
  const map = new FairMap<string>(limit);
  for (const entry of entries) {
    map.set(entry.charAt(0), entry, entry);
  }
  return map;
}

/** All values, in the order in which they are taken. */
function taken(map: FairMap<string>): string[] {
  const values: string[] = [];
  for (let value = map.take(); value !== undefined; value = map.take()) {
    values.push(value);
  }
  return values;
}

describe('FairMap', () => {
  it.each([
    { title: 'is empty at first', entries: [], values: [] },
    { title: 'gives the oldest of a group first', entries: ['a1', 'a2'], values: ['a1', 'a2'] },
    { title: 'gives each group a turn', entries: ['a1', 'a2', 'a3', 'b1'], values: ['a1', 'b1', 'a2', 'a3'] },
    {
      title: 'lets a group that is alone use all',
      entries: ['a1', 'a2', 'a3', 'a4'],
      values: ['a1', 'a2', 'a3', 'a4'],
    },
    {
      title: 'removes the oldest of the group alone',
      entries: ['a1', 'a2', 'a3', 'a4', 'a5'],
      values: ['a2', 'a3', 'a4', 'a5'],
    },
    {
      title: 'removes from the largest group',
      entries: ['a1', 'a2', 'a3', 'b1', 'b2'],
      values: ['a2', 'b1', 'a3', 'b2'],
    },
    {
      title: 'removes from the group that grows',
      entries: ['a1', 'a2', 'b1', 'b2', 'b3'],
      values: ['a1', 'b2', 'a2', 'b3'],
    },
  ])('$title', ({ entries, values }) => {
    expect(taken(mapOf(4, ...entries))).toEqual(values);
  });

  it('keeps the age of a key whose value is replaced, and counts it once', () => {
    const map = mapOf(4, 'a1', 'a2');
    map.set('a', 'a1', 'new');
    expect([map.size, map.get('a', 'a1'), map.get('b', 'a1')]).toEqual([2, 'new', undefined]);
    expect(taken(map)).toEqual(['new', 'a2']);
  });

  it('says which entry goes for another one, and which are left of a group', () => {
    const map = mapOf(3, 'a1', 'a2', 'b1');
    expect(map.set('b', 'b1', 'new')).toBeUndefined();
    expect(map.set('c', 'c1', 'c1')).toEqual({ group: 'a', value: 'a1' });
    expect(['a', 'b', 'c', 'd'].map((group) => map.valuesOf(group))).toEqual([['a2'], ['new'], ['c1'], []]);
  });

  it('forgets what is deleted', () => {
    const map = mapOf(4, 'a1', 'a2');
    map.delete('a', 'a1');
    map.delete('a', 'a1');
    map.delete('b', 'b1');
    expect([map.size, map.get('a', 'a1'), taken(map)]).toEqual([1, undefined, ['a2']]);
  });

  it('never exceeds its limit, and never takes from a group with less than its share', () => {
    const entry = fc
      .tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(30))
      .map(([group, key]) => `${group}${key}`);
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
        const limit = 9;
        const values = taken(mapOf(limit, ...entries));
        expect(values).toHaveLength(Math.min(limit, new Set(entries).size));
        for (const group of ['a', 'b', 'c']) {
          const own = new Set(entries.filter((each) => each.startsWith(group)));
          const kept = values.filter((each) => each.startsWith(group));
          expect(kept.length).toBeGreaterThanOrEqual(Math.min(own.size, limit / 3));
        }
      }),
    );
  });
});
