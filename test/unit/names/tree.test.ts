import fc from 'fast-check';
import { expect, it } from 'vitest';
import { covers, overlaps } from '../../../src/names/name.ts';
import { NameTree } from '../../../src/names/tree.ts';

const part = fc.constantFrom('a', 'b', 'com');
const host = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
const name = fc.oneof(
  host,
  host.map((parent) => `*.${parent}`),
  fc.constantFrom('port 1', 'port 2'),
);
const entry = fc.record({ name, owner: fc.constantFrom('x', 'y', 'z') });
const entries = fc.array(entry, { maxLength: 12 });

type Entry = { readonly name: string; readonly owner: string };

/** A tree that had entries which are gone again. */
function treeOf(kept: readonly Entry[], gone: readonly Entry[]): NameTree<Entry> {
  const tree = new NameTree<Entry>();
  for (const each of [...kept, ...gone]) {
    tree.add(each.name, each.owner, each);
  }
  for (const each of gone) {
    tree.remove(each.name, each.owner, each);
    tree.remove(each.name, each.owner, each);
  }
  return tree;
}

const asSet = (found: Iterable<Entry>) => new Set(found);

it('finds what overlaps a name, of the owners that count', () => {
  fc.assert(
    fc.property(entries, entries, name, (kept, gone, wanted) => {
      const tree = treeOf(kept, gone);
      const counts = (owner: string) => owner !== 'x';
      const of = kept.filter(({ owner }) => counts(owner));
      expect(asSet(tree.overlapping(wanted, counts))).toEqual(
        asSet(of.filter((each) => overlaps(each.name, wanted))),
      );
      expect(asSet(tree.within(wanted))).toEqual(
        asSet(kept.filter((each) => each.name !== wanted && covers(wanted, each.name))),
      );
    }),
  );
});

it('finds the most specific name first among those that cover one', () => {
  fc.assert(
    fc.property(entries, entries, name, (kept, gone, wanted) => {
      const found = [...treeOf(kept, gone).covering(wanted)].map((values) => values.map((each) => each.name));
      expect(found.flat().toSorted()).toEqual(
        kept
          .filter((each) => covers(each.name, wanted))
          .map((each) => each.name)
          .toSorted(),
      );
      for (const [index, [first = '', ...rest]] of found.entries()) {
        expect(new Set(rest).has(first) || rest.length === 0).toBe(true);
        expect(
          found
            .slice(index + 1)
            .flat()
            .every((wider) => covers(wider, first)),
        ).toBe(true);
      }
    }),
  );
});

it('keeps the order of owners, in which the first counts', () => {
  const tree = new NameTree<string>();
  tree.add('a.com', 'y', 'first');
  tree.add('a.com', 'x', 'second');
  expect([...tree.covering('a.com')]).toEqual([['first', 'second']]);
});

it('looks at nothing of an owner that does not count', () => {
  const tree = new NameTree<number>();
  for (let index = 0; index < 1_000; index += 1) {
    tree.add(`h${index}.example.com`, 'own', index);
  }
  tree.add('one.example.com', 'other', -1);
  let looks = 0;
  const counts = (owner: string) => {
    looks += 1;
    return owner !== 'own';
  };
  expect([...tree.overlapping('h1.example.com', counts)]).toEqual([]);
  expect(looks).toBe(1);
  looks = 0;
  expect([...tree.overlapping('*.example.com', counts)]).toEqual([-1]);
  expect(looks).toBe(2);
});
