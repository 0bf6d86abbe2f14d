import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HistoryEntry, Pinned } from '../../../../src/api/marketinstall.ts';
import { begun, keptTemplates, rolledBack, served } from '../../../../src/install/upgrade/history.ts';
import { entryOf } from '../../../support/versions.ts';

const NOW = new Date('2026-06-01T12:00:00Z');

const pin = (version: string): Pinned => ({
  version,
  digest: `sha256:${version}`,
  size: 1,
  secretName: `template-${version}`,
});

const textsOf = (history: readonly HistoryEntry[]) =>
  history.map(({ version, outcome }) => `${version} ${outcome}`);

describe('the history of an install', () => {
  it.each<[string, string[], Pinned | undefined, string[]]>([
    ['1', [], undefined, ['1 Progressing']],
    ['2', [], pin('1'), ['1 Served', '2 Progressing']],
    ['2', ['1 Served'], pin('1'), ['1 Served', '2 Progressing']],
    ['2', ['1 Served', '2 Progressing'], pin('1'), ['1 Served', '2 Progressing']],
    ['3', ['1 Served', '2 Progressing'], pin('1'), ['1 Served', '2 Superseded', '3 Progressing']],
    ['1', ['1 Served'], pin('1'), ['1 Served']],
    ['2', ['1 Served', '2 RolledBack'], pin('1'), ['1 Served', '2 RolledBack', '2 Progressing']],
    ['1', ['1 Served', '2 RolledBack'], pin('1'), ['1 Served', '2 RolledBack', '1 Progressing']],
  ])('when %s begins after %j', (version, before, serving, after) => {
    expect(textsOf(begun(before.map(entryOf), pin(version), serving, NOW))).toEqual(after);
  });

  it.each<[string, string[], string[]]>([
    ['1', [], ['1 Served']],
    ['2', ['1 Served', '2 Progressing'], ['1 Served', '2 Served']],
    ['2', ['2 Served'], ['2 Served']],
  ])('when %s is in place after %j', (version, before, after) => {
    expect(textsOf(served(before.map(entryOf), pin(version), NOW))).toEqual(after);
  });

  it('does not change while a version stays in place', () => {
    const history = [entryOf('1 Served')];
    expect(served(history, pin('1'), NOW)).toEqual(history);
  });

  it('says when a version was given up', () => {
    const [, last] = rolledBack([entryOf('1 Served'), entryOf('2 Progressing')], pin('2'), NOW);
    expect(last).toEqual({ ...entryOf('2 RolledBack'), time: '2026-06-01T12:00:00Z' });
  });

  it('has at most ten entries, whatever happens', () => {
    const step = fc.tuple(
      fc.constantFrom('begun', 'served', 'rolledBack'),
      fc.constantFrom('1', '2', '3', '4'),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let history: HistoryEntry[] = [];
        for (const [name, version] of steps) {
          const changes = {
            begun: () => begun(history, pin(version), undefined, NOW),
            served: () => served(history, pin(version), NOW),
            rolledBack: () => rolledBack(history, pin(version), NOW),
          };
          history = changes[name as keyof typeof changes]();
          expect(history.length).toBeLessThanOrEqual(10);
          expect(history.at(-1)?.version).toBe(version);
          expect(history.slice(0, -1).map(({ outcome }) => outcome)).not.toContain('Progressing');
        }
      }),
    );
  });
});

describe('the templates that stay', () => {
  it.each<[string, string[], string[]]>([
    ['1', ['1 Served'], ['1']],
    ['2', ['1 Served', '2 Served'], ['1', '2']],
    ['1', ['1 Served', '2 RolledBack', '1 Served'], ['1', '2']],
    ['4', ['1 Served', '2 Served', '3 Served', '4 Served'], ['2', '3', '4']],
    ['4', ['1 Served', '2 Served', '3 Superseded', '4 Served'], ['1', '2', '4']],
    ['1', ['0 Served', '1 Served', '2 RolledBack', '3 RolledBack', '1 Served'], ['0', '1', '3']],
  ])('with %s in place after %j', (version, history, kept) => {
    const names = keptTemplates(history.map(entryOf), pin(version));
    expect([...names].toSorted()).toEqual(kept.map((each) => `template-${each}`));
  });
});
