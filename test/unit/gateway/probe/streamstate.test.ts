import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StreamMemory } from '../../../../src/gateway/probe/streammemory.ts';
import type { StreamAnswer } from '../../../../src/gateway/probe/streamstate.ts';
import { type StreamState, streamAfter, streamUnder } from '../../../../src/gateway/probe/streamstate.ts';

const HERE = { backend: 'db:5432', circumstances: 'one pod' };

/** Times of all questions within an hour, and the state that they end in, where a component answers so by time. */
function asked(answerAt: (now: number) => StreamAnswer, from = streamUnder(undefined, HERE, 0)) {
  const times: number[] = [];
  let state: StreamState = from;
  while (state.dueAt !== undefined && state.dueAt < 3_600_000) {
    const now = state.dueAt;
    times.push(now);
    state = streamAfter(state, answerAt(now), { now, failing: 0, random: 0.999_999 });
  }
  return { times, state };
}

describe('a component', () => {
  it('that answers is asked three times after a change, and never again', () => {
    const { times, state } = asked(() => 'answered');
    expect(times).toEqual([700, 2_400, 6_000]);
    expect(state.seen).toEqual({ known: 'answered' });
    expect(streamUnder(state, HERE, 900_000)).toBe(state);
  });

  it('that refuses is known to within 3 s, and asked again every 2.5 s', () => {
    const { times, state } = asked(() => 'refused-or-reset');
    expect(state.seen).toEqual({ known: 'refused-or-reset' });
    const known = times.findIndex((_, index) => (times[index + 1] ?? 0) > 2_450);
    expect(times[known]).toBeLessThan(3_000);
    expect(times.length).toBeGreaterThan(3_600 / 2.5 - 2);
  });

  it('of which the engine learns 2.2 s later is known to refuse within 5 s', () => {
    const { times } = asked((now) => (now < 2_200 ? 'answered' : 'refused-or-reset'));
    expect(times.findIndex((time) => time > 4_600)).toBeGreaterThan(5);
  });

  it('that is mended is left alone after two answers', () => {
    const { times, state } = asked((now) => (now < 60_000 ? 'refused-or-reset' : 'answered'));
    expect(state).not.toHaveProperty('dueAt');
    expect(state.seen).toEqual({ known: 'answered' });
    expect(times.filter((time) => time >= 60_000)).toHaveLength(2);
  });

  it('behind a gateway that cannot be reached is asked once a minute', () => {
    const { times } = asked(() => 'untold');
    expect(times.slice(0, 5)).toEqual([700, 2_400, 6_000, 66_000, 126_000]);
  });
});

describe('a change', () => {
  const { state } = asked(() => 'answered');

  it('makes questions due again, and leaves what is known', () => {
    const after = streamUnder(state, { ...HERE, circumstances: 'two pods' }, 10_000);
    expect(after).toMatchObject({ dueAt: 10_700, changedAt: 10_000, seen: { known: 'answered' } });
    expect(asked(() => 'answered', after).times).toEqual([10_700, 12_400, 16_000]);
  });

  it('of the backend makes what was known void', () => {
    expect(streamUnder(state, { ...HERE, backend: 'other:5432' }, 10_000).seen).toEqual({});
  });

  it('does not put off a question that is due', () => {
    const first = streamUnder(undefined, HERE, 0);
    expect(streamUnder(first, { ...HERE, circumstances: 'two pods' }, 600).dueAt).toBe(700);
  });
});

it('a component that answers, whatever it did before, is asked no more than five times', () => {
  const answer = fc.constantFrom<StreamAnswer>('answered', 'refused-or-reset', 'untold');
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 30 }), (before) => {
      const answers = [...before];
      const { times, state } = asked(() => answers.shift() ?? 'answered');
      expect(times.length).toBeLessThanOrEqual(before.length + 5);
      expect(state).not.toHaveProperty('dueAt');
    }),
  );
});

describe('the memory', () => {
  const under = streamUnder(undefined, HERE, 0);

  it('tells when something new is known', () => {
    const memory = new StreamMemory();
    const record = (answer: StreamAnswer, now: number) =>
      memory.record('team/tcp-5432', memory.stateOf('team/tcp-5432') ?? under, answer, now);
    expect(record('answered', 700)).toBe(true);
    expect(record('answered', 2_400)).toBe(false);
    const failures = Array.from({ length: 6 }, (_, index) => record('refused-or-reset', 3_000 + 400 * index));
    expect(failures).toEqual([false, false, false, false, true, false]);
  });

  it('asks those that fail as often as their number allows, and counts those no more that are gone', () => {
    const memory = new StreamMemory();
    const failing = { ...under, seen: { known: 'refused-or-reset' } } as const;
    const dueIn = () => {
      memory.record('team/last', failing, 'refused-or-reset', 0);
      return memory.stateOf('team/last')?.dueAt;
    };
    for (let index = 0; index < 400; index += 1) {
      memory.put(`team/r${index}`, failing);
    }
    expect(dueIn()).toBeGreaterThanOrEqual(10_000);
    for (let index = 0; index < 400; index += 1) {
      memory.put(`team/r${index}`, undefined);
    }
    expect(dueIn()).toBeLessThanOrEqual(2_500);
  });
});
