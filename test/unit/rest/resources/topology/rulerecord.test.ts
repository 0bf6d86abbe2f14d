import { describe, expect, it } from 'vitest';
import { REASONS } from '../../../../../src/api/reason.ts';
import type { GatewayRule } from '../../../../../src/objects/stoa.ts';
import { Exposures } from '../../../../../src/rest/resources/topology/exposures.ts';
import { topologyRule } from '../../../../../src/rest/resources/topology/rulerecord.ts';
import { readyIs } from '../../../../support/applications.ts';
import { ruleOf, serviceOf, tcpRuleOf, tlsRuleOf } from '../../../../support/rules.ts';

const PLAIN = { http: { port: 80, listener: 'http' }, https: { port: 443 } };

const SERVICES = [serviceOf('web', [{ name: 'http', port: 80, targetPort: 8080 }])];

function recordOf(
  rule: GatewayRule,
  gateway: Parameters<typeof topologyRule>[1]['gateway'] = PLAIN,
  address?: string,
) {
  const exposures = new Exposures(1, { services: SERVICES, workloads: [] }, [rule]);
  return topologyRule(rule, { exposures, gateway, address });
}

/** A rule whose operator has reported on its present generation. */
function reported(
  rule: GatewayRule,
  ...conditions: NonNullable<GatewayRule['status']>['conditions'] & object
): GatewayRule {
  return { ...rule, status: { observedGeneration: 1, conditions } };
}

const at = { lastTransitionTime: '2026-01-02T00:00:00Z' };

it('has what the rule answers for, how it fares, and what to do', () => {
  const rule = reported(
    ruleOf({
      domainPath: '/cart',
      domainHeader: { stage: 'beta' },
      policy: { match: { methods: ['GET'] } },
      certificateId: 7,
    }),
    { type: 'Accepted', status: 'True', reason: REASONS.accepted, message: 'fine', ...at },
    { type: 'ResolvedRefs', status: 'False', reason: REASONS.portNotFound, message: 'no port 1', ...at },
    { type: 'Ready', status: 'False', reason: REASONS.portNotFound, message: 'no port 1', ...at },
  );
  expect(recordOf(rule)).toEqual({
    rule_id: 'uidrule',
    name: 'rule',
    protocol: 'http',
    service_id: 'web',
    container_port: 8080,
    urls: ['https://shop.example.com/cart'],
    host: 'shop.example.com',
    port: 443,
    path: '/cart',
    summary: 'GET, header stage=beta',
    weight: 100,
    certificate_id: 7,
    certificate_name: '',
    ready: 'False',
    reason: 'PortNotFound',
    message: 'no port 1',
    todo: expect.stringMatching(/port/i),
    conditions: [
      {
        type: 'Accepted',
        status: 'True',
        reason: 'Accepted',
        message: 'fine',
        since: at.lastTransitionTime,
        todo: '',
      },
      {
        type: 'ResolvedRefs',
        status: 'False',
        reason: 'PortNotFound',
        message: 'no port 1',
        since: at.lastTransitionTime,
        todo: expect.stringMatching(/port/i),
      },
    ],
    created_at: '2026-01-01T00:00:00Z',
    generation: 1,
    managed_by: '',
  });
});

it('clips what the conditions say', () => {
  const rule = reported(ruleOf(), { ...readyIs(false), message: 'x'.repeat(30_000) });
  expect(recordOf(rule).message).toHaveLength(1_024);
});

describe('urls', () => {
  const tcp = (ip: string) => tcpRuleOf({ endPoint: { ip, port: 30_000 } });

  it.each([
    [
      'a port that is not the usual one',
      ruleOf(),
      { http: { port: 8000, listener: 'http' }, https: { port: 8443 } },
      undefined,
      ['http://shop.example.com:8000/'],
    ],
    [
      'the port at which clients find it',
      ruleOf({ certificateName: 'c' }),
      { http: { port: 80, listener: 'http' }, https: { port: 8443, publicPort: 443 } },
      undefined,
      ['https://shop.example.com/'],
    ],
    ['no wildcard', ruleOf({ domainName: '*.example.com' }), PLAIN, undefined, []],
    [
      'the address of the gateway',
      tcp('0.0.0.0'),
      PLAIN,
      'gate.example.com',
      ['tcp://gate.example.com:30000'],
    ],
    ['the address of the rule', tcp('10.0.0.1'), PLAIN, 'gate.example.com', ['tcp://10.0.0.1:30000']],
    ['no address that nobody knows', tcp('0.0.0.0'), PLAIN, undefined, []],
    ['udp', tcpRuleOf({ transport: 'UDP' }), PLAIN, '192.0.2.1', ['udp://192.0.2.1:30000']],
    ['tls', tlsRuleOf(), PLAIN, undefined, ['tls://shop.example.com:443']],
  ] as const)('have %s', (_, rule, gateway, address, urls) => {
    expect(recordOf(rule, gateway, address).urls).toEqual(urls);
  });
});

it('calls a rule for calls grpc, and one for UDP udp', () => {
  expect(
    recordOf(ruleOf({ policy: { match: { grpc: { service: 'shop.Cart', method: 'Add' } } } })),
  ).toMatchObject({
    protocol: 'grpc',
    summary: 'gRPC shop.Cart/Add',
  });
  expect(recordOf(tcpRuleOf({ transport: 'UDP' })).protocol).toBe('udp');
});

it('names the Service of a rule that is no component, and no port where its name has none', () => {
  const rule = ruleOf({ serviceId: undefined, serviceName: 'legacy', containerPort: 'web' } as never);
  expect(recordOf(rule)).toMatchObject({ service_id: 'legacy', container_port: 0 });
});

it('has the conditions of a rule whose stored spec is invalid, and nothing that it answers for', () => {
  const rule = reported(ruleOf({ domainName: 'not a host' }), { ...readyIs(false), reason: REASONS.invalid });
  expect(recordOf(rule)).toMatchObject({
    protocol: 'http',
    urls: [],
    host: '',
    service_id: 'web',
    ready: 'False',
  });
});

it.each([
  ['Unknown before the operator has looked', ruleOf(), 'Unknown'],
  [
    'Unknown while the last edit is not seen',
    reported(ruleOf({}, { generation: 2 }), readyIs(true)),
    'Unknown',
  ],
  ['True', reported(ruleOf(), readyIs(true)), 'True'],
] as const)('is ready: %s', (_, rule, ready) => {
  expect(recordOf(rule).ready).toBe(ready);
});

it('names the tool that keeps the rule', () => {
  const rule = ruleOf({}, { labels: { 'argocd.argoproj.io/instance': 'shop' } });
  expect(recordOf(rule).managed_by).toBe('Argo CD (Application shop)');
});

it('is of HTTPS with the Secret that its status tells of, once an issuer has given a certificate', () => {
  const rule = ruleOf({ issuerRef: { name: 'ca' } });
  const served = { scheme: 'https', certificate: 'shop-cert' } as const;
  expect(recordOf({ ...rule, status: { observedGeneration: 1, ...served } })).toMatchObject({
    urls: ['https://shop.example.com/'],
    port: 443,
    certificate_name: 'shop-cert',
  });
  // A status of before the last edit tells nothing of the scheme.
  expect(recordOf({ ...rule, status: { observedGeneration: 0, ...served } })).toMatchObject({
    urls: ['http://shop.example.com/'],
  });
});

it('has the whole path of requests where the rule is for that alone', () => {
  expect(recordOf(ruleOf({ domainPath: '/a/', policy: { match: { path: 'exact' } } }))).toMatchObject({
    path: '/a/',
    urls: ['http://shop.example.com/a/'],
    summary: 'whole path',
  });
});
