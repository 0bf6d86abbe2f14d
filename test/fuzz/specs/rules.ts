import fc from 'fast-check';
import { type GatewayRuleSpec, gatewayRuleSpecSchema, type HttpRule } from '../../../src/api/gatewayrule.ts';
import { API_VERSION } from '../../../src/api/group.ts';
import type { Service } from '../../../src/objects/core.ts';
import type { GatewayRule } from '../../../src/objects/stoa.ts';
import { serviceOf } from '../../support/rules.ts';

/** Text of exactly `length` characters, of repeated parts that parsers like to go back over. */
function repeated(length: number, parts: readonly string[], ends: readonly string[] = ['']) {
  return fc
    .tuple(fc.constantFrom(...parts), fc.constantFrom(...ends))
    .map(([part, end]) => part.repeat(length).slice(0, length - end.length) + end);
}

const VALUE_PARTS = [
  'a',
  'a=;b=;',
  'a=1; ',
  'a b',
  '-',
  '\\',
  '"',
  '$a',
  '(a+)+',
  '.',
  '^',
  ';',
  ' ;',
  ',',
  '{',
];
const headerValue = repeated(
  4096,
  VALUE_PARTS.filter((part) => !part.startsWith(' ') && !part.endsWith(' ')),
  ['', 'x', '!', ';'],
);
const cookieValue = repeated(512, ['a', '.', '*', '(', '[', '^', '$', '|', 'a=', '-', '=']);
const names = Array.from({ length: 16 }, (_, index) => index);

const pairs = (count: number, nameOf: (index: number) => string, value: fc.Arbitrary<string>) =>
  fc
    .array(value, { minLength: 0, maxLength: count })
    .map((values) => Object.fromEntries(values.map((each, index) => [nameOf(index), each])));

const longName = (length: number) => (index: number) =>
  `${String.fromCharCode(97 + index)}${'x'.repeat(length - 1)}`;

const cookies = pairs(3, longName(128), cookieValue);

const headers = fc.oneof(
  pairs(16, longName(256), headerValue),
  headerValue.map((value): Record<string, string> => ({ cookie: value })),
);

const setHeaders = fc
  .array(headerValue, { maxLength: 16 })
  .map((values) => values.map((value, index) => ({ key: longName(256)(index), value })));

/** Conditions on cookies, and the header that has to hold them. */
const cookieAndHeader = fc
  .tuple(fc.constantFrom('a=;b=;', 'a=; b=; ', ';', ' a=;', 'a=;'), fc.constantFrom('x', 'c', '=', ''))
  .map(([part, end]) => ({
    domainCookie: { a: '', b: '', c: '' },
    domainHeader: { Cookie: part.repeat(4000).slice(0, 4090).trim() + end },
  }));

const conditions = fc.oneof(fc.record({ domainCookie: cookies, domainHeader: headers }), cookieAndHeader);

const manyExtensions = [
  ...names.slice(1).map((index) => ({ key: `k${index}`.padEnd(32, 'x'), value: 'v'.repeat(256) })),
  { key: 'lb-type', value: 'upstream-hash-by' },
];

const extensions = fc.boolean().map((many) => (many ? manyExtensions : []));

const host = fc.constantFrom(
  'a.example',
  `${'a-a.'.repeat(60)}example`,
  `*.${'a.'.repeat(120)}example`,
  `${'a'.repeat(240)}.example`,
);
const path = fc.constantFrom(
  '/',
  `/${'a/'.repeat(500)}`,
  `/${'a'.repeat(1023)}`,
  `/${'%20'.repeat(300)}`,
  `/${'a-'.repeat(500)}`,
);
/** Port of all components. */
const PORT = 8080;

const LONG_NAME = 'x'.repeat(63);

/** Services of the components, so that the rules lead somewhere. */
export const COMPONENTS: readonly Service[] = ['web', LONG_NAME].map((name) =>
  serviceOf(name, [{ port: PORT }]),
);

const seconds = fc.constantFrom(0, 1, 86_400);

const http = fc.record({
  serviceId: fc.constantFrom('web', LONG_NAME),
  containerPort: fc.constant(PORT),
  domainName: host,
  domainPath: path,
  conditions,
  theWeight: fc.constantFrom(0, 1, 1_000_000),
  whetherOpen: fc.constant(true),
  autoSsl: fc.boolean(),
  autoSslConfig: fc.constantFrom('clusterissuer/letsencrypt', `issuer/${'a.'.repeat(28)}`),
  ruleExtensions: extensions,
  configuration: fc.record({ proxyReadTimeout: seconds, proxySendTimeout: seconds, setHeaders }),
});

/** Most rules for one host and path. */
export const LARGEST_GROUP = 6;

/** Rules at the limits of their schema that compete in one namespace: several for one host and path. */
export const rulesAtLimits: fc.Arbitrary<readonly GatewayRuleSpec[]> = fc
  .array(http, { minLength: 1, maxLength: LARGEST_GROUP })
  .map((group) => {
    const [first] = group;
    return group.map(({ conditions: wanted, ...each }) => ({
      appId: 1,
      protocol: 'http' as const,
      http: { ...each, ...wanted, domainName: first?.domainName ?? '', domainPath: first?.domainPath ?? '/' },
    }));
  });

/** Rules as people write them, for one host and path: `count` of them, the first of which is the `first`th. */
export function normalRules(first: number, count: number): readonly GatewayRuleSpec[] {
  const group = Array.from({ length: count }, (_, index) => NORMAL[(first + index) % NORMAL.length]);
  return group.map((more) => ({ appId: 1, protocol: 'http', http: { ...PLAIN, ...more } }));
}

const PLAIN = {
  serviceId: 'web',
  containerPort: PORT,
  domainName: 'shop.example.com',
  domainPath: '/api',
  whetherOpen: true,
};

/** Fields that people add to a plain rule. */
export const NORMAL: readonly Partial<HttpRule>[] = [
  {},
  { theWeight: 50 },
  { domainCookie: { user: 'beta' }, domainHeader: { 'X-Stage': 'beta' } },
  { certificateId: 1, ruleExtensions: [{ key: 'httptohttps', value: 'true' }] },
  { configuration: { proxyBodySize: 10, setHeaders: [{ key: 'X-Real-Host', value: 'shop' }] } },
];

/** Whether the API server would store all of these specs. */
export function areStorable(specs: readonly GatewayRuleSpec[]): boolean {
  return specs.every((spec) => gatewayRuleSpecSchema.safeParse(spec).success);
}

/** Stored rules of the namespace `team` with these specs; new objects, so that nothing is known of them. */
export function storedRules(specs: readonly GatewayRuleSpec[]): GatewayRule[] {
  return specs.map((spec, index) => ({
    apiVersion: API_VERSION,
    kind: 'GatewayRule',
    metadata: {
      name: `rule-${index}`,
      namespace: 'team',
      uid: `uid-${index}`,
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: `2026-01-01T00:00:${String(index).padStart(2, '0')}Z`,
    },
    spec: structuredClone(spec),
  }));
}
