import { expect, it } from 'vitest';
import type { Condition } from '../../../src/api/condition.ts';
import { waitForTurn } from '../../../src/install/install.ts';
import { installOf } from '../../support/plans.ts';

function ready(status: Condition['status'], observedGeneration: number): Condition {
  return { type: 'Ready', status, observedGeneration, reason: 'Ready', message: '', lastTransitionTime: '' };
}

const OUTCOME = { type: 'waiting', reason: 'RendererBusy' };

it.each([
  ['a new install', undefined],
  ['an edit of one in place', ready('True', 0)],
  ['one that is not in place', ready('False', 1)],
])('%s says that its chart waits for its turn', (_, condition) => {
  const install = installOf({}, condition === undefined ? undefined : { conditions: [condition] });
  const current = { ...install, metadata: { ...install.metadata, generation: 1 } };
  expect(waitForTurn(current)).toMatchObject({
    type: 'halt',
    draft: { verdict: { type: 'Applied', status: 'False', reason: 'RendererBusy' }, outcome: OUTCOME },
  });
});

it('an install in place keeps its status while its chart waits', () => {
  const install = installOf({}, { conditions: [ready('True', 1)] });
  const current = { ...install, metadata: { ...install.metadata, generation: 1 } };
  expect(waitForTurn(current)).toMatchObject({ type: 'end', outcome: OUTCOME });
});
