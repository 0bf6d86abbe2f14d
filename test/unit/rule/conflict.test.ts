import { describe, expect, it } from 'vitest';
import type { HttpRule } from '../../../src/api/gatewayrule.ts';
import type { GatewayRule } from '../../../src/objects/stoa.ts';
import { isHttp, isTcp } from '../../../src/rule/candidate.ts';
import { httpConflict, tcpConflict } from '../../../src/rule/conflict.ts';
import { competing, ruleOf, tcpRuleOf } from '../../support/rules.ts';

const REDIRECT = { ruleExtensions: [{ key: 'httptohttps', value: 'true' }] };

/** Rules by age, the oldest first. */
function aged(...rules: readonly GatewayRule[]): GatewayRule[] {
  return rules.map((rule, index) => ({
    ...rule,
    metadata: { ...rule.metadata, uid: `uid-${index}`, creationTimestamp: `202${index}-01-01T00:00:00Z` },
  }));
}

/** The conflicts of HTTP rules with each other, in their order. */
function conflictsOf(rules: readonly GatewayRule[]) {
  const candidates = competing(rules).filter(isHttp);
  return candidates.map((each) => httpConflict(each, candidates.toReversed())?.type);
}

describe('of two HTTP rules for one host', () => {
  const other = { serviceId: 'other' };

  it.each<[string, Partial<HttpRule>, Partial<HttpRule>, string | undefined]>([
    ['for one port of a component', {}, { theWeight: 1 }, 'duplicate'],
    ['for different components', {}, other, undefined],
    ['for different paths', {}, { domainPath: '/a' }, undefined],
    ['by HTTP and HTTPS', {}, { certificateId: 1 }, undefined],
    ['for requests with a header', {}, { domainHeader: { 'X-Canary': 'always' } }, undefined],
    ['for requests with a cookie', { domainCookie: { a: '1' } }, {}, undefined],
    [
      'for requests with another value',
      { domainHeader: { a: '1' } },
      { domainHeader: { a: '2' } },
      undefined,
    ],
    [
      'for requests with the same header in another case',
      { domainHeader: { 'X-A': '1', b: '2' } },
      { domainHeader: { B: '2', 'x-a': '1' }, theWeight: 5 },
      'duplicate',
    ],
    ['for other methods', {}, { policy: { match: { methods: ['POST'] } } }, undefined],
    ['for the whole path', {}, { policy: { match: { path: 'exact' } } }, undefined],
    [
      'for calls of gRPC, after requests',
      { domainPath: '/a' },
      { policy: { match: { grpc: {} } } },
      'protocol',
    ],
    ['for requests, after calls', { policy: { match: { grpc: {} } } }, { domainPath: '/a' }, 'protocol'],
    [
      'for calls of two services',
      { policy: { match: { grpc: { service: 'a.B' } } } },
      { policy: { match: { grpc: { service: 'a.C' } } } },
      undefined,
    ],
    [
      'for the same calls',
      { policy: { match: { grpc: {} } } },
      { policy: { match: { grpc: {} } } },
      'duplicate',
    ],
    ['with another policy', {}, { policy: { rewrite: { host: 'a.example.com' } } }, 'duplicate'],
    ['after a redirect', REDIRECT, other, 'redirect'],
    ['before a redirect', other, REDIRECT, 'redirect'],
    ['by HTTPS before a redirect', { ...other, certificateId: 1 }, REDIRECT, undefined],
  ])('%s, the younger gives way or none', (_, older, younger, type) => {
    expect(conflictsOf(aged(ruleOf(older), ruleOf(younger)))).toEqual([undefined, type]);
  });
});

it('a rule that gives way does not count for those after it', () => {
  const duplicate = ruleOf({ ...REDIRECT });
  expect(conflictsOf(aged(ruleOf(), duplicate, ruleOf({ serviceId: 'other' })))).toEqual([
    undefined,
    'duplicate',
    undefined,
  ]);
});

it('the oldest TCP rule has a port, at whatever address', () => {
  const endPoint = { ip: '10.0.0.1', port: 30000 };
  const rules = aged(tcpRuleOf(), tcpRuleOf({ endPoint }, { namespace: 'other' }));
  const candidates = competing(rules).filter(isTcp);
  const conflicts = candidates.map((each) => tcpConflict(each, candidates.toReversed()));
  expect(conflicts).toEqual([undefined, { type: 'address', winner: rules[0] }]);
});
