import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProbeMemory } from '../../../../src/gateway/probe/memory.ts';
import type { Result } from '../../../../src/gateway/probe/result.ts';
import {
  againInMs,
  type Census,
  isNews,
  type ProbeState,
  stateAfter,
} from '../../../../src/gateway/probe/state.ts';

/** State after some results for one version, a second after each other. */
function having(...results: readonly Result[]): ProbeState {
  return havingEvery(1_000, results);
}

/** State after some results for one version, which come `ms` after each other. */
function havingEvery(ms: number, results: readonly Result[]): ProbeState {
  const start: ProbeState = {
    hash: 'old',
    result: 'served',
    failures: 0,
    failingSince: 0,
    askedAt: 0,
    backends: new Map(),
  };
  return results.reduce<ProbeState>(
    (state, result, index) => stateAfter(state, 'new', result, (index + 1) * ms),
    start,
  );
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
    [Array<Result>(26).fill('unclear'), 'unclear', 26],
    [Array<Result>(27).fill('unclear'), 'foreign', 27],
    [[...Array<Result>(27).fill('unclear'), 'served'], 'served', 0],
  ])('after %j is %s', (results, result, failures) => {
    expect(having(...results)).toMatchObject({ hash: 'new', result, failures });
  });
});

describe('the last of these results is news', () => {
  it.each<[readonly Result[], boolean]>([
    [['served'], true],
    [['served', 'served'], false],
    [['not-served'], false],
    [['not-served', 'not-served'], false],
    [['not-served', 'not-served', 'not-served'], true],
    [['not-served', 'not-served', 'not-served', 'not-served'], false],
    [['not-served', 'served'], true],
    [['unguarded', 'unguarded'], false],
    [['unguarded', 'unguarded', 'unguarded'], true],
    [['not-served', 'not-served', 'not-served', 'unguarded'], true],
    [['not-served', 'silent'], true],
    [['silent', 'silent', 'silent', 'not-served'], true],
    [['silent'], true],
    [['served', 'silent', 'not-served'], false],
    [['served', 'silent', 'silent', 'not-served'], true],
  ])('%j: %j', (results, news) => {
    const before = results.length === 1 ? undefined : having(...results.slice(0, -1));
    expect(isNews(before, having(...results))).toBe(news);
  });
});

it('a version that is not served is news once, after 200 ms of failures', () => {
  const news = Array.from({ length: 20 }, (_, index) => {
    const results = Array<Result>(index + 2).fill('not-served');
    return isNews(havingEvery(25, results.slice(1)), havingEvery(25, results));
  });
  expect(news.flatMap((isOne, index) => (isOne ? [index + 2] : []))).toEqual([9]);
});

const waiting = (failing: number, routes = failing) => ({ routes, failing });

describe('the next question', () => {
  it.each<[string, ProbeState, Census, number]>([
    ['comes at once for a new version', having('not-served'), waiting(1), 25],
    ['comes at once beside routes that are served', having('not-served'), waiting(1, 10_000), 25],
    ['comes as soon for a while', having(...Array<Result>(8).fill('not-served')), waiting(1), 25],
    ['comes later and later', having(...Array<Result>(12).fill('not-served')), waiting(1), 400],
    ['comes within five seconds', having(...Array<Result>(40).fill('silent')), waiting(1), 5_000],
    ['comes once a minute for what is served', having('served'), waiting(0, 1), 60_000],
    ['comes soon for what may not be served any more', having('served', 'silent'), waiting(1), 1_500],
    [
      'comes once a minute where nobody can be asked',
      having(...Array<Result>(17).fill('foreign')),
      waiting(1),
      60_000,
    ],
    ['waits for an event where the gateway has no address', having('no-address'), waiting(1), 60_000],
    ['comes soon where the listener does not stand yet', having('not-open'), waiting(1), 25],
    ['gives the gateway time among 1,000 that wait', having('not-served'), waiting(1_000), 5_000],
    ['of 10,000 routes comes within 34 minutes', having('served'), waiting(0, 10_000), 2_000_000],
  ])('%s', (_, state, census, atMost) => {
    expect(againInMs(state, census, 0.999_999)).toBeCloseTo(atMost, -1);
  });

  it('is never more than 200 a second for all routes together', () => {
    const result = fc.constantFrom<Result>(
      'served',
      'not-served',
      'silent',
      'unclear',
      'foreign',
      'unreachable',
      'no-address',
      'not-open',
    );
    fc.assert(
      fc.property(fc.array(result, { minLength: 1, maxLength: 20 }), fc.nat(20_000), (results, routes) => {
        const state = having(...results);
        const interval = againInMs(state, waiting(state.failures > 0 ? routes : 0, routes));
        expect((1_000 * routes) / interval).toBeLessThanOrEqual(200.001);
      }),
    );
  });
});

describe('the memory', () => {
  it('tells when something new is known, and for how long a version that was written was waited for', () => {
    const memory = new ProbeMemory();
    memory.wrote('team/route', 1_000);
    const record = (result: Result, now: number, hash = 'h') => {
      const { againInMs: _, ...told } = memory.record('team/route', { hash, result }, now);
      return told;
    };
    expect(record('not-served', 1_100)).toEqual({ isNews: false });
    expect(record('not-served', 1_200)).toEqual({ isNews: false });
    expect(record('served', 1_500)).toEqual({ isNews: true, proof: { afterMs: 500, next: [] } });
    expect(record('served', 9_000)).toEqual({ isNews: false });
    expect(record('silent', 9_500)).toEqual({ isNews: false });
    expect(record('served', 9_900, 'other')).toEqual({ isNews: true });
    expect(memory.stateOf('team/route')).toMatchObject({ hash: 'other', result: 'served' });
    memory.forget('team/route');
    expect(memory.stateOf('team/route')).toBeUndefined();
  });

  it('leads from a proof to routes that were written no later, those first that wait longest for a question', () => {
    const memory = new ProbeMemory();
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const [index, name] of names.entries()) {
      memory.wrote(name, index);
    }
    const next = (route: string) => memory.record(route, { hash: 'h', result: 'served' }, 9).proof?.next;
    memory.record('a', { hash: 'h', result: 'not-served' }, 9);
    expect(next('c')).toEqual(['b', 'a']);
    expect(next('b')).toEqual(['a']);
    expect(next('e')).toEqual(['d', 'a']);
    expect(next('a')).toEqual(['d']);
    expect(next('d')).toEqual([]);
    expect(next('d')).toBeUndefined();
  });

  it('leads from one proof to all that are served, and to two questions in vain where no other one is', () => {
    const memory = new ProbeMemory();
    const many = Array.from({ length: 1_000 }, (_, index) => `team/r${index}`);
    for (const [index, route] of many.entries()) {
      memory.wrote(route, index);
      memory.record(route, { hash: 'h', result: 'not-served' }, index);
    }
    const asked: string[] = [];
    const ask = (route: string, served: (route: string) => boolean) => {
      asked.push(route);
      const { proof } = memory.record(
        route,
        { hash: 'h', result: served(route) ? 'served' : 'not-served' },
        2_000,
      );
      return proof?.next ?? [];
    };
    const last = many.at(-1) ?? '';
    for (const route of ask(last, (each) => each === last)) {
      ask(route, (each) => each === last);
    }
    expect(asked).toHaveLength(3);
    memory.wrote(last, 999);
    const due = new Set([last]);
    for (const route of due) {
      for (const next of ask(route, () => true)) {
        due.add(next);
      }
    }
    expect([...due].toSorted()).toEqual(many.toSorted());
  });

  it('asks as often as the routes that wait allow, not those that are served or gone', () => {
    const memory = new ProbeMemory();
    const record = (route: string, result: Result) =>
      memory.record(route, { hash: 'h', result }, 0).againInMs;
    const many = Array.from({ length: 1_000 }, (_, index) => `team/r${index}`);
    for (const route of many) {
      record(route, 'not-served');
    }
    expect(record('team/new', 'not-served')).toBeCloseTo(5_005);
    for (const route of many.slice(0, 500)) {
      record(route, 'served');
    }
    for (const route of many.slice(500)) {
      memory.forget(route);
    }
    expect(record('team/new', 'not-served')).toBe(25);
  });
});
