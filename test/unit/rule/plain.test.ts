import { expect, it } from 'vitest';
import type { HttpRule } from '../../../src/api/gatewayrule.ts';
import { isHttp } from '../../../src/rule/candidate.ts';
import { type EffectiveHttp, effective } from '../../../src/rule/effective.ts';
import { plainBesideHttps } from '../../../src/rule/plain.ts';
import { competing, ruleOf } from '../../support/rules.ts';

/** Sentence on a rule beside others. */
function said(http: Partial<HttpRule>, ...others: readonly Partial<HttpRule>[]): string | undefined {
  const rules = others.map((each, index) => ruleOf(each, { name: `other-${index}` }));
  return plainBesideHttps(effective(ruleOf(http).spec) as EffectiveHttp, competing(rules).filter(isHttp));
}

const SECURE = { certificateName: 'web-tls' };
const NEXT = { serviceId: 'next' };
const OVER_TLS = { policy: { redirect: { scheme: 'https' } } } as const;

it.each<[string, Partial<HttpRule>, readonly Partial<HttpRule>[], RegExp]>([
  ['a canary by weight', { ...NEXT, theWeight: 10 }, [SECURE], /give it the same certificateName: web-tls,/],
  ['a canary with the default weight', NEXT, [SECURE], /HTTPS, and this one opens plain HTTP/],
  ['a canary by header', { ...NEXT, domainHeader: { a: 'b' } }, [SECURE], /shop.example.com\/ are HTTPS/],
  ['a canary beside a number', NEXT, [{ certificateId: 7 }], /the same certificateId: 7,/],
  [
    'a canary beside an issuer',
    NEXT,
    [{ issuerRef: { name: 'ca' } }],
    /the same issuerRef as the rule other-0 has/,
  ],
  ['a canary beside autoSsl', NEXT, [{ autoSsl: true }], /the same autoSsl as the rule other-0 has/],
  ['one of two canaries', NEXT, [SECURE, { serviceId: 'third' }], /certificateName/],
  ['a canary beside a redirect', NEXT, [SECURE, { ...OVER_TLS, serviceId: 'x' }], /certificateName/],
  ['the same port for other requests', { domainHeader: { a: 'b' } }, [SECURE], /certificateName/],
])('tells of %s that lacks the certificate of the others', (_, rule, others, text) => {
  expect(said(rule, ...others)).toMatch(text);
});

it.each<[string, Partial<HttpRule>, readonly Partial<HttpRule>[]]>([
  ['nobody else', NEXT, []],
  ['plain rules', NEXT, [{}, { serviceId: 'third' }]],
  ['another path', { ...NEXT, domainPath: '/a' }, [SECURE]],
  ['its own certificate', { ...NEXT, ...SECURE }, [SECURE]],
  ['an issuer of its own', { ...NEXT, issuerRef: { name: 'ca' } }, [SECURE]],
  ['a redirect', { ...NEXT, ...OVER_TLS }, [SECURE]],
  ['a twin by HTTPS', {}, [SECURE]],
  ['a host with both schemes', NEXT, [SECURE, {}]],
])('says nothing of a rule with %s', (_, rule, others) => {
  expect(said(rule, ...others)).toBeUndefined();
});
