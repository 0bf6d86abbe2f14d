import { describe, expect, it } from 'vitest';
import { readyConditionOf } from '../../../../src/objects/readiness.ts';
import { viewOf } from '../../../../src/plugin/status/view.ts';
import { applicationOf } from '../../../support/applications.ts';
import { ruleOf, tcpRuleOf } from '../../../support/rules.ts';
import { conditionOf, READY, reporting } from '../scene.ts';

describe('the view of an application', () => {
  it('names rules by their address', () => {
    const rules = [
      tcpRuleOf({}, { name: 'tcp' }),
      ruleOf({ domainHeader: { 'x-a': '1' }, theWeight: 5, certificateId: 1 }, { name: 'web' }),
      { ...ruleOf({}, { name: 'odd' }), spec: { appId: 1, protocol: 'http' as const } },
    ];
    const { otherRules } = viewOf({ application: applicationOf(), rules, installs: [] }, new Map());
    expect(otherRules.map(({ from, only, port }) => [from, only, port])).toEqual([
      ['https://shop.example.com/', ['header x-a=1', 'weight 5'], 8080],
      ['odd', [], undefined],
      ['tcp 0.0.0.0:30000', [], 8080],
    ]);
  });

  it.each([
    ['ready', READY, 1],
    ['progressing', [conditionOf('Ready', 'Pending')], 1],
    ['suspended', [conditionOf('Ready', 'Suspended')], 1],
    ['trouble', [conditionOf('Ready', 'PortNotFound')], 1],
    ['progressing', [], 1],
    ['progressing', READY, 2],
  ])('has an object that is %s', (state, conditions, generation) => {
    const rule = reporting(ruleOf({}, { generation }), conditions);
    expect(readyConditionOf(rule).state).toBe(state);
  });
});
