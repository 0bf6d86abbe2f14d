import { describe, expect, it } from 'vitest';
import type { HttpRule } from '../../../src/api/gatewayrule.ts';
import { assess } from '../../../src/engines/assessment.ts';
import { ENGINES } from '../../../src/engines/index.ts';
import type { GatewayRule } from '../../../src/objects/stoa.ts';
import { parseRule } from '../../../src/rule/effective.ts';
import { openServiceOf, ruleOf, tcpRuleOf, tlsRuleOf } from '../../support/rules.ts';
import { CONFIG, Simulation } from '../../support/simulation.ts';

const TOLD = ENGINES.filter(({ evidence }) => evidence === 'engine');
const SERVICE = openServiceOf('web');

function assessed(rule: GatewayRule, engine: string) {
  const reading = parseRule(rule);
  const dialect = ENGINES.find(({ name }) => name === engine);
  if (reading.type !== 'valid' || dialect === undefined) {
    throw new Error(reading.type === 'valid' ? engine : reading.message);
  }
  return assess(reading.rule, { services: [SERVICE], workloads: [] }, dialect);
}

const RULES: readonly (readonly [string, Partial<HttpRule>])[] = [
  ['plain', {}],
  ['with buffers', { configuration: { proxyBufferSize: 8, proxyBufferNumbers: 8 } }],
  ['with timeouts', { configuration: { proxyConnectTimeout: 3, proxyReadTimeout: 5, proxySendTimeout: 7 } }],
  ['with a limit of bodies', { configuration: { proxyBodySize: 1 } }],
  ['with cookies and headers', { domainCookie: { a: 'b' }, domainHeader: { c: 'd' } }],
  ['with a regular path', { policy: { match: { pathRegex: '/a[0-9]+' } } }],
  ['with affinity', { ruleExtensions: [{ key: 'lb-type', value: 'cookie-session-affinity' }] }],
  ['with a limit of requests', { policy: { rateLimit: { requests: 5, per: 'second' } } }],
  ['with allowed addresses', { policy: { allow: ['10.0.0.0/8'] } }],
  ['with denied addresses', { policy: { deny: ['10.0.0.0/8'] } }],
  ['with retries', { policy: { retry: { attempts: 2 }, timeouts: { backendRequest: '1s' } } }],
  ['with compression', { policy: { compression: ['gzip'] } }],
  [
    'with a header that engines set',
    { configuration: { setHeaders: [{ key: 'X-Forwarded-For', value: 'a' }] } },
  ],
];

describe.each(TOLD.map(({ name, controllers }) => ({ name, controller: controllers[0] ?? '' })))(
  'an assessment by $name',
  ({ name, controller }) => {
    it.each(RULES)('of a rule %s says what the operator says', (_title, http) => {
      const rule = ruleOf(http);
      const world = new Simulation();
      world.engine(controller);
      world.service(SERVICE);
      world.rule(rule);
      world.settle();
      const expressed = world.conditions('rule').FullyExpressed ?? '';
      const assessment = assessed(rule, name);
      const told =
        assessment.type === 'whole' ? [] : assessment.lost.map(({ field, why }) => `spec.${field}: ${why}`);
      expect(expressed.startsWith('True ')).toBe(assessment.type === 'whole');
      for (const each of told) {
        expect(world.message('rule', 'FullyExpressed')).toContain(each);
      }
    });

    it('of a TLS rule has the level of the engine, whose operator serves it where it can', () => {
      const world = new Simulation({ config: { ...CONFIG, https: { port: 443, entryPoint: 'websecure' } } });
      world.engine(controller);
      world.service(SERVICE);
      world.rule(tlsRuleOf());
      world.settle();
      expect(world.conditions('rule').FullyExpressed).toBe('True FullyExpressed');
      const { passthrough } = TOLD.find((each) => each.name === name) ?? {};
      expect(assessed(tlsRuleOf(), name)).toEqual(
        passthrough?.level === 'close'
          ? { type: 'part', lost: [{ field: 'tls', why: passthrough.how }] }
          : { type: 'whole' },
      );
    });

    it('of a TCP rule and a UDP rule has the level of the engine', () => {
      const { ports } = TOLD.find((each) => each.name === name) ?? {};
      const types = { full: 'whole', close: 'part', none: 'none' };
      for (const transport of ['TCP', 'UDP'] as const) {
        const { type } = assessed(tcpRuleOf({ transport }), name);
        expect(type).toBe(types[ports?.[transport].level ?? 'full']);
      }
    });
  },
);

describe('a rule whose guard an engine lacks', () => {
  const rule = ruleOf({ policy: { deny: ['10.0.0.0/8'] } });

  it('is not served at all', () => {
    expect(assessed(rule, 'core')).toMatchObject({ type: 'none', lost: [{ field: 'http.policy.deny' }] });
  });

  it('is served by an engine that has it', () => {
    expect(assessed(rule, 'envoy-gateway').type).toBe('whole');
  });
});
