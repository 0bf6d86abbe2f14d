import { expect, it } from 'vitest';
import { type EffectiveHttp, effective } from '../../../src/rule/effective.ts';
import { inertExtensions, inertWeight } from '../../../src/rule/inert.ts';
import { ruleOf, tcpRuleOf } from '../../support/rules.ts';

it.each([
  ['of a rule that is alone', { theWeight: 10 }, true, true],
  ['of a rule among others', { theWeight: 10 }, false, false],
  ['that is the default, as clients send it', { theWeight: 100 }, true, false],
  ['that is left out', {}, true, false],
  ['0, of which the condition Programmed tells', { theWeight: 0 }, true, false],
])('a weight %s has no effect, or has one', (_, http, isAlone, isInert) => {
  const why = inertWeight(effective(ruleOf(http).spec) as EffectiveHttp, isAlone);
  expect(why !== undefined).toBe(isInert);
});

const REDIRECT = { key: 'httptohttps', value: 'true' };

it.each([
  ['no extension', ruleOf(), []],
  ['a redirect without HTTPS', ruleOf({ ruleExtensions: [REDIRECT] }), ['httptohttps']],
  ['a redirect with a certificate', ruleOf({ ruleExtensions: [REDIRECT], certificateId: 7 }), []],
  ['a redirect with a certificate to come', ruleOf({ ruleExtensions: [REDIRECT], autoSsl: true }), []],
  ['an unknown extension', ruleOf({ ruleExtensions: [{ key: 'none', value: 'x' }] }), ['none']],
  ['any extension of TCP', tcpRuleOf({ ruleExtensions: [{ key: 'lb-type', value: 'x' }] }), ['lb-type']],
])('finds with %s what no engine expresses', (_, { spec }, keys) => {
  const found = inertExtensions(effective(spec));
  expect(found.map(({ key }) => key)).toEqual(keys);
  expect(found.every(({ why }) => why !== '')).toBe(true);
});
