import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BackendChoice } from '../../../src/api/backend.ts';
import type { HttpRule } from '../../../src/api/gatewayrule.ts';
import type { Authorities } from '../../../src/content/authorities.ts';
import { supportedKindsOf } from '../../../src/gateway/supportedkinds.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { BACKEND_TLS_POLICIES, type BackendTlsPolicy } from '../../../src/objects/backendtls.ts';
import type { HttpRoute } from '../../../src/objects/httproute.ts';
import type { GatewayRule } from '../../../src/objects/stoa.ts';
import { isStanding } from '../../../src/rule/claim.ts';
import { openServiceOf, ruleOf, serviceOf } from '../../support/rules.ts';
import { ALL, Simulation } from '../../support/simulation.ts';

const TRAEFIK = 'traefik.io/gateway-controller';
const ENVOY = 'gateway.envoyproxy.io/gatewayclass-controller';
const NGINX = 'gateway.nginx.org/nginx-gateway-controller';
const OTHER = 'example.com/other';

const SYSTEM: BackendChoice = { protocol: 'https', serverName: 'web.internal' };
const OWN: BackendChoice = { ...SYSTEM, caConfigMapName: 'root' };
const TRUSTED: Authorities = {
  type: 'usable',
  validities: [{ starts: new Date(0), expires: new Date('2100-01-01') }],
};
const TIMEOUT = { configuration: { proxyConnectTimeout: 5 } };

let world: Simulation;

beforeEach(() => {
  world = new Simulation();
  world.service(serviceOf('web', [{ port: 8080, name: 'main' }]));
});

/** Age of a rule in minutes: the lower, the older. */
function aged(name: string, minute: number, http: Partial<HttpRule>): GatewayRule {
  const creationTimestamp = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  return ruleOf(
    { domainName: `${name}.example.com`, whetherOpen: true, ...http },
    { name, uid: `uid-${name}`, creationTimestamp },
  );
}

function stating(
  name: string,
  minute: number,
  backend: BackendChoice,
  http: Partial<HttpRule> = {},
): GatewayRule {
  return aged(name, minute, { ...http, policy: { backend } });
}

function settle(...rules: readonly GatewayRule[]): void {
  world.rule(...rules);
  world.settle();
}

/** Services that the route for the host of a rule leads to. */
function ledBy(name: string, among = world): readonly string[] {
  const routes = among.standing('HTTPRoute') as HttpRoute[];
  return routes
    .filter(({ spec }) => spec.hostnames?.includes(`${name}.example.com`))
    .flatMap(({ spec }) => spec.rules ?? [])
    .flatMap(({ backendRefs = [] }) => backendRefs.map((each) => each.name));
}

function specsOf(kind: string): readonly unknown[] {
  return world.standing(kind).map((each) => (each as { spec?: unknown }).spec);
}

const WHOLE = { Ready: 'True Ready', FullyExpressed: 'True FullyExpressed' };

describe('a rule that states https', () => {
  it.each([TRAEFIK, ENVOY, NGINX])('has a BackendTLSPolicy for its port (%s)', (engine) => {
    world.engine(engine);
    settle(stating('r', 0, SYSTEM));
    expect(specsOf('BackendTLSPolicy')).toEqual([
      {
        targetRefs: [{ group: '', kind: 'Service', name: 'web', sectionName: 'main' }],
        validation: { hostname: 'web.internal', wellKnownCACertificates: 'System' },
      },
    ]);
    expect(world.conditions('r')).toMatchObject(WHOLE);
  });

  it('writes its policy before the route, and takes it back after the route has changed', () => {
    world.engine(TRAEFIK);
    settle(stating('r', 0, SYSTEM));
    const kinds = () => world.writes.map((each) => each.split(' ').slice(0, 2).join(' '));
    expect(kinds().filter((each) => each.startsWith('apply'))).toEqual([
      'apply BackendTLSPolicy',
      'apply HTTPRoute',
    ]);
    world.writes.length = 0;
    settle(stating('r', 0, { protocol: 'h2c' }));
    expect(kinds().filter((each) => !each.startsWith('status'))).toEqual([
      'apply TraefikService',
      'apply HTTPRoute',
      'delete BackendTLSPolicy',
    ]);
  });

  it('never gets a route without its policy, also beside an older rule for the port', () => {
    world.engine(TRAEFIK);
    settle(aged('silent', 0, {}));
    const beside = { domainName: 'silent.example.com', policy: { match: { methods: ['GET' as const] } } };
    world.rule(aged('r', 1, { ...beside, policy: { ...beside.policy, backend: SYSTEM } }));
    world.writes.length = 0;
    world.reconcile('team/r');
    expect(world.writes.map((each) => each.split(' ')[1])).toEqual(['BackendTLSPolicy', 'HTTPRoute', 'r']);
  });

  it('has no effect while it is refused', () => {
    world.engine(TRAEFIK);
    settle(aged('silent', 0, {}));
    settle(stating('r', 1, SYSTEM, { domainName: 'silent.example.com' }));
    expect(world.conditions('r').Accepted).toBe('False Duplicate');
    expect(world.standing('BackendTLSPolicy')).toEqual([]);
    expect(world.conditions('silent')).toMatchObject(WHOLE);
  });

  it('has the same verification where Traefik needs a TraefikService', () => {
    world.engine(TRAEFIK);
    world.from.authorities.record('team/root', TRUSTED);
    settle(stating('r', 0, OWN, TIMEOUT));
    expect(specsOf('ServersTransport')).toEqual([
      {
        serverName: 'web.internal',
        rootCAs: [{ configMap: 'root' }],
        forwardingTimeouts: { dialTimeout: '5s' },
      },
    ]);
    expect(specsOf('TraefikService')).toMatchObject([{ weighted: { services: [{ scheme: 'https' }] } }]);
    expect(world.conditions('r')).toMatchObject(WHOLE);
  });
});

describe('a rule whose component cannot be reached as it states', () => {
  it.each<[string, () => void, string, string]>([
    [
      'missing',
      () => world.from.authorities.record('team/root', { type: 'missing' }),
      'False ConfigMapNotFound',
      'kubectl create configmap root --from-file=ca.crt=FILE',
    ],
    [
      'unusable',
      () => world.from.authorities.record('team/root', { type: 'unusable', why: 'it has no key ca.crt' }),
      'False ConfigMapInvalid',
      'it has no key ca.crt',
    ],
    ['unread', () => undefined, 'False Pending', 'ConfigMap root was not read yet'],
  ])('because its authorities are %s gets no requests', (_, given, ready, told) => {
    world.engine(TRAEFIK);
    given();
    settle(stating('r', 1, OWN), aged('silent', 0, {}));
    for (const name of ['r', 'silent']) {
      expect(world.conditions(name)).toMatchObject({ Ready: ready });
      expect(world.message(name, 'ResolvedRefs')).toContain(told);
      expect(ledBy(name)).toEqual([]);
    }
    expect(world.message('r', 'ResolvedRefs')).toMatch(/^spec\.http\.policy\.backend\.caConfigMapName: /);
    expect(world.message('silent', 'ResolvedRefs')).toMatch(
      /^spec\.http\.policy\.backend\.caConfigMapName of rule team\/r: /,
    );
    // Routes that Stoa does not write must not speak plain HTTP meanwhile.
    expect(world.standing('BackendTLSPolicy')).toHaveLength(1);
  });

  it('because its authorities have expired says so at that time', () => {
    world.engine(TRAEFIK);
    const expires = new Date(world.now.getTime() + 1_000);
    world.from.authorities.record('team/root', {
      type: 'usable',
      validities: [{ starts: new Date(0), expires }],
    });
    world.rule(stating('r', 0, OWN));
    world.settle();
    expect(world.conditions('r')).toMatchObject(WHOLE);
    expect(world.reconcile('team/r').outcome).toMatchObject({ againInMs: 1_000 });
    world.now = expires;
    world.settle();
    expect(world.conditions('r')).toMatchObject({
      Ready: 'False ConfigMapInvalid',
      Programmed: 'True Programmed',
    });
  });

  it('after a restart goes on as it was told before', () => {
    world.engine(TRAEFIK);
    world.from.authorities.record('team/root', { type: 'missing' });
    settle(stating('r', 0, OWN));
    world.from.authorities.forget('team/root');
    world.settle();
    expect(world.conditions('r').Ready).toBe('False ConfigMapNotFound');
    world.from.authorities.record('team/root', TRUSTED);
    world.settle();
    world.from.authorities.forget('team/root');
    world.settle();
    expect(world.conditions('r').Ready).toBe('True Ready');
    expect(ledBy('r')).toEqual(['web']);
  });

  it.each<[string, Simulation, string]>([
    [
      'the cluster serves no BackendTLSPolicy',
      new Simulation({ served: without() }),
      'the cluster does not serve the kind BackendTLSPolicy',
    ],
    [
      'the engine claims other features only',
      new Simulation(),
      'GatewayClass engine does not claim BackendTLSPolicy',
    ],
  ])('because %s gets none in plain text, and says it', (reason, other, told) => {
    world = other;
    world.service(openServiceOf('web'));
    world.engine(reason.startsWith('the cluster') ? TRAEFIK : OTHER, ['HTTPRouteQueryParamMatching']);
    settle(stating('r', 0, SYSTEM), aged('silent', 1, {}));
    expect(world.conditions('r')).toMatchObject({
      Programmed: 'False NotSupported',
      FullyExpressed: 'False FieldsNotExpressed',
    });
    expect(world.message('r', 'FullyExpressed')).toContain('spec.http.policy.backend[protocol: https]: ');
    expect(world.message('r', 'FullyExpressed')).toContain(told);
    expect(world.conditions('silent').Ready).toBe('False NotSupported');
    expect([...ledBy('r'), ...ledBy('silent')]).toEqual([]);
  });
});

function without() {
  const { backendTls: _, ...rest } = ALL;
  return rest;
}

describe('of rules that state protocols of one port', () => {
  it('the oldest decides, and the others are told', () => {
    world.engine(TRAEFIK);
    settle(
      stating('old', 0, SYSTEM),
      stating('same', 1, SYSTEM),
      stating('named', 2, { ...SYSTEM, serverName: 'other.internal' }),
      stating('plain', 3, { protocol: 'http' }),
      aged('silent', 4, {}),
    );
    expect(world.standing('BackendTLSPolicy')).toHaveLength(1);
    for (const name of ['old', 'same', 'silent']) {
      expect(world.conditions(name)).toMatchObject(WHOLE);
    }
    for (const name of ['named', 'plain']) {
      expect(world.conditions(name)).toMatchObject({
        Ready: 'True Ready',
        FullyExpressed: 'False FieldsNotExpressed',
      });
      expect(world.message(name, 'FullyExpressed')).toContain(
        'the older rule team/old decides for the port, by https',
      );
    }
  });

  it('one that wants https is not served in plain text', () => {
    world.engine(TRAEFIK);
    settle(stating('old', 0, { protocol: 'h2c' }), stating('young', 1, SYSTEM));
    expect(world.conditions('young').Ready).toBe('False ProtocolDiffers');
    expect(world.standing('BackendTLSPolicy')).toEqual([]);
    expect(ledBy('young')).toEqual([]);
    world.remove(world.stored('old'));
    world.settle();
    expect(world.conditions('young')).toMatchObject(WHOLE);
    expect(ledBy('young')).toEqual(['web']);
  });

  it('one by the name of the Service and one by its labels agree on one policy', () => {
    world.engine(TRAEFIK);
    const named = stating('named', 0, SYSTEM);
    const { serviceId: _, ...http } = named.spec.http ?? expect.fail();
    world.rule({ ...named, spec: { ...named.spec, http: { ...http, serviceName: 'web' } } });
    settle(stating('labelled', 1, SYSTEM));
    expect(world.standing('BackendTLSPolicy')).toHaveLength(1);
    expect([world.conditions('named'), world.conditions('labelled')]).toMatchObject([WHOLE, WHOLE]);
  });
});

describe('a component that gets copies, and is reached by TLS as another rule says', () => {
  const copying = { serviceId: 'other', policy: { mirror: { serviceId: 'web', port: 8080 } } };

  function copies(): readonly unknown[] {
    return specsOf('TraefikService').flatMap((spec) => {
      const { mirroring } = spec as { mirroring?: { mirrors: readonly unknown[] } };
      return mirroring?.mirrors ?? [];
    });
  }

  beforeEach(() => {
    world.engine(TRAEFIK);
    world.service(openServiceOf('other'));
  });

  it('gets them by TLS', () => {
    world.from.authorities.record('team/root', TRUSTED);
    settle(stating('r', 0, OWN), aged('copying', 1, copying));
    expect(copies()).toMatchObject([{ name: 'web', scheme: 'https', serversTransport: expect.any(String) }]);
    expect(specsOf('ServersTransport')).toEqual([
      { serverName: 'web.internal', rootCAs: [{ configMap: 'root' }] },
    ]);
  });

  it('gets none while it cannot be verified, and the rule says so', () => {
    world.from.authorities.record('team/root', { type: 'missing' });
    settle(stating('r', 0, OWN), aged('copying', 1, copying));
    expect(copies()).toEqual([]);
    expect(ledBy('copying')).toEqual(['other']);
    expect(world.message('copying', 'FullyExpressed')).toContain(
      'spec.http.policy.mirror: its port is reached by TLS only, as rule team/r says, and that cannot be had now',
    );
  });
});

it('a policy that the engine refuses is told by its rule', () => {
  world.engine(TRAEFIK);
  settle(stating('r', 0, SYSTEM));
  const [policy] = world.standing('BackendTLSPolicy');
  world.refuse(policy ?? expect.fail(), 'another one is older');
  world.settle();
  expect(world.message('r', 'FullyExpressed')).toContain('another one is older');
});

it('the newest version that the cluster serves is written', () => {
  const kinds = (...versions: readonly string[]) =>
    supportedKindsOf({
      serves: ({ plural, version }) => plural === 'backendtlspolicies' && versions.includes(version),
    }).served.backendTls?.version;
  expect([kinds('v1', 'v1alpha3'), kinds('v1alpha3'), kinds('v1alpha2')]).toEqual([
    'v1',
    'v1alpha3',
    undefined,
  ]);
  expect(BACKEND_TLS_POLICIES.map(({ version }) => version)).toEqual(['v1', 'v1alpha3']);
});

/** Change to a rule of a random history. */
interface Step {
  readonly name: string;
  readonly minute: number;
  readonly choice: BackendChoice | undefined;
  readonly component: string;
  /** Whether it has the host that others have, too, of whom one component has one only. */
  readonly shares: boolean;
  readonly goes: boolean;
}

describe('whatever rules state and in whatever order they come and go', () => {
  const choices: readonly (BackendChoice | undefined)[] = [
    undefined,
    { protocol: 'http' },
    { protocol: 'h2c' },
    SYSTEM,
    { ...SYSTEM, serverName: 'other.internal' },
    OWN,
    { ...OWN, caConfigMapName: 'gone' },
  ];
  const step = fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    minute: fc.nat(5),
    choice: fc.constantFrom(...choices),
    component: fc.constantFrom('web', 'shop'),
    shares: fc.boolean(),
    goes: fc.boolean(),
  });
  const steps = fc.array(step, { minLength: 1, maxLength: 8 });

  it('a port has one policy at most, none without a rule that wants it, and no rule that wants TLS goes there without', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const every = new Simulation();
        every.engine(TRAEFIK);
        every.service(openServiceOf('web'), openServiceOf('shop'));
        every.from.authorities.record('team/root', TRUSTED);
        every.from.authorities.record('team/gone', { type: 'missing' });
        for (const step of all) {
          take(every, step);
          every.settle();
          check(every);
        }
      }),
      { numRuns: 60 },
    );
  });

  /** Writes a rule, or deletes it where it is to go. */
  function take(every: Simulation, { name, minute, choice, component, shares, goes }: Step): void {
    const standing = every.caches.rules.store.get(`team/${name}`);
    if (goes && standing !== undefined) {
      every.remove(standing);
      every.reconcile(`team/${name}`);
      return;
    }
    const rule = aged(name, minute, {
      serviceId: component,
      ...(shares && { domainName: 'shared.example.com' }),
      ...(choice && { policy: { backend: choice } }),
    });
    every.rule(standing?.status === undefined ? rule : { ...rule, status: standing.status });
  }

  function check(every: Simulation): void {
    const rules = every.caches.rules.store.list();
    const uids = new Set(rules.map(({ metadata }) => metadata.uid));
    // The garbage collector removes those of which no owner is left.
    const secured = every
      .standing('BackendTLSPolicy')
      .filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uids.has(uid)))
      .flatMap(servicesOf);
    expect(new Set(secured).size).toBe(secured.length);
    const wanting = rules
      .filter(isStanding)
      .filter(({ spec }) => spec.http?.policy?.backend?.protocol === 'https');
    expect(wanting.map(({ spec }) => spec.http?.serviceId)).toEqual(expect.arrayContaining(secured));
    const served = wanting.filter(({ spec }) => leadsTo(every, spec.http));
    expect(secured).toEqual(expect.arrayContaining(served.map(({ spec }) => spec.http?.serviceId)));
  }
});

/** Whether the route for the host of a rule leads to its component. */
function leadsTo(every: Simulation, http: HttpRule | undefined): boolean {
  const [name = ''] = http?.domainName.split('.') ?? [];
  return ledBy(name, every).includes(http?.serviceId ?? '');
}

/** Services that a BackendTLSPolicy is for. */
function servicesOf(policy: KubeObject): readonly string[] {
  return (policy as BackendTlsPolicy).spec.targetRefs.map(({ name }) => name);
}

describe('a protocol that the port does not declare, on an engine that reads the port only,', () => {
  it.each<[string, string, BackendChoice['protocol'], string | undefined, string]>([
    ['h2c on Envoy Gateway', ENVOY, 'h2c', undefined, 'False ProtocolNotDeclared'],
    ['h2c on NGINX Gateway Fabric', NGINX, 'h2c', undefined, 'False ProtocolNotDeclared'],
    [
      'http at a port for h2c on Envoy Gateway',
      ENVOY,
      'http',
      'kubernetes.io/h2c',
      'False ProtocolNotDeclared',
    ],
    ['h2c that is declared on Envoy Gateway', ENVOY, 'h2c', 'kubernetes.io/h2c', 'True Resolved'],
    ['http without a declaration on Envoy Gateway', ENVOY, 'http', undefined, 'True Resolved'],
    ['h2c on Traefik, which is told', TRAEFIK, 'h2c', undefined, 'True Resolved'],
  ])('%s', (_, engine, protocol, appProtocol, expected) => {
    world.engine(engine);
    world.service(serviceOf('web', [{ port: 8080, ...(appProtocol === undefined ? {} : { appProtocol }) }]));
    settle(stating('rule', 1, { protocol }));
    const isResolved = expected.startsWith('True');
    expect(world.conditions('rule')).toMatchObject({
      ResolvedRefs: expected,
      Ready: isResolved ? expect.stringMatching(/^True/) : 'False ProtocolNotDeclared',
      FullyExpressed: isResolved ? expect.stringMatching(/^True/) : 'False FieldsNotExpressed',
    });
  });
});
