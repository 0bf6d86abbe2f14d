import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Streams } from '../../../../src/rest/changes/streams.ts';
import { Throttled } from '../../../../src/rest/problem/problem.ts';

const MOST = 1_000;

/** Streams that count what is open, by team. */
class Counted {
  readonly #streams = new Streams();
  readonly open = new Map<string, number>();
  readonly ended: string[] = [];

  /** Opens a stream of a caller of its own, unless one is named. */
  enter(team: string, caller: string = crypto.randomUUID()): () => void {
    const leave = this.#streams.enter({ caller, team }, () => {
      this.#count(team, -1);
      this.ended.push(team);
    });
    this.#count(team, 1);
    return () => {
      this.#count(team, -1);
      leave();
    };
  }

  #count(team: string, change: number): void {
    this.open.set(team, (this.open.get(team) ?? 0) + change);
  }

  /** Whether a team gets a stream. */
  admits(team: string): boolean {
    try {
      this.enter(team);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(Throttled);
      return false;
    }
  }
}

it('a caller has a bounded number of streams, whichever teams they are of, and gets places back', () => {
  const streams = new Counted();
  const [leave] = Array.from({ length: 8 }, (_, index) => streams.enter(`team-${index}`, 'a'));
  expect(() => streams.enter('team', 'a')).toThrow(Throttled);
  streams.enter('team', 'b');
  leave?.();
  streams.enter('team', 'a');
  expect(() => streams.enter('team', 'a')).toThrow(Throttled);
});

describe('when all places are taken', () => {
  it.each([
    ['by one team', 1],
    ['by 125 namespaces with 8 each', 125],
    ['by a thousand namespaces with one each', 1_000],
  ])('%s, another team gets one in their place', (_, teams) => {
    const streams = new Counted();
    for (let index = 0; index < MOST; index += 1) {
      streams.enter(`hog-${index % teams}`);
    }
    expect(streams.ended).toEqual([]);
    expect(streams.admits('victim')).toBe(true);
    expect(streams.ended).toEqual(['hog-0']);
    // Those that were ended come back, and take no place of it.
    for (let index = 0; index < 500; index += 1) {
      streams.admits(`hog-${index % teams}`);
    }
    expect(streams.open.get('victim')).toBe(1);
  });

  it('a team with the most gets no more, and takes none from others', () => {
    const streams = new Counted();
    const leaves = Array.from({ length: MOST }, (_, index) => streams.enter(index < 600 ? 'large' : 'small'));
    expect(() => streams.enter('large')).toThrow('600 streams of the team');
    expect(streams.admits('small')).toBe(true);
    leaves[0]?.();
    expect(streams.ended).toEqual(['large']);
    expect(streams.admits('small')).toBe(true);
  });

  it('a place that was lost to another team is given back once', () => {
    const streams = new Streams();
    const leaves = Array.from({ length: MOST }, (_, index) =>
      streams.enter({ caller: `${index}`, team: 'hog' }, () => undefined),
    );
    streams.enter({ caller: 'victim', team: 'victim' }, () => undefined);
    leaves[0]?.();
    expect(() => streams.enter({ caller: 'hog', team: 'hog' }, () => undefined)).toThrow(Throttled);
  });
});

it('gives each team its share of the places, whatever the others do, and has no more than there are', () => {
  const step = fc.record({ team: fc.integer({ min: 0, max: 40 }), times: fc.integer({ min: 1, max: 400 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 30 }), (steps, wanted) => {
      const streams = new Counted();
      for (const { team, times } of steps) {
        for (let time = 0; time < times; time += 1) {
          streams.admits(`${team}`);
        }
      }
      // With 42 teams at most, a share is 23 streams; two teams may differ by one.
      const share = Math.min(wanted, Math.floor(MOST / 42) - 1);
      const got = Array.from({ length: share }, () => streams.admits('victim'));
      expect(got).toEqual(got.map(() => true));
      expect([...streams.open.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MOST);
      expect(streams.open.get('victim')).toBe(share);
    }),
    { numRuns: 50 },
  );
});
