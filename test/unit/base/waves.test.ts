import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wavesOf } from '../../../src/base/waves.ts';

const item = (key: string, ...dependsOn: string[]) => ({ key, dependsOn });

type Item = ReturnType<typeof item>;

/** Components `c0`, `c1`, … that each depend on those of the given numbers. */
function numbered(count: number, needs: (at: number) => readonly number[]): Item[] {
  return Array.from({ length: count }, (_, at) => item(`c${at}`, ...needs(at).map((other) => `c${other}`)));
}

/** Keys that a component needs, directly or through others. */
function reach(from: string, needs: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set(needs.get(from));
  for (const key of reached) {
    for (const next of needs.get(key) ?? []) {
      reached.add(next);
    }
  }
  return reached;
}

describe('waves', () => {
  it.each<[string, Item[], string[][]]>([
    [
      'as early as dependencies allow',
      [item('web', 'api'), item('db'), item('api', 'db'), item('cron', 'db'), item('log')],
      [['db', 'log'], ['api', 'cron'], ['web']],
    ],
    ['without unknown dependencies', [item('web', 'gone')], [['web']]],
    ['of nothing', [], []],
    ['of a chain', [item('a', 'b'), item('b', 'c'), item('c')], [['c'], ['b'], ['a']]],
    ['of a pair', [item('a', 'b'), item('b', 'a')], [['a', 'b']]],
    ['of a circle of three', [item('a', 'b'), item('b', 'c'), item('c', 'a')], [['a', 'b', 'c']]],
    [
      'of a pair between others',
      [item('x', 'a'), item('a', 'b'), item('b', 'a', 'd'), item('d')],
      [['d'], ['a', 'b'], ['x']],
    ],
    ['in front of a pair', [item('x', 'a'), item('a', 'b'), item('b', 'a')], [['a', 'b'], ['x']]],
    [
      'of a pair with others',
      [item('banana', 'apple', 'cat', 'dog'), item('apple', 'banana'), item('cat'), item('dog')],
      [
        ['cat', 'dog'],
        ['banana', 'apple'],
      ],
    ],
    [
      'of two circles, one after the other',
      [item('a', 'b'), item('b', 'a', 'c'), item('c', 'd'), item('d', 'c')],
      [
        ['c', 'd'],
        ['a', 'b'],
      ],
    ],
    ['of one that depends on itself', [item('a', 'a')], [['a']]],
  ])('%s', (_, dependents, waves) => {
    expect(wavesOf(dependents).waves).toEqual(waves);
  });

  it('name the circles', () => {
    const dependents = [item('x', 'a'), item('a', 'b'), item('b', 'c'), item('c', 'a'), item('d', 'd')];
    expect(wavesOf(dependents).circles).toEqual([['a', 'b', 'c']]);
  });

  it.each<[string, (at: number) => readonly number[], number]>([
    ['a circle', (at) => [(at + 1) % 500], 1],
    ['a circle where each needs each', () => Array.from({ length: 500 }, (_, other) => other), 1],
    ['a chain', (at) => (at === 0 ? [] : [at - 1]), 500],
  ])('of 500 components in %s need no deep stack', (_, needs, waves) => {
    const made = wavesOf(numbered(500, needs));
    expect(made.waves).toHaveLength(waves);
    expect(made.waves.flat()).toHaveLength(500);
  });

  const graph = fc
    .integer({ min: 1, max: 9 })
    .chain((count) =>
      fc.array(fc.array(fc.nat(count), { maxLength: 3 }), { minLength: count, maxLength: count }),
    )
    .map((needs) => numbered(needs.length, (at) => needs[at] ?? []));

  it('of any graph hold each component once, in its given order', () => {
    fc.assert(
      fc.property(graph, (dependents) => {
        const order = dependents.map(({ key }) => key);
        const { waves } = wavesOf(dependents);
        expect(waves.flat().toSorted()).toEqual(order.toSorted());
        for (const wave of waves) {
          expect(wave).toEqual(order.filter((key) => wave.includes(key)));
        }
      }),
    );
  });

  it('of any graph come after all that is needed, but within circles', () => {
    fc.assert(
      fc.property(graph, (dependents) => {
        const { waves, circles } = wavesOf(dependents);
        const needs = new Map(dependents.map(({ key, dependsOn }) => [key, dependsOn]));
        const waveOf = (key: string) => waves.findIndex((wave) => wave.includes(key));
        const edges = dependents.flatMap(({ key, dependsOn }) =>
          dependsOn.filter((other) => other !== key && needs.has(other)).map((other) => ({ key, other })),
        );
        for (const { key, other } of edges) {
          const isMutual = reach(other, needs).has(key);
          const distance = waveOf(key) - waveOf(other);
          expect(isMutual ? distance === 0 : distance > 0).toBe(true);
          expect(circles.some((circle) => circle.includes(key) && circle.includes(other))).toBe(isMutual);
        }
      }),
    );
  });

  it('of any graph are as early as possible', () => {
    fc.assert(
      fc.property(graph, (dependents) => {
        const { waves, circles } = wavesOf(dependents);
        const later = waves.flatMap((wave, at) => wave.map((key) => ({ key, before: waves[at - 1] })));
        for (const { key, before } of later.filter((each) => each.before !== undefined)) {
          const members = circles.find((circle) => circle.includes(key)) ?? [key];
          const needs = dependents
            .filter((each) => members.includes(each.key))
            .flatMap(({ dependsOn }) => dependsOn);
          expect(needs.some((other) => before?.includes(other))).toBe(true);
        }
      }),
    );
  });
});
