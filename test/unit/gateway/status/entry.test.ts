import { expect, it } from 'vitest';
import type { GatewayConfig } from '../../../../src/gateway/config.ts';
import type { GatewayRule } from '../../../../src/objects/stoa.ts';
import { certificateGroup } from '../../../../src/rule/groupname.ts';
import { openServiceOf, ruleOf, secretOf, serviceOf, tcpRuleOf, tlsRuleOf } from '../../../support/rules.ts';
import { CONFIG, Simulation } from '../../../support/simulation.ts';

const ISSUED = certificateGroup('shop.example.com').name;

/** Part of the status of a rule that tells people which requests it is for. */
function entryOf(world: Simulation, name = 'rule') {
  const { url, scheme, requests, certificate } = world.stored(name).status ?? {};
  return { url, scheme, requests, certificate };
}

function settled(rules: readonly GatewayRule[], config: Partial<GatewayConfig> = {}): Simulation {
  const world = new Simulation({ config: { ...CONFIG, ...config } });
  world.service(openServiceOf('web'));
  world.secret(
    secretOf(7, ['shop.example.com']),
    secretOf('none', ['shop.example.com'], { name: 'web-tls', expires: new Date('2020-01-01') }),
    secretOf('issued', ['shop.example.com'], { name: ISSUED }),
    { ...secretOf(8, []), tls: { type: 'unusable', part: 'tls.crt', why: 'it is broken' } },
  );
  world.rule(...rules);
  world.settle();
  return world;
}

it.each<[string, GatewayRule, object]>([
  ['plain HTTP', ruleOf(), { url: 'http://shop.example.com/', scheme: 'http' }],
  ['a path', ruleOf({ domainPath: '/cart/' }), { url: 'http://shop.example.com/cart', scheme: 'http' }],
  [
    'a whole path',
    ruleOf({ domainPath: '/cart/', policy: { match: { path: 'exact' } } }),
    { url: 'http://shop.example.com/cart/', scheme: 'http', requests: 'whole path' },
  ],
  ['a wildcard', ruleOf({ domainName: '*.example.com' }), { url: 'http://*.example.com/', scheme: 'http' }],
  [
    'conditions',
    ruleOf({ domainHeader: { 'X-Canary': 'always' }, policy: { match: { methods: ['GET'] } } }),
    { url: 'http://shop.example.com/', scheme: 'http', requests: 'GET, header X-Canary=always' },
  ],
  [
    'a number',
    ruleOf({ certificateId: 7 }),
    { url: 'https://shop.example.com/', scheme: 'https', certificate: 'cert-7' },
  ],
  [
    'a name',
    ruleOf({ certificateName: 'web-tls' }),
    { url: 'https://shop.example.com/', scheme: 'https', certificate: 'web-tls' },
  ],
  [
    'a certificate that nobody can present',
    ruleOf({ certificateId: 8 }),
    { url: 'https://shop.example.com/', scheme: 'https', certificate: 'cert-8' },
  ],
  ['no Secret', ruleOf({ certificateName: 'nosuch' }), { url: 'https://shop.example.com/', scheme: 'https' }],
  [
    'an issuer that has given a certificate',
    ruleOf({ issuerRef: { name: 'ca' } }),
    { url: 'https://shop.example.com/', scheme: 'https', certificate: ISSUED },
  ],
  [
    'an issuer that has given none',
    ruleOf({ domainName: 'other.example.com', issuerRef: { name: 'ca' } }),
    { url: 'http://other.example.com/', scheme: 'http' },
  ],
  ['a port', tcpRuleOf(), { url: 'tcp://0.0.0.0:30000', scheme: 'tcp' }],
  [
    'an address',
    tcpRuleOf({ endPoint: { ip: '2001:db8::1', port: 30_000 }, transport: 'UDP' }),
    { url: 'udp://[2001:db8::1]:30000', scheme: 'udp' },
  ],
  ['TLS', tlsRuleOf(), { url: 'tls://shop.example.com:443', scheme: 'tls' }],
])('the status of a rule with %s tells what it is for', (_, rule, expected) => {
  const nothing = { url: undefined, scheme: undefined, requests: undefined, certificate: undefined };
  expect(entryOf(settled([rule]))).toEqual({ ...nothing, ...expected });
});

it('tells the certificate of the host, which an older rule has chosen', () => {
  const older = ruleOf({ certificateId: 7 }, { name: 'older', creationTimestamp: '2025-01-01T00:00:00Z' });
  const younger = ruleOf({ certificateName: 'web-tls', domainPath: '/a' }, { name: 'younger' });
  const plain = ruleOf({ domainPath: '/b' }, { name: 'plain' });
  const world = settled([older, younger, plain]);
  expect(entryOf(world, 'younger')).toMatchObject({ certificate: 'cert-7' });
  expect(entryOf(world, 'plain')).toMatchObject({ scheme: 'http', certificate: undefined });
});

it('has the ports at which clients find the gateway', () => {
  const http = { listener: 'http', port: 8080 };
  const https = { port: 8443, publicPort: 18_443 };
  const world = settled(
    [
      ruleOf(),
      ruleOf({ certificateId: 7, domainPath: '/a' }, { name: 'secure' }),
      tcpRuleOf({}, { name: 'tcp' }),
    ],
    { http, https, tcp: { ...CONFIG.tcp, address: 'gw.example.com' } },
  );
  expect(['rule', 'secure', 'tcp'].map((name) => entryOf(world, name).url)).toEqual([
    'http://shop.example.com:8080/',
    'https://shop.example.com:18443/a',
    'tcp://gw.example.com:30000',
  ]);
});

it('has the address that the Gateway has, and follows it', () => {
  const world = settled([tcpRuleOf()]);
  const [gateway] = world.caches.gateways.store.list();
  world.gateway({ status: { ...gateway?.status, addresses: [{ value: '192.0.2.1' }] } });
  world.settle();
  expect(entryOf(world).url).toBe('tcp://192.0.2.1:30000');
});

it('tells it of a rule that is refused, too, so that people know which one it is', () => {
  const world = new Simulation();
  world.service(serviceOf('web', [{ port: 8080 }]));
  world.rule(tcpRuleOf({ endPoint: { ip: '0.0.0.0', port: 99 } }));
  world.settle();
  expect(world.conditions('rule')).toMatchObject({ Accepted: 'False PortNotOffered' });
  expect(entryOf(world).url).toBe('tcp://0.0.0.0:99');
});

it('keeps what it says of a rule that was accepted and cannot be read any more', () => {
  const world = settled([ruleOf({ certificateId: 7, domainHeader: { a: 'b' } })]);
  const before = entryOf(world);
  const { spec, ...rest } = world.stored('rule');
  world.rule({ ...rest, spec: { ...spec, http: { ...spec.http, containerPort: 0 } as never } });
  world.settle();
  expect(world.conditions('rule')).toMatchObject({ Accepted: 'False Invalid' });
  expect(entryOf(world)).toEqual(before);
});
