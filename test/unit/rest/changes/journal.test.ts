import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChangedObject, ChangeJournal } from '../../../../src/rest/changes/journal.ts';

function rule(name: string, namespace = 'a'): ChangedObject {
  return { resource: 'rule', namespace, name };
}

/** Changes an id in one place. */
function altered(id: string): string {
  return `${id.startsWith('A') ? 'B' : 'A'}${id.slice(1)}`;
}

describe('a journal of changes', () => {
  it('tells those after an id, each object once, in the order of the last change', () => {
    const journal = new ChangeJournal();
    journal.record(rule('old'));
    const seen = journal.latest('a');
    for (const name of ['x', 'y', 'x']) {
      journal.record(rule(name));
    }
    journal.record(rule('z', 'b'));
    expect(journal.since(seen, 'a')).toEqual([rule('y'), rule('x')]);
    expect(journal.since(journal.latest('a'), 'a')).toEqual([]);
  });

  it.each([
    ['no id', () => undefined],
    ['an id of another process', () => new ChangeJournal().latest('a')],
    ['an id of another namespace', (journal: ChangeJournal) => journal.latest('b')],
    ['an id that is none', () => 'x'],
    ['an empty id', () => ''],
    ['an id that somebody has altered', (journal: ChangeJournal) => altered(journal.latest('a'))],
    ['a longer id', (journal: ChangeJournal) => `${journal.latest('a')}AAAA`],
  ])('tells of nothing after %s', (_, idOf) => {
    const journal = new ChangeJournal();
    journal.record(rule('x'));
    expect(journal.since(journal.latest('a'), 'a')).toEqual([]);
    expect(journal.since(idOf(journal), 'a')).toBeUndefined();
  });

  it('has ids that tell nothing of the changes of others, not even whether there were any', () => {
    const journal = new ChangeJournal();
    const ids = Array.from({ length: 50 }, (_, index) => {
      if (index % 2 === 0) {
        journal.record(rule('x', 'b'));
      }
      return journal.latest('a');
    });
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids.map(({ length }) => length)).size).toBe(1);
    for (const id of ids) {
      expect(journal.since(id, 'a')).toEqual([]);
    }
  });

  it('remembers a bounded number of objects, and says where some are missing', () => {
    const journal = new ChangeJournal();
    const first = journal.latest('a');
    journal.record(rule('x0'));
    const second = journal.latest('a');
    for (let index = 1; index < 10_000; index += 1) {
      journal.record(rule(`x${index}`));
    }
    expect(journal.since(first, 'a')).toHaveLength(10_000);
    journal.record(rule('one-more'));
    expect(journal.since(first, 'a')).toBeUndefined();
    expect(journal.since(second, 'a')).toHaveLength(10_000);
  });

  it('forgets nothing of a namespace for the many changes of another one', () => {
    const journal = new ChangeJournal();
    const first = journal.latest('quiet');
    journal.record(rule('x', 'quiet'));
    for (let index = 0; index < 20_000; index += 1) {
      journal.record(rule(`x${index}`, 'busy'));
    }
    expect(journal.since(first, 'quiet')).toEqual([rule('x', 'quiet')]);
    expect(journal.since(journal.latest('quiet'), 'quiet')).toEqual([]);
  });

  it('knows of more namespaces that something is missing than it remembers one by one', () => {
    const journal = new ChangeJournal();
    const first = journal.latest('n0');
    for (let index = 0; index < 12_000; index += 1) {
      journal.record(rule('x', `n${index}`));
    }
    expect(journal.since(first, 'n0')).toBeUndefined();
  });

  it('calls who listens to a namespace, and nobody after that', () => {
    const journal = new ChangeJournal();
    const heard: string[] = [];
    const stop = journal.listen('a', ({ name }) => heard.push(name));
    journal.record(rule('x'));
    journal.record(rule('y', 'b'));
    stop();
    journal.record(rule('z'));
    expect(heard).toEqual(['x']);
  });

  it('tells a client that comes and goes of every change', () => {
    const change = fc.record({ name: fc.constantFrom('x', 'y', 'z'), namespace: fc.constantFrom('a', 'b') });
    fc.assert(
      fc.property(fc.array(fc.array(change)), (rounds) => {
        const journal = new ChangeJournal();
        let seen = journal.latest('a');
        for (const round of rounds) {
          for (const { name, namespace } of round) {
            journal.record(rule(name, namespace));
          }
          const told = journal.since(seen, 'a')?.map(({ name }) => name);
          const changed = round.filter(({ namespace }) => namespace === 'a').map(({ name }) => name);
          expect(new Set(told)).toEqual(new Set(changed));
          seen = journal.latest('a');
        }
      }),
    );
  });
});
