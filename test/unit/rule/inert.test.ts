import { expect, it } from 'vitest';
import { effective } from '../../../src/rule/effective.ts';
import { inertExtensions } from '../../../src/rule/inert.ts';
import { ruleOf, tcpRuleOf } from '../../support/rules.ts';

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
