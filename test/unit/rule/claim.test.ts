import { expect, it } from 'vitest';
import { byStanding, claimOfRule, firstOf, isStanding } from '../../../src/rule/claim.ts';
import { ruleOf, tcpRuleOf } from '../../support/rules.ts';

const stands = { ...ruleOf({}, { name: 'stands' }), status: { name: 'shop.example.com' } };
const edited = { ...ruleOf({ domainName: 'new.example.com' }, { name: 'edited' }), status: stands.status };

it('a rule stands while its status has the name of its spec', () => {
  expect([stands, edited, ruleOf()].map(isStanding)).toEqual([true, false, false]);
  expect(isStanding({ ...tcpRuleOf(), status: { name: 'port 30000' } })).toBe(true);
});

it.each([
  ['True', 1, true],
  ['True', 2, false],
  ['False', 1, false],
] as const)(
  'with Accepted=%s of generation %i and no name, as of earlier releases, stands: %s',
  (status, observedGeneration, expected) => {
    const lastTransitionTime = '2026-01-01T00:00:00Z';
    const accepted = {
      type: 'Accepted',
      status,
      reason: 'r',
      message: '',
      observedGeneration,
      lastTransitionTime,
    };
    expect(isStanding({ ...ruleOf(), status: { conditions: [accepted] } })).toBe(expected);
  },
);

it('a rule that stands goes before an older one that does not', () => {
  const older = ruleOf({}, { name: 'older', creationTimestamp: '2020-01-01T00:00:00Z' });
  const oldest = ruleOf({}, { name: 'oldest', creationTimestamp: '2019-01-01T00:00:00Z' });
  const ranked = [older, oldest, stands].map((object) => ({ object }));
  expect(ranked.toSorted(byStanding).map(({ object }) => object)).toEqual([stands, oldest, older]);
  expect(firstOf(ranked)?.object).toBe(stands);
  expect(firstOf([])).toBeUndefined();
});

it('a rule that is not valid, or is being deleted, claims nothing', () => {
  expect(claimOfRule(stands)).toMatchObject({ id: 'team/stands', name: 'shop.example.com', standing: true });
  expect(claimOfRule(tcpRuleOf())).toMatchObject({ name: 'port 30000', standing: false });
  expect(claimOfRule(ruleOf({ domainName: 'Not A Host' }))).toBeUndefined();
  expect(claimOfRule(ruleOf({}, { deletionTimestamp: '2026-01-02T00:00:00Z' }))).toBeUndefined();
});
