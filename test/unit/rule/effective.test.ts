import { expect, it } from 'vitest';
import { containerPortText, effective, neededTransport } from '../../../src/rule/effective.ts';
import { ruleOf, tcpRuleOf } from '../../support/rules.ts';

it.each([
  ['HTTP', ruleOf(), 'TCP', '8080'],
  ['TCP without a transport', tcpRuleOf(), undefined, '8080'],
  ['TCP', tcpRuleOf({ transport: 'TCP' }), 'TCP', '8080/TCP'],
  ['UDP', tcpRuleOf({ transport: 'UDP' }), 'UDP', '8080/UDP'],
])('a rule for %s needs a port of its transport', (_, { spec }, transport, text) => {
  const rule = effective(spec);
  expect(neededTransport(rule)).toBe(transport);
  expect(containerPortText(rule)).toBe(text);
});

it.each(['0s', '0ms', '00000s', '0h0m0s0ms'])('a pause of %s before tries is none', (backoff) => {
  const policyOf = (retry: object) => {
    const rule = effective(ruleOf({ policy: { retry } }).spec);
    return rule.protocol === 'http' ? rule.policy : undefined;
  };
  expect(policyOf({ attempts: 2, backoff })).toEqual({ retry: { attempts: 2 } });
  expect(policyOf({ backoff })).toEqual({ retry: {} });
  expect(policyOf({ backoff: '1ms' })).toEqual({ retry: { backoff: '1ms' } });
});
