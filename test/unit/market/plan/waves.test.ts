import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wavesOf } from '../../../../src/market/plan/waves.ts';

const item = (key: string, ...dependsOn: string[]) => ({ key, dependsOn });

describe('waves', () => {
  it('hold each component as early as its dependencies allow', () => {
    expect(
      wavesOf([item('web', 'api'), item('db'), item('api', 'db'), item('cron', 'db'), item('log')]),
    ).toEqual({
      type: 'waves',
      waves: [['db', 'log'], ['api', 'cron'], ['web']],
    });
  });

  it('ignore unknown dependencies', () => {
    expect(wavesOf([item('web', 'gone')])).toEqual({ type: 'waves', waves: [['web']] });
  });

  it('are empty without components', () => {
    expect(wavesOf([])).toEqual({ type: 'waves', waves: [] });
  });

  it('name a cycle, without the components that lead into it', () => {
    expect(wavesOf([item('x', 'a'), item('a', 'b'), item('b', 'c'), item('c', 'a'), item('d')])).toEqual({
      type: 'cycle',
      keys: ['a', 'b', 'c'],
    });
  });

  it('of any graph are a complete order or a cycle of it', () => {
    const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const graph = fc.uniqueArray(fc.record({ key: keys, dependsOn: fc.array(keys, { maxLength: 2 }) }), {
      selector: ({ key }) => key,
    });
    fc.assert(
      fc.property(graph, (dependents) => {
        const result = wavesOf(dependents);
        const needs = new Map<string, readonly string[]>(
          dependents.map(({ key, dependsOn }) => [key, dependsOn]),
        );
        if (result.type === 'cycle') {
          for (const [at, key] of result.keys.entries()) {
            expect(needs.get(key)).toContain(result.keys[(at + 1) % result.keys.length]);
          }
          return;
        }
        const order = result.waves.flat();
        expect(order.toSorted()).toEqual([...needs.keys()].toSorted());
        for (const [at, wave] of result.waves.entries()) {
          const before = result.waves.slice(0, at).flat();
          const wanted = wave.flatMap((key) => needs.get(key) ?? []).filter((key) => needs.has(key));
          expect(before).toEqual(expect.arrayContaining(wanted));
        }
      }),
    );
  });
});
