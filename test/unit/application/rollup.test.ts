import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COMPONENT_STATES, type ComponentState, PHASES, type Phase } from '../../../src/api/application.ts';
import { phaseOf } from '../../../src/application/rollup.ts';

const rows: readonly [Phase, readonly ComponentState[]][] = [
  ['NIL', []],
  ['NIL', ['undeploy', 'undeploy']],
  ['CLOSED', ['closed', 'closed']],
  ['CLOSED', ['closed', 'undeploy']],
  ['ABNORMAL', ['abnormal']],
  ['ABNORMAL', ['abnormal', 'closed', 'waiting']],
  ['PARTIAL_ABNORMAL', ['some_abnormal']],
  ['PARTIAL_ABNORMAL', ['abnormal', 'running']],
  ['PARTIAL_ABNORMAL', ['abnormal', 'upgrade']],
  ['STARTING', ['starting', 'running']],
  ['STARTING', ['waiting', 'stopping', 'closed']],
  ['STOPPING', ['stopping']],
  ['STOPPING', ['stopping', 'closed', 'undeploy']],
  ['RUNNING', ['running']],
  ['RUNNING', ['running', 'closed']],
  ['RUNNING', ['running', 'stopping']],
  ['RUNNING', ['upgrade', 'undeploy']],
  ['RUNNING', ['succeeded']],
];

it.each(rows)('the phase is %s for %j', (phase, states) => {
  expect(phaseOf(states)).toBe(phase);
});

it('the table has a row for every phase', () => {
  expect(new Set(rows.map(([phase]) => phase))).toEqual(new Set(PHASES));
});

it('the phase depends neither on order nor on components that were never deployed', () => {
  const states = fc.array(fc.constantFrom(...COMPONENT_STATES), { maxLength: 6 });
  fc.assert(
    fc.property(states, (each) => {
      expect(PHASES).toContain(phaseOf(each));
      expect(phaseOf(each.toReversed())).toBe(phaseOf(each));
      expect(phaseOf([...each, 'undeploy'])).toBe(phaseOf(each));
    }),
  );
});
