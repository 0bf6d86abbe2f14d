import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProbeMemory } from '../../../../src/gateway/probe/memory.ts';
import type { Result } from '../../../../src/gateway/probe/result.ts';
import { againInMs, type ProbeState, stateAfter } from '../../../../src/gateway/probe/state.ts';

/** State after some results for one version. */
function having(...results: readonly Result[]): ProbeState {
  const start: ProbeState = { hash: 'old', result: 'served', failures: 0 };
  return results.reduce<ProbeState>((state, result) => stateAfter(state, 'new', result), start);
}

describe('a version', () => {
  it.each<[readonly Result[], Result, number]>([
    [['served'], 'served', 0],
    [['not-served'], 'not-served', 1],
    [['silent'], 'silent', 1],
    [['not-served', 'not-served', 'served'], 'served', 0],
    [['served', 'silent'], 'served', 1],
    [['served', 'silent', 'not-served'], 'served', 2],
    [['served', 'silent', 'silent', 'silent'], 'silent', 3],
    [['served', 'silent', 'silent', 'served', 'silent'], 'served', 1],
    [Array<Result>(16).fill('unclear'), 'unclear', 16],
    [Array<Result>(17).fill('unclear'), 'foreign', 17],
    [[...Array<Result>(17).fill('unclear'), 'served'], 'served', 0],
  ])('after %j is %s', (results, result, failures) => {
    expect(having(...results)).toEqual({ hash: 'new', result, failures });
  });
});

describe('the next question', () => {
  it.each<[string, ProbeState, number, number]>([
    ['comes at once for a new version', having('not-served'), 1, 200],
    ['comes later and later', having(...Array<Result>(4).fill('not-served')), 1, 1_600],
    ['comes within five seconds', having(...Array<Result>(40).fill('silent')), 1, 5_000],
    ['comes once a minute for what is served', having('served'), 1, 60_000],
    ['comes soon for what may not be served any more', having('served', 'silent'), 1, 1_500],
    ['comes once a minute where nobody can be asked', having(...Array<Result>(7).fill('foreign')), 1, 60_000],
    ['gives the gateway time among 1,000 routes', having('not-served'), 1_000, 5_000],
    ['of 10,000 routes comes within minutes', having('served'), 10_000, 200_000],
  ])('%s', (_, state, routes, atMost) => {
    expect(againInMs(state, routes, 0.999_999)).toBeCloseTo(atMost, -1);
  });

  it('is never more than 200 a second for all routes together', () => {
    const result = fc.constantFrom<Result>(
      'served',
      'not-served',
      'silent',
      'unclear',
      'foreign',
      'unreachable',
    );
    fc.assert(
      fc.property(fc.array(result, { minLength: 1, maxLength: 20 }), fc.nat(20_000), (results, routes) => {
        expect((1_000 * routes) / againInMs(having(...results), routes)).toBeLessThanOrEqual(200.001);
      }),
    );
  });
});

describe('the memory', () => {
  it('tells when something new is known, and for how long a version that was written was waited for', () => {
    const memory = new ProbeMemory();
    memory.wrote('team/route', 1_000);
    const record = (result: Result, now: number, hash = 'h') => {
      const { againInMs: _, ...told } = memory.record('team/route', hash, result, now);
      return told;
    };
    expect(record('not-served', 1_100)).toEqual({ changed: true });
    expect(record('not-served', 1_200)).toEqual({ changed: false });
    expect(record('served', 1_500)).toEqual({ changed: true, servedAfterMs: 500 });
    expect(record('served', 9_000)).toEqual({ changed: false });
    expect(record('silent', 9_500)).toEqual({ changed: false });
    expect(record('served', 9_900, 'other')).toEqual({ changed: true });
    expect(memory.stateOf('team/route')).toMatchObject({ hash: 'other', result: 'served' });
    memory.forget('team/route');
    expect(memory.stateOf('team/route')).toBeUndefined();
  });
});
