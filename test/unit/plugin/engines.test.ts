import { describe, expect, it } from 'vitest';
import { drawSurvey } from '../../../src/plugin/engines/draw.ts';
import { surveyOf } from '../../../src/plugin/engines/survey.ts';
import { plain } from '../../../src/plugin/text/look.ts';
import { openServiceOf, ruleOf, tcpRuleOf } from '../../support/rules.ts';
import { expectGolden } from './support.ts';

const RULES = [
  ruleOf({}, { name: 'web' }),
  ruleOf({ configuration: { proxyBuffering: 'off', proxyReadTimeout: 30 } }, { name: 'slow' }),
  ruleOf({ policy: { deny: ['10.0.0.0/8'] } }, { name: 'closed' }),
  tcpRuleOf({ transport: 'UDP' }, { name: 'dns' }),
];
const BROKEN = ruleOf({ domainName: '-' }, { name: 'broken' });
const EXPOSURE = { services: [openServiceOf('web')], workloads: [] };

describe('a survey of rules', () => {
  it('shows what each engine serves wholly, in part or not', () => {
    const survey = surveyOf([{ rules: [...RULES, BROKEN], exposure: EXPOSURE }]);
    expectGolden('engines', drawSurvey(survey, plain(100)));
  });

  it('has each valid rule once for each engine', () => {
    const { engines, invalid } = surveyOf([
      { rules: RULES, exposure: EXPOSURE },
      { rules: [BROKEN], exposure: { services: [], workloads: [] } },
    ]);
    for (const { rules } of engines) {
      expect(rules.map(({ rule }) => rule)).toEqual(['team/web', 'team/slow', 'team/closed', 'team/dns']);
    }
    expect(invalid.map(({ rule }) => rule)).toEqual(['team/broken']);
  });
});
