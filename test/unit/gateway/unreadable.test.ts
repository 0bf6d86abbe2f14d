import { beforeEach, describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../src/kube/object.ts';
import type { GatewayRule } from '../../../src/objects/stoa.ts';
import { openServiceOf, ruleOf, secretOf, serviceOf, tcpRuleOf, tlsRuleOf } from '../../support/rules.ts';
import { Simulation, WITH_SETS } from '../../support/simulation.ts';

let world: Simulation;

beforeEach(() => {
  world = new Simulation({ served: WITH_SETS });
  world.service(openServiceOf('web'), openServiceOf('other'));
  world.secret(secretOf(7, ['shop.example.com']));
});

/** Everything that stands for rules: routes, what an engine has beside them, listeners and grants. */
function standing() {
  const { owned, gateways, sets, grants } = world.caches;
  const objects: readonly KubeObject[] = [
    ...owned.flatMap(({ cache }) => cache.store.list()),
    ...gateways.store.list(),
    ...(sets?.store.list() ?? []),
    ...grants.store.list(),
  ];
  return objects.map((each) => ({
    kind: each.kind,
    name: each.metadata.name,
    owners: each.metadata.ownerReferences,
    spec: (each as { spec?: unknown }).spec,
  }));
}

/** Fields of a spec by their paths, with their new values; undefined removes one. */
type Edits = Readonly<Record<string, unknown>>;

/** A spec with other values of some fields, whatever a schema says. */
function withFields(spec: GatewayRule['spec'], edits: Edits): GatewayRule['spec'] {
  const made = structuredClone(spec) as Record<string, unknown>;
  for (const [path, value] of Object.entries(edits)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const parent = names.reduce((part, name) => part[name] as Record<string, unknown>, made);
    parent[last] = value;
  }
  return JSON.parse(JSON.stringify(made));
}

/** A stored rule as edited by a client that knows more fields than this version. */
function edited(name: string, spec: GatewayRule['spec'], edits: Edits): GatewayRule {
  const stored = world.stored(name);
  const generation = (stored.metadata.generation ?? 1) + 1;
  return { ...stored, metadata: { ...stored.metadata, generation }, spec: withFields(spec, edits) };
}

const policy = { allow: ['10.0.0.0/8'], match: { methods: ['GET' as const] } };
const http = ruleOf({ policy });
const https = ruleOf({ certificateId: 7, policy });

/** Edits by which a later version narrows or guards, each with the field that this version does not know. */
const NARROWING: readonly (readonly [string, GatewayRule, Edits, string])[] = [
  ['a guard', http, { 'http.policy.futureGuard': { name: 'x' } }, 'http.policy.futureGuard'],
  ['a condition', http, { 'http.policy.match.futureMatch': 'x' }, 'http.policy.match.futureMatch'],
  ['a condition of the contract', http, { 'http.domainCountry': 'x' }, 'http.domainCountry'],
  [
    'a part of a guard',
    http,
    { 'http.policy.rateLimit': { requests: 1, per: '1s', futureKey: 'user' } },
    'http.policy.rateLimit.futureKey',
  ],
  [
    'a word in a list',
    http,
    { 'http.policy.match.methods': ['GET', 'QUERY'] },
    'http.policy.match.methods.1',
  ],
  ['a word', http, { 'http.policy.match.path': 'glob' }, 'http.policy.match.path'],
  ['a member beside the parts', http, { audience: 'internal' }, 'audience'],
  ['another part', http, { http: undefined, protocol: 'quic', quic: { port: 1 } }, 'quic'],
  [
    'another host',
    http,
    { 'http.domainName': 'other.example.com', 'http.policy.futureGuard': 1 },
    'http.policy.futureGuard',
  ],
  [
    'a way to name the component',
    http,
    { 'http.serviceId': undefined, 'http.selector': 'x' },
    'http.selector',
  ],
  [
    'a way to name the certificate',
    https,
    { 'http.certificateId': undefined, 'http.certificateUri': 'x' },
    'http.certificateUri',
  ],
  ['a field of TCP', tcpRuleOf(), { 'tcp.allow': ['10.0.0.0/8'] }, 'tcp.allow'],
  ['a field of an address', tcpRuleOf(), { 'tcp.endPoint.from': '10.0.0.0/8' }, 'tcp.endPoint.from'],
  ['a transport', tcpRuleOf(), { 'tcp.transport': 'SCTP' }, 'tcp.transport'],
  ['a field of TLS', tlsRuleOf(), { 'tls.alpn': ['h2'] }, 'tls.alpn'],
];

describe.each(NARROWING)('a rule with %s that a later version has', (_, rule, edits, field) => {
  beforeEach(() => {
    if (rule.spec.tls === undefined) {
      world.engine('traefik.io/gateway-controller');
    }
  });

  it('keeps exactly what stood for it, and its name, and says so', () => {
    world.rule(rule);
    world.settle();
    const before = standing();
    const { name, routeName } = world.stored('rule').status ?? {};
    expect(name).toBeDefined();
    world.rule(edited('rule', rule.spec, edits));
    world.settle();
    expect(standing()).toEqual(before);
    expect(world.stored('rule').status).toMatchObject({ name, routeName, observedGeneration: 2 });
    expect(world.conditions('rule')).toMatchObject({
      Accepted: 'False UnknownFields',
      FullyExpressed: 'Unknown NotAccepted',
      Ready: 'False UnknownFields',
    });
    expect(world.message('rule', 'Accepted')).toContain(`spec.${field}: this version of Stoa does not know`);
    expect(world.message('rule', 'Accepted')).toContain('stays as it was');
    const accepted = world.stored('rule').status?.conditions?.find(({ type }) => type === 'Accepted');
    expect(accepted?.fields).toContain(field);
  });

  it('gets nothing where nothing stood for it', () => {
    world.rule({ ...rule, spec: withFields(rule.spec, edits) });
    world.settle();
    expect(world.writes.filter((write) => /^(apply|delete) /.test(write))).toEqual([]);
    expect(world.conditions('rule')).toMatchObject({ Ready: 'False UnknownFields' });
    expect(world.message('rule', 'Accepted')).toContain('nothing is served for the rule');
    expect(world.stored('rule').status?.name).toBeUndefined();
  });

  it('goes on as its spec says once this version knows all of it', () => {
    world.rule(rule);
    world.settle();
    const before = standing();
    world.rule(edited('rule', rule.spec, edits));
    world.settle();
    world.rule(edited('rule', rule.spec, {}));
    world.settle();
    expect(standing()).toEqual(before);
    expect(world.conditions('rule')).toMatchObject({ Accepted: 'True Accepted', Ready: 'True Ready' });
  });

  it('leaves no name and no listener behind when it is deleted', () => {
    world.rule(rule);
    world.settle();
    world.rule(edited('rule', rule.spec, edits));
    world.settle();
    const { name = '' } = world.stored('rule').status ?? {};
    expect(world.from.names.claims.isHeld(name, 'team')).toBe(true);
    world.remove(world.stored('rule'));
    world.settle(['team/rule']);
    expect(world.from.names.claims.isHeld(name, 'team')).toBe(false);
    expect(world.caches.gateways.store.list()[0]?.spec.listeners.map((each) => each.name)).toEqual(['http']);
    expect(world.caches.sets?.store.list()).toEqual([]);
  });
});

describe('what stands for a rule that cannot be read', () => {
  const guard = { 'http.policy.futureGuard': {} };

  beforeEach(() => {
    world.engine('traefik.io/gateway-controller');
    world.rule(http);
    world.settle();
    world.rule(edited('rule', http.spec, guard));
    world.settle();
  });

  it('goes when the namespace belongs to no team any more', () => {
    world.caches.namespaces.store.remove('team', '100000');
    world.settle();
    expect(world.standing('HTTPRoute')).toEqual([]);
    expect(world.conditions('rule')).toMatchObject({ Accepted: 'False NamespaceWithoutTeam' });
  });

  it('goes when the host is declared for another team', () => {
    world.team('others', { annotations: { 'stoa.dev/hosts': 'shop.example.com' } });
    world.from.names.forgetDeclarations();
    world.settle();
    expect(world.message('rule', 'Accepted')).toContain('nothing is served for the rule');
    expect(world.standing('HTTPRoute')).toEqual([]);
    expect(world.stored('rule').status?.name).toBeUndefined();
  });

  it('keeps its host from other teams', () => {
    world.team('thieves');
    world.service(openServiceOf('web', 'thieves'));
    world.rule(ruleOf({}, { namespace: 'thieves', name: 'thief' }));
    world.settle();
    expect(world.conditions('thief', 'thieves')).toMatchObject({ Accepted: 'False HostTaken' });
  });

  it('is there for a new process, too', () => {
    const before = standing();
    const stored = world.stored('rule');
    const later = new Simulation({ served: WITH_SETS });
    later.engine('traefik.io/gateway-controller');
    later.service(openServiceOf('web'));
    for (const { resource, cache } of world.caches.owned) {
      const found = later.caches.owned.find((each) => each.resource === resource);
      for (const object of cache.store.list()) {
        found?.cache.store.put(object);
      }
    }
    later.rule(stored);
    world = later;
    world.settle();
    expect(standing()).toEqual(before);
    expect(world.writes.filter((write) => /^(apply|delete) /.test(write))).toEqual([]);
  });
});

describe('a rule that shares a route with one that cannot be read', () => {
  const beside = ruleOf({ serviceId: 'other', domainHeader: { 'X-A': 'b' } }, { name: 'beside' });
  const guard = { 'http.policy.futureGuard': {} };

  beforeEach(() => {
    world.engine('traefik.io/gateway-controller');
    world.rule(http, beside);
    world.settle();
    world.rule(edited('rule', http.spec, guard));
    world.settle();
  });

  it('stays as it is', () => {
    expect(world.conditions('beside')).toMatchObject({ Programmed: 'True Programmed', Ready: 'True Ready' });
  });

  it('says that an edit has to wait, and of which rule', () => {
    const before = standing();
    world.rule(edited('beside', beside.spec, { 'http.domainHeader': { 'X-A': 'c' } }));
    world.settle();
    expect(standing()).toEqual(before);
    expect(world.conditions('beside')).toMatchObject({
      Programmed: 'False RouteHeld',
      Ready: 'False RouteHeld',
    });
    expect(world.message('beside', 'Programmed')).toContain('rule team/rule shares the route');
  });

  it('gets its edit as soon as the other one can be read, or has gone', () => {
    world.rule(edited('beside', beside.spec, { 'http.domainHeader': { 'X-A': 'c' } }));
    world.settle();
    world.remove(world.stored('rule'));
    world.settle(['team/rule', 'team/beside']);
    expect(JSON.stringify(world.standing('HTTPRoute'))).toContain('"value":"c"');
    expect(world.conditions('beside')).toMatchObject({ Ready: 'True Ready' });
  });

  it('goes on for other paths of the host', () => {
    world.rule(ruleOf({ serviceId: 'other', domainPath: '/x' }, { name: 'path' }));
    world.settle();
    expect(world.conditions('path')).toMatchObject({ Ready: 'True Ready' });
  });
});

it('a port stays open that a rule opens which cannot be read any more', () => {
  world.service(serviceOf('closed', [{ port: 8080 }]));
  const opener = ruleOf(
    { serviceId: 'closed', domainName: 'other.example.com', whetherOpen: true },
    { name: 'opener' },
  );
  world.rule(opener, ruleOf({ serviceId: 'closed' }));
  world.settle();
  world.rule(edited('opener', opener.spec, { 'http.policy': { futureGuard: 1 } }));
  world.settle();
  expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
});

it.each<[string, readonly string[], string]>([
  ['a guard', ['http', 'policy', 'basicAuth'], 'False UnknownFields'],
  ['a setting', ['http', 'configuration', 'proxyFuture'], 'True Accepted'],
])('a rule of which the API server does not show %s says so', (_, path, accepted) => {
  world.engine('traefik.io/gateway-controller');
  world.rule(http);
  world.settle();
  const before = standing();
  world.rule({ ...edited('rule', http.spec, {}), unseen: [path] });
  world.settle();
  expect(standing()).toEqual(before);
  expect(world.conditions('rule')).toMatchObject({ Accepted: accepted });
  const condition = accepted === 'True Accepted' ? 'FullyExpressed' : 'Accepted';
  expect(world.message('rule', condition)).toContain(
    `spec.${path.join('.')}: the API server does not show the field`,
  );
});

it('a rule that violates the schema in another way keeps what stood for it, too', () => {
  world.rule(http);
  world.settle();
  const before = standing();
  world.rule(edited('rule', http.spec, { 'http.theWeight': 2_000_000 }));
  world.settle();
  expect(standing()).toEqual(before);
  expect(world.conditions('rule')).toMatchObject({ Accepted: 'False Invalid' });
});

describe('a rule with a setting that a later version has', () => {
  it.each<[string, Edits, string]>([
    [
      'a proxy setting',
      { 'http.configuration': { proxyBodySize: 5, proxyFuture: 1 } },
      'http.configuration.proxyFuture',
    ],
    [
      'a word of a proxy setting',
      { 'http.configuration': { proxyBodySize: 5, proxyBuffering: 'auto' } },
      'http.configuration.proxyBuffering',
    ],
    [
      'a field of an extension',
      { 'http.ruleExtensions': [{ key: 'lb-type', value: 'round-robin', future: 1 }] },
      'http.ruleExtensions.0.future',
    ],
  ])('goes on without %s, and names it', (_, edits, field) => {
    world.engine('traefik.io/gateway-controller');
    world.rule(ruleOf());
    world.settle();
    world.rule(edited('rule', ruleOf().spec, edits));
    world.settle();
    expect(world.conditions('rule')).toMatchObject({
      Accepted: 'True Accepted',
      FullyExpressed: 'False FieldsNotExpressed',
      Ready: 'True Ready',
    });
    expect(world.message('rule', 'FullyExpressed')).toContain(
      `spec.${field}: this version of Stoa does not know`,
    );
  });
});
