import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChangedObject, ChangeJournal } from '../../../../src/rest/changes/journal.ts';

function rule(name: string, namespace = 'a'): ChangedObject {
  return { resource: 'rule', namespace, name };
}

describe('a journal of changes', () => {
  it('tells those after an id, each object once, in the order of the last change', () => {
    const journal = new ChangeJournal();
    journal.record(rule('old'));
    const seen = journal.latest;
    for (const name of ['x', 'y', 'x']) {
      journal.record(rule(name));
    }
    journal.record(rule('z', 'b'));
    expect(journal.since(seen, 'a')).toEqual([rule('y'), rule('x')]);
    expect(journal.since(journal.latest, 'a')).toEqual([]);
  });

  it.each([
    ['no id', () => undefined],
    ['an id of another process', () => new ChangeJournal().latest],
    ['an id that is none', () => 'x'],
    ['an id of the future', (latest: string) => latest.replace(/\d+$/, '99')],
    ['a number with a sign', (latest: string) => latest.replace(/\d+$/, '+1')],
  ])('tells of nothing after %s', (_, idOf) => {
    const journal = new ChangeJournal();
    journal.record(rule('x'));
    expect(journal.since(idOf(journal.latest), 'a')).toBeUndefined();
  });

  it('remembers a bounded number of objects, and says where some are missing', () => {
    const journal = new ChangeJournal();
    const first = journal.latest;
    for (let index = 0; index < 10_000; index += 1) {
      journal.record(rule(`x${index}`));
    }
    expect(journal.since(first, 'a')).toHaveLength(10_000);
    journal.record(rule('one-more'));
    expect(journal.since(first, 'a')).toBeUndefined();
    expect(journal.since(first.replace(/\d+$/, '1'), 'a')).toHaveLength(10_000);
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
        let seen = journal.latest;
        for (const round of rounds) {
          for (const { name, namespace } of round) {
            journal.record(rule(name, namespace));
          }
          const told = journal.since(seen, 'a')?.map(({ name }) => name);
          const changed = round.filter(({ namespace }) => namespace === 'a').map(({ name }) => name);
          expect(new Set(told)).toEqual(new Set(changed));
          seen = journal.latest;
        }
      }),
    );
  });
});
