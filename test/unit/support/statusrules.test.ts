import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../src/api/condition.ts';
import type { GatewayRule } from '../../../src/objects/stoa.ts';
import { installOf } from '../../support/plans.ts';
import { ruleOf } from '../../support/rules.ts';
import { historyViolations, statusViolations } from '../../support/statusrules.ts';

function condition(
  type: string,
  status: Condition['status'] = 'True',
  some: Partial<Condition> = {},
): Condition {
  const lastTransitionTime = '2026-01-01T00:00:00Z';
  return { type, status, reason: 'Why', message: 'why', observedGeneration: 1, lastTransitionTime, ...some };
}

const GOOD = ['Accepted', 'ResolvedRefs', 'Programmed', 'Serving', 'FullyExpressed', 'Ready'].map((type) =>
  condition(type),
);

function version(conditions: readonly Condition[], some: Partial<GatewayRule['metadata']> = {}): GatewayRule {
  return { ...ruleOf({}, some), status: { observedGeneration: 1, conditions: [...conditions] } };
}

function replaced(type: string, status: Condition['status'], some: Partial<Condition> = {}): Condition[] {
  return GOOD.map((one) => (one.type === type ? condition(type, status, some) : one));
}

it('a rule without status violates no rule, and neither does a correct one', () => {
  expect(statusViolations(ruleOf())).toEqual([]);
  expect(statusViolations(version(GOOD))).toEqual([]);
  const unproved = replaced('Serving', 'Unknown', { reason: 'NotProbed' });
  expect(statusViolations(version(unproved))).toEqual([]);
});

describe('one version', () => {
  it.each([
    ['S1', version(GOOD.slice(0, 2))],
    ['S2', version([...GOOD, condition('Ready')])],
    ['S3', version(GOOD, { generation: 0 })],
    ['S4', version(replaced('Accepted', 'True', { observedGeneration: 0 }))],
    ['S5', version(replaced('Programmed', 'False'))],
    ['S5', version(replaced('Serving', 'Unknown'))],
    ['S5', version([...replaced('Ready', 'False'), condition('Reconciling')])],
    [
      'S6',
      version([
        ...replaced('Programmed', 'False').with(5, condition('Ready', 'False', { reason: 'Else' })),
        condition('Reconciling'),
      ]),
    ],
    ['S7', version(replaced('Accepted', 'True', { reason: 'not camel' }))],
    ['S7', version(replaced('Accepted', 'True', { message: '' }))],
    ['S11', version([...GOOD, condition('Stalled')])],
  ])('violates %s', (rule, broken) => {
    expect(statusViolations(broken).map((violation) => violation.split(':')[0])).toEqual([rule]);
  });
});

it('the Ready condition of an install derives from its own conditions', () => {
  const types = ['Accepted', 'TemplateResolved', 'Applied', 'Ready'];
  const conditions = types.map((type) => condition(type));
  const status = { observedGeneration: 1, conditions };
  expect(statusViolations(installOf({}, status))).toEqual([]);
  const pending = [...conditions.with(2, condition('Applied', 'False'))];
  const found = statusViolations(installOf({}, { ...status, conditions: pending }));
  expect(found.map((violation) => violation.split(':')[0])).toEqual(['S5']);
});

describe('one version and the next', () => {
  const later = '2026-01-01T00:00:09Z';

  it.each([
    ['S8', { ...ruleOf(), status: { observedGeneration: 2, conditions: [...GOOD] } }, version(GOOD)],
    ['S9', version(GOOD), version(replaced('Accepted', 'True', { lastTransitionTime: later }))],
    ['S10', version(GOOD.slice(0, 4)), version(GOOD, { generation: 2 })],
  ])('violate %s', (rule, before, after) => {
    const found = historyViolations([before, after]).filter((violation) => violation.includes(`${rule}:`));
    expect(found).toHaveLength(1);
  });

  it('are valid if the user edits a ready rule', () => {
    expect(historyViolations([version(GOOD), version(GOOD, { generation: 2 })])).toEqual([]);
  });
});
