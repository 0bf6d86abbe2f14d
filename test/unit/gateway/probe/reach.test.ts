import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Reach, readAs } from '../../../../src/gateway/probe/reach.ts';
import type { Answer, Result } from '../../../../src/gateway/probe/result.ts';
import { aQuestion } from '../../../support/probe.ts';

const TARGET = { address: '192.0.2.1', port: 80, secure: false };
const { signal } = new AbortController();

it.each<[Answer, boolean, Result]>([
  ['served', false, 'served'],
  ['not-served', false, 'not-served'],
  ['silent', false, 'silent'],
  ['unclear', false, 'foreign'],
  ['unclear', true, 'unclear'],
  ['unreachable', false, 'unreachable'],
  ['unreachable', true, 'silent'],
])('%s of an address that proved to be the gateway %s is %s', (answer, proved, expected) => {
  expect(readAs(answer, proved)).toBe(expected);
});

describe('an address', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Results of questions one after the other, where the address answers so. */
  function reachOf(...answers: readonly Answer[]) {
    const left = [...answers];
    const onDown = vi.fn();
    const reach = new Reach(async () => left.shift() ?? 'served', onDown);
    return { left, onDown, ask: (target = TARGET) => reach.ask(target, aQuestion(), signal) };
  }

  it.each<Answer>(['silent', 'unreachable'])(
    'that is %s three times in a row is left alone for a moment, and then asked again',
    async (answer) => {
      const { ask } = reachOf(answer, answer, answer);
      expect([await ask(), await ask(), await ask(), await ask()]).toEqual(Array(4).fill(answer));
      vi.advanceTimersByTime(1_000);
      expect(await ask()).toBe('served');
    },
  );

  it('that stops to answer is told of once, and again when it has answered since', async () => {
    const outage = Array<Answer>(3).fill('silent');
    const { ask, onDown } = reachOf(...outage, 'silent', 'served', ...outage);
    const calls: number[] = [];
    for (let question = 0; question < 8; question += 1) {
      await ask();
      calls.push(onDown.mock.calls.length);
      vi.advanceTimersByTime(1_000);
    }
    expect(calls).toEqual([0, 0, 1, 1, 1, 1, 1, 2]);
  });

  it('that answers now and then is asked each time', async () => {
    const { ask } = reachOf('silent', 'silent', 'not-served', 'silent', 'silent', 'served');
    const results = [await ask(), await ask(), await ask(), await ask(), await ask(), await ask()];
    expect(results).toEqual(['silent', 'silent', 'not-served', 'silent', 'silent', 'served']);
  });

  it('that answers is asked each time', async () => {
    const { ask, left } = reachOf('not-served', 'served', 'not-served');
    expect([await ask(), await ask(), await ask()]).toEqual(['not-served', 'served', 'not-served']);
    expect(left).toEqual([]);
  });

  it('is the gateway once it has served a route, and others are not for that', async () => {
    const { ask } = reachOf('unclear', 'served', 'unclear', 'unclear', 'unreachable');
    expect([await ask(), await ask(), await ask()]).toEqual(['foreign', 'served', 'unclear']);
    expect(await ask({ ...TARGET, port: 443 })).toBe('foreign');
    expect(await ask()).toBe('silent');
  });
});
