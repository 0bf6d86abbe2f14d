import { expect, it } from 'vitest';
import type { HttpRule, Transport } from '../../../../../src/api/gatewayrule.ts';
import { ruleName } from '../../../../../src/rest/resources/rules/create.ts';
import { effective } from '../../../../../src/rule/effective.ts';
import { ruleOf, tcpRuleOf } from '../../../../support/rules.ts';

const NONE = new Set<string>();
const nameOf = (http: Partial<HttpRule> = {}) => ruleName(effective(ruleOf(http).spec), NONE);

it.each<[string, Partial<HttpRule>]>([
  ['weight', { theWeight: 1 }],
  ['a path that says the same', { domainPath: '/' }],
])('a rule has the same name whatever its %s', (_, http) => {
  expect(nameOf(http)).toBe(nameOf());
});

it.each<[string, Partial<HttpRule>]>([
  ['component', { serviceId: 'x' }],
  ['port', { containerPort: 1 }],
  ['host', { domainName: 'a.b' }],
  ['path', { domainPath: '/a' }],
  ['scheme', { certificateId: 1 }],
  ['cookies', { domainCookie: { a: '1' } }],
  ['headers', { domainHeader: { a: '1' } }],
  ['methods', { policy: { match: { methods: ['GET'] } } }],
])('rules that differ in %s have names of their own', (_, http) => {
  expect(nameOf(http)).not.toBe(nameOf());
});

it('TCP rules have the same name as before transports, and a name for each transport that is stated', () => {
  const name = (transport?: Transport) =>
    ruleName(effective(tcpRuleOf(transport === undefined ? {} : { transport }).spec), NONE);
  expect(name()).toBe('tcp-4f055955643bcee1b185');
  expect(new Set([name(), name('TCP'), name('UDP')]).size).toBe(3);
});

it('does not reuse the name of a rule that has been edited since', () => {
  const rule = effective(ruleOf().spec);
  const [first, second] = [ruleName(rule, NONE), ruleName(rule, new Set([nameOf()]))];
  expect(second).not.toBe(first);
  expect(ruleName(rule, new Set([first, second]))).not.toBe(first);
  expect(second).toMatch(/^http-[0-9a-f]{20}$/);
});
