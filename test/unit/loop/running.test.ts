import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../../deploy/local/supervisor/runrecord.ts';
import { verdictOf } from '../../loop/running.ts';

const START = 1_000;
const identity = (pid: number) => ({ pid, startTime: `${pid}` });

function recordOf(since: Readonly<Record<string, number>>): RunRecord {
  const children = Object.entries(since).map(([name, startedAt], index) => ({
    ...identity(index + 2),
    name,
    startedAt,
    layer: 3,
  }));
  return { supervisor: { ...identity(1), startedAt: START }, children };
}

const LOCAL = recordOf({ etcd: START + 1, node: START + 10, operator: START + 20, rest: START + 30 });

function changesAt(sources: number, setup = 0) {
  return { sources: { file: 'src/main.ts', at: sources }, setup: { file: 'crds/rule.yaml', at: setup } };
}

const all = () => true;

describe('a cluster', () => {
  it('with the current files is current', () => {
    expect(verdictOf(LOCAL, changesAt(START + 9, START - 1), all)).toEqual({ kind: 'current' });
  });

  it.each([START + 10 + 1, START + 25, START + 100])(
    'has old processes as soon as one is older than a source (%d)',
    (sources) => {
      expect(verdictOf(LOCAL, changesAt(sources), all)).toEqual({
        kind: 'old processes',
        because: 'src/main.ts has changed',
      });
    },
  );

  it('has old processes if one did not start with the sources of that time', () => {
    expect(verdictOf(LOCAL, changesAt(0), ({ pid }) => pid !== 4)).toEqual({
      kind: 'old processes',
      because: 'operator has ended',
    });
  });

  it('is unfit if a source of its setup has changed, whatever its processes run', () => {
    expect(verdictOf(LOCAL, changesAt(START + 100, START + 1), all)).toEqual({
      kind: 'unfit',
      because: 'the running cluster is older than crds/rule.yaml',
    });
  });

  it('is unfit if it is not a local one', () => {
    const kind = recordOf({ traefik: START, operator: START, rest: START });
    expect(verdictOf(kind, changesAt(0), all)).toMatchObject({ kind: 'unfit' });
  });

  it('is unfit if it does not run, or its supervisor has been killed', () => {
    const none = { kind: 'unfit', because: 'no cluster is running' };
    expect(verdictOf(undefined, changesAt(0), all)).toEqual(none);
    expect(verdictOf(LOCAL, changesAt(0), ({ pid }) => pid !== 1)).toEqual(none);
  });

  it('of an older Stoa, without start times, is unfit', () => {
    const old = { ...LOCAL, supervisor: { ...identity(1), startedAt: 0 } };
    expect(verdictOf(old, changesAt(START, START), all)).toMatchObject({ kind: 'unfit' });
  });
});
