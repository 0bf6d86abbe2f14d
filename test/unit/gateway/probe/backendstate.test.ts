import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BackendAnswer,
  type BackendState,
  backendAfter,
  backendAgainInMs,
  isComponentFailure,
} from '../../../../src/gateway/probe/backendstate.ts';

/** State after answers that come `ms` after each other. */
function stateAfterAll(answers: readonly BackendAnswer[], ms = 350): BackendState | undefined {
  return answers.reduce<BackendState | undefined>(
    (state, answer, index) => backendAfter(state, answer, (index + 1) * ms),
    undefined,
  );
}

describe('what is known of a backend', () => {
  it.each<[readonly BackendAnswer[], BackendAnswer | undefined]>([
    [['answered'], 'answered'],
    [['untold'], 'untold'],
    [['refused'], undefined],
    [['refused', 'refused', 'refused', 'refused'], undefined],
    [['refused', 'refused', 'refused', 'refused', 'reset'], 'reset'],
    [['answered', 'refused', 'refused', 'refused', 'refused'], 'answered'],
    [['answered', 'refused', 'refused', 'refused', 'refused', 'refused'], 'refused'],
    [['answered', 'refused', 'answered', 'refused', 'refused', 'refused', 'refused'], 'answered'],
    [['refused', 'answered'], 'answered'],
    [['answered', 'untold', 'untold'], 'answered'],
    [['answered', 'untold', 'untold', 'untold'], 'untold'],
    [['answered', 'untold', 'untold', 'refused', 'untold', 'untold'], 'answered'],
    [['untold', 'answered', 'answered'], 'answered'],
    [[...Array<BackendAnswer>(5).fill('refused'), 'reset', 'refused', 'reset'], 'refused'],
    [['answered', ...Array<BackendAnswer>(5).fill('time-out'), 'answered'], 'time-out'],
    [['answered', ...Array<BackendAnswer>(5).fill('time-out'), 'answered', 'answered'], 'answered'],
  ])('after %j is %s', (answers, known) => {
    expect(stateAfterAll(answers)?.known).toBe(known);
  });

  it('is no failure while failures come within a moment', () => {
    expect(stateAfterAll(Array<BackendAnswer>(9).fill('refused'), 100)?.known).toBeUndefined();
  });

  it('never becomes a failure by fewer than five failures in a row, nor an answer by fewer than two', () => {
    const answer = fc.constantFrom<BackendAnswer>('answered', 'untold', 'refused', 'tls', 'time-out');
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1, maxLength: 40 }), (answers) => {
        const fails = answers.map(isComponentFailure);
        const run = fails.length - 1 - fails.lastIndexOf(!fails.at(-1));
        const [before, now] = [stateAfterAll(answers.slice(0, -1))?.known, stateAfterAll(answers)?.known];
        const turned =
          before !== undefined && now !== undefined && isComponentFailure(before) !== isComponentFailure(now);
        expect(!turned || run >= (fails.at(-1) ? 5 : 2)).toBe(true);
      }),
    );
  });
});

it.each<[string, readonly BackendAnswer[], number | undefined]>([
  ['that answers is asked at the pace of its route', ['answered'], undefined],
  ['that begins to fail is asked soon', ['answered', 'refused'], 350],
  [
    'that fails is asked again before a user has waited for long',
    Array<BackendAnswer>(5).fill('refused'),
    2_500,
  ],
])('a backend %s', (_, answers, ms) => {
  const state = stateAfterAll(answers);
  expect(backendAgainInMs(state === undefined ? [] : [state])).toBe(ms);
});
