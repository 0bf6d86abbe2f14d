import { describe, expect, it } from 'vitest';
import { readyConditionOf } from '../../../../src/objects/readiness.ts';
import { colourful, plain } from '../../../../src/plugin/text/look.ts';
import { drawExplanation } from '../../../../src/plugin/why/draw.ts';
import { explanationOf } from '../../../../src/plugin/why/explanation.ts';
import { installFacts } from '../../../../src/plugin/why/install.ts';
import { ruleFacts } from '../../../../src/plugin/why/rule.ts';
import { ruleOf } from '../../../support/rules.ts';
import { conditionOf, reporting } from '../scene.ts';
import { expectGolden, withoutColours } from '../support.ts';
import { INSTALL, LATE, observed, observedInstall, RULE } from './scene.ts';

const NOW = Date.parse('2026-01-01T01:00:00Z');

describe('an explanation', () => {
  const events = [
    { at: '2026-01-01T00:57:00.5Z', type: 'Warning', reason: 'ComponentsAbnormal', note: LATE },
    { at: '2025-12-30T00:00:00Z', type: 'Normal', reason: 'Installed', note: 'version 0 is in place' },
  ];
  const rule = reporting(
    ruleOf({ containerPort: 81 }, { name: 'broken' }),
    ['Accepted', 'ResolvedRefs', 'Programmed', 'Ready'].map((type) => {
      const says = 'component web of application 1 has no port 81; it has 8080';
      return (
        {
          Accepted: conditionOf(type, 'Accepted', 'the rule is valid', 'True'),
          Programmed: conditionOf(type, 'RefsNotResolved', 'nothing to route to', 'Unknown'),
        }[type] ?? conditionOf(type, 'PortNotFound', says)
      );
    }),
  );
  const ofRule = explanationOf(
    rule,
    readyConditionOf(rule),
    ruleFacts(observed({ rule, siblings: [rule], competing: [rule] })),
    [],
  );
  const ofInstall = explanationOf(
    INSTALL,
    readyConditionOf(INSTALL),
    installFacts(observedInstall()),
    events,
  );

  it('has no characters that a terminal acts on', () => {
    const hostile = '\x1b[2J\u202e';
    const rule = reporting(ruleOf(), [
      conditionOf('Ready', 'Invalid', hostile),
      conditionOf('Accepted', 'Invalid', hostile),
    ]);
    const facts = [{ finding: 'bad' as const, text: hostile }];
    const told = [{ at: '2026-01-01T00:00:00Z', type: 'Normal', reason: 'Any', note: hostile }];
    const lines = drawExplanation(explanationOf(rule, readyConditionOf(rule), facts, told), NOW, plain(80));
    expect(lines.join('')).toMatch(/^[ -~]*$/);
  });

  it('of a ready object has what a condition remarks, and what to do about it', () => {
    const remark = 'Service web port 8080, but the certificate in Secret cert-1 expires at noon';
    const ready = reporting(ruleOf(), [
      conditionOf('ResolvedRefs', 'CertificateExpiring', remark, 'True'),
      conditionOf('Ready', 'Ready', 'the rule carries traffic', 'True'),
    ]);
    const { conditions, todo } = explanationOf(ready, readyConditionOf(ready), [], []);
    expect(conditions).toEqual([{ finding: 'moving', text: `ResolvedRefs: CertificateExpiring: ${remark}` }]);
    expect(todo).toContain('Store a new certificate, or check');
  });

  it.each([
    ['why-rule', ofRule, colourful(80)],
    ['why-rule-plain', ofRule, plain(undefined)],
    ['why-install', ofInstall, colourful(80)],
    ['why-install-plain', ofInstall, plain(undefined)],
    ['why-ready', explanationOf(RULE, readyConditionOf(RULE), ruleFacts(observed()), []), plain(80)],
  ])('is drawn as in %s', (name, explanation, look) => {
    expectGolden(name, drawExplanation(explanation, NOW, look).map(withoutColours));
  });
});
