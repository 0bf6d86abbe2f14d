import { beforeEach, describe, expect, it } from 'vitest';
import type { HttpRule } from '../../../../src/api/gatewayrule.ts';
import { openServiceOf, ruleOf, secretOf, serviceOf } from '../../../support/rules.ts';
import { Simulation } from '../../../support/simulation.ts';

const STICKY = 'cookie-session-affinity';
const HASH = 'upstream-hash-by:$http_x';

let world: Simulation;

beforeEach(() => {
  world = new Simulation();
  for (const name of ['web', 'next']) {
    world.service(openServiceOf(name));
  }
});

/** The paths of the fields that a rule reports. */
function fieldsOf(name: string): string[] {
  return [...world.message(name, 'FullyExpressed').matchAll(/spec\.([^:]*(?:: [a-z-]+\])?):/g)].map(
    ([, field = '']) => field,
  );
}

function balancedBy(value: string): Partial<HttpRule> {
  return { ruleExtensions: [{ key: 'lb-type', value }] };
}

describe('a feature that the engine does not support', () => {
  it.each<[string, Partial<HttpRule>, readonly string[]]>([
    ['requests it too', balancedBy(STICKY), ['http.ruleExtensions[lb-type: cookie-session-affinity]']],
    ['requests none', {}, ['http.ruleExtensions[lb-type]']],
    ['requests another', balancedBy(HASH), ['http.ruleExtensions[lb-type]']],
  ])(
    'of the oldest rule, beside a younger rule that %s, is reported to the rules that request it',
    (_, younger, fields) => {
      world.rule(
        ruleOf(balancedBy(STICKY), { name: 'old', creationTimestamp: '2025-01-01T00:00:00Z' }),
        ruleOf({ serviceId: 'next', ...younger }, { name: 'young' }),
      );
      world.settle();
      expect(fieldsOf('old')).toEqual(['http.ruleExtensions[lb-type: cookie-session-affinity]']);
      expect(fieldsOf('young')).toEqual(fields);
    },
  );

  it('is reported for each setting of its own', () => {
    world.rule(ruleOf({ configuration: { proxyBodySize: 1, proxySendTimeout: 2 } }));
    world.settle();
    expect(fieldsOf('rule')).toEqual([
      'http.configuration.proxyBodySize',
      'http.configuration.proxySendTimeout',
    ]);
  });
});

describe('the settings of rules for one host and path', () => {
  const OLD = { name: 'old', creationTimestamp: '2025-01-01T00:00:00Z' };
  const SETTINGS = { configuration: { setHeaders: [{ key: 'X-From', value: 'young' }] } };

  it.each<[string, Partial<HttpRule>, Partial<HttpRule>, readonly string[]]>([
    ['both for plain HTTP are those of the older one', {}, {}, ['http.configuration']],
    [
      'both for HTTPS are those of the older one',
      { certificateId: 1 },
      { certificateId: 1 },
      ['http.configuration'],
    ],
    ['one for plain HTTP and a younger one for HTTPS are its own', {}, { certificateId: 1 }, []],
    ['one for HTTPS and a younger one for plain HTTP are its own', { certificateId: 1 }, {}, []],
  ])('%s', (_, older, younger, fields) => {
    world.secret(secretOf(1, ['shop.example.com']));
    world.rule(ruleOf(older, OLD), ruleOf({ serviceId: 'next', ...younger, ...SETTINGS }, { name: 'young' }));
    world.settle();
    expect(fieldsOf('old')).toEqual([]);
    expect(fieldsOf('young')).toEqual(fields);
  });

  it.each<[string, Partial<HttpRule>, readonly string[]]>([
    ['both for plain HTTP', {}, ['http.configuration', 'http.configuration.proxyReadTimeout']],
    ['one of them for HTTPS', { certificateId: 1 }, []],
  ])('that have no effect are reported to the rules that they are for: %s', (_, younger, fields) => {
    world.engine('gateway.nginx.org/nginx-gateway-controller');
    world.secret(secretOf(1, ['shop.example.com']));
    world.rule(
      ruleOf({ configuration: { proxyReadTimeout: 0 } }, OLD),
      ruleOf({ serviceId: 'next', ...younger, configuration: { proxyReadTimeout: 5 } }, { name: 'young' }),
    );
    world.settle();
    expect(fieldsOf('old')).toEqual(['http.configuration.proxyReadTimeout']);
    expect(fieldsOf('young').toSorted()).toEqual(fields);
  });
});

describe('a field whose effect depends on the claims of an engine without a dialect', () => {
  const HOST = { setHeaders: [{ key: 'Host', value: 'other.example.com' }] };

  it.each<[string, readonly string[] | undefined, Partial<HttpRule>, string, string]>([
    [
      'the engine claims it',
      ['HTTPRouteHostRewrite'],
      { configuration: HOST },
      'True FieldsClaimed',
      'every field of the rule is in effect as far as GatewayClass engine claims: HTTPRouteHostRewrite',
    ],
    [
      'the engine does not claim it',
      ['HTTPRoute'],
      { configuration: HOST },
      'False FieldsNotExpressed',
      'not, or not exactly, in effect: spec.http.configuration.setHeaders: GatewayClass engine does not claim HTTPRouteHostRewrite',
    ],
    [
      'the engine does not tell',
      undefined,
      { configuration: HOST },
      'Unknown FieldsNotTold',
      'the engine does not tell whether these are in effect: spec.http.configuration.setHeaders: it needs HTTPRouteHostRewrite, and GatewayClass engine lists no supportedFeatures',
    ],
    [
      'the engine does not tell, and another field is lost',
      undefined,
      { configuration: { ...HOST, proxyBodySize: 1 } },
      'False FieldsNotExpressed',
      'not, or not exactly, in effect: spec.http.configuration.proxyBodySize: the Gateway API has no field for the size of requests; the engine does not tell whether these are in effect: spec.http.configuration.setHeaders: it needs HTTPRouteHostRewrite, and GatewayClass engine lists no supportedFeatures',
    ],
    [
      'nothing beyond Core is used',
      undefined,
      { domainHeader: { 'x-a': 'b' } },
      'True FullyExpressed',
      'every field of the rule is in effect',
    ],
  ])('is told where %s', (_, features, http, condition, message) => {
    world.engine('example.com/other', features);
    world.rule(ruleOf(http));
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ FullyExpressed: condition, Ready: 'True Ready' });
    expect(world.message('rule', 'FullyExpressed')).toBe(message);
  });

  it('is not told of an engine with a dialect', () => {
    world.engine('traefik.io/gateway-controller', ['HTTPRoute']);
    world.rule(ruleOf({ configuration: HOST }));
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ FullyExpressed: 'True FullyExpressed' });
  });

  it('is told once where the field is lost anyway', () => {
    world.rule(ruleOf({ ruleExtensions: [{ key: 'httptohttps', value: 'true' }] }));
    world.settle();
    expect(fieldsOf('rule')).toEqual(['http.ruleExtensions[httptohttps]']);
  });
});

describe('a rule that serves nothing', () => {
  const UNRESOLVED = 'Unknown RefsNotResolved';
  it.each([
    ['its port is closed', { serviceId: 'shut' }, UNRESOLVED],
    ['its component is missing', { serviceId: 'nobody' }, UNRESOLVED],
    ['its component has no such port', { containerPort: 9 }, UNRESOLVED],
    ['its certificate is missing', { certificateId: 9 }, UNRESOLVED],
    ['it has no weight', { theWeight: 0 }, 'Unknown NothingServed'],
  ])('has no field in effect where %s', (_, http, condition) => {
    world.service(serviceOf('shut', [{ port: 8080 }]));
    world.rule(ruleOf(http));
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ FullyExpressed: condition });
    expect(world.conditions('rule').Ready).toMatch(/^False/);
  });

  it('still names the fields that its engine lacks', () => {
    world.rule(ruleOf({ theWeight: 0, configuration: { proxyBodySize: 1 } }));
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ FullyExpressed: 'False FieldsNotExpressed' });
    expect(fieldsOf('rule')).toEqual(['http.configuration.proxyBodySize']);
  });
});
