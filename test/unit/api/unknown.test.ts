import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applicationStatusSchema } from '../../../src/api/application.ts';
import { gatewayRuleSpecSchema } from '../../../src/api/gatewayrule.ts';
import { marketInstallSpecSchema } from '../../../src/api/marketinstall.ts';
import { pathText, unknownIn } from '../../../src/api/unknown.ts';
import { specimens } from '../../support/specs.ts';

const http = { serviceId: 'web', containerPort: 80, domainName: 'a.example.com' };
const market = { url: 'https://a.example.com', type: 'helm' };
const install = { appId: 1, market, appModelId: 'x', appModelVersion: '1' };

it.each<[string, Parameters<typeof unknownIn>[0], unknown, readonly string[]]>([
  ['nothing of what the schema has', gatewayRuleSpecSchema, { http }, []],
  [
    'a member, wherever it is',
    gatewayRuleSpecSchema,
    { a: 1, http: { ...http, policy: { b: null } } },
    ['a', 'http.policy.b'],
  ],
  [
    'a member below a list',
    gatewayRuleSpecSchema,
    { http: { ruleExtensions: [{ key: 'a', value: 'b', c: 1 }] } },
    ['http.ruleExtensions.0.c'],
  ],
  ['a word', gatewayRuleSpecSchema, { protocol: 'quic' }, ['protocol']],
  [
    'a number among numbers',
    gatewayRuleSpecSchema,
    { http: { policy: { redirect: { code: 399 } } } },
    ['http.policy.redirect.code'],
  ],
  [
    'a form of a value',
    gatewayRuleSpecSchema,
    { http: { containerPort: { from: 1 } } },
    ['http.containerPort'],
  ],
  [
    'a member with the name of one of all objects',
    gatewayRuleSpecSchema,
    { constructor: 1, http: { toString: 1 } },
    ['constructor', 'http.toString'],
  ],
  [
    'no names of maps that users fill',
    gatewayRuleSpecSchema,
    { http: { domainHeader: { 'X-Future': 'a' } } },
    [],
  ],
  ['no values of charts', marketInstallSpecSchema, { ...install, values: { any: { thing: [1] } } }, []],
  [
    'a part of a store',
    marketInstallSpecSchema,
    { ...install, market: { ...market, verify: {} } },
    ['market.verify'],
  ],
  [
    'a part of an override',
    marketInstallSpecSchema,
    { ...install, overrides: [{ future: 1 }] },
    ['overrides.0.future'],
  ],
  ['a word in a status', applicationStatusSchema, { phase: 'FUTURE' }, ['phase']],
])('%s is unknown', (_, schema, stored, paths) => {
  expect(unknownIn(schema, stored).map(({ path }) => pathText(path))).toEqual(paths);
});

it('a spec that the schema takes has nothing unknown but what the schema leaves out', () => {
  fc.assert(
    fc.property(specimens(), ({ spec }) => {
      const parsed = gatewayRuleSpecSchema.safeParse(spec);
      fc.pre(parsed.success);
      expect(unknownIn(gatewayRuleSpecSchema, parsed.data)).toEqual([]);
    }),
  );
});
