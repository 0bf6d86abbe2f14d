import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { HttpRule } from '../../../src/api/gatewayrule.ts';
import type { Method } from '../../../src/api/method.ts';
import { decide } from '../../../src/gateway/decide.ts';
import { observe } from '../../../src/gateway/observe.ts';
import type { Service } from '../../../src/objects/core.ts';
import type { Route } from '../../../src/objects/gatewayapi.ts';
import { HTTP_ROUTES } from '../../../src/objects/httproute.ts';
import type { GatewayRule } from '../../../src/objects/stoa.ts';
import { openServiceOf, ruleOf, secretOf, serviceOf, tlsRuleOf } from '../../support/rules.ts';
import { CONFIG, NOW, Simulation } from '../../support/simulation.ts';

const web = openServiceOf('web');

let world: Simulation;

beforeEach(() => {
  world = new Simulation();
  world.service(web);
});

/** A Service of the component `copies` of another application of the team. */
function ofApplication(appId: number): Service {
  const service = serviceOf('copies', [{ port: 8080 }]);
  const labels = { ...service.metadata.labels, 'stoa.dev/app-id': String(appId) };
  return { ...service, metadata: { ...service.metadata, labels } };
}

/** A Service with a name of its own, of any component. */
function foreign(namespace: string, appId: number, component: string, index: number): Service {
  const service = serviceOf(component, [{ port: 8080 }], `s${index}`);
  const labels = { 'stoa.dev/app-id': String(appId), 'stoa.dev/component-id': component };
  return { ...service, metadata: { ...service.metadata, namespace, labels } };
}

/** The only route that stands. */
function route(): Route {
  const [only, ...others] = world.standing('HTTPRoute');
  expect(others).toEqual([]);
  return only as Route;
}

/** Lets the engine say something else of the only route. */
function say(change: (route: Route) => Route): void {
  const { cache } = world.caches.owned.find(({ resource }) => resource === HTTP_ROUTES) ?? {};
  const changed = change(route());
  cache?.store.put({ ...changed, metadata: { ...changed.metadata, resourceVersion: '1000' } });
}

describe('a rule on its way', () => {
  it('gets a route first and waits for the engine', () => {
    world.rule(ruleOf());
    const { actions, outcome } = world.reconcile('team/rule');
    expect(actions.map(({ type }) => type)).toEqual(['apply']);
    expect(world.conditions('rule')).toEqual({
      Accepted: 'True Accepted',
      ResolvedRefs: 'True Resolved',
      Programmed: 'False Pending',
      Serving: 'Unknown NotProbed',
      FullyExpressed: 'Unknown NothingServed',
      Ready: 'False Pending',
      Reconciling: 'True Pending',
    });
    expect(outcome.type).toBe('waiting');
  });

  it('gets one status for a new route, whether or not it is applied already', () => {
    world.rule(ruleOf());
    expect(world.reconcile('team/rule')).toHaveProperty('status');
    expect(world.reconcile('team/rule')).not.toHaveProperty('status');
  });

  it('is ready when the engine has taken the route, and then nothing is written any more', () => {
    world.rule(ruleOf());
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Programmed: 'True Programmed', Ready: 'True Ready' });
    expect(world.reconcile('team/rule')).toEqual({
      actions: [],
      granted: [],
      withdrawn: [],
      outcome: { type: 'settled' },
    });
  });

  it('takes from the route what an edit takes from the rule', () => {
    const extra = {
      domainHeader: { 'x-canary': 'yes' },
      configuration: { setHeaders: [{ key: 'x-from', value: 'stoa' }] },
    };
    world.rule(ruleOf(extra, { generation: 1 }));
    world.settle();
    world.rule(ruleOf({}, { generation: 2 }));
    world.settle();
    const path = { type: 'PathPrefix', value: '/' };
    const backendRefs = [{ name: 'web', port: 8080, weight: 100 }];
    expect(route()).toMatchObject({ spec: { rules: [{ matches: [{ path }], backendRefs }] } });
    expect(JSON.stringify(route())).not.toMatch(/x-canary|x-from/);
  });

  it('restores a route that stood only if its rules still exist', () => {
    world.rule(ruleOf());
    world.settle();
    const { cache } = world.caches.owned[0] ?? {};
    cache?.store.remove(`team/${route().metadata.name}`, '1000');
    const { actions } = world.reconcile('team/rule');
    expect(actions).toEqual([
      expect.objectContaining({ type: 'restore', rules: [expect.objectContaining({ kind: 'GatewayRule' })] }),
    ]);
  });

  it('reports what the engine objects to', () => {
    world.rule(ruleOf());
    world.settle();
    say((stored) => ({
      ...stored,
      status: {
        parents: (stored.status?.parents ?? []).map((parent) => ({
          ...parent,
          conditions: (parent.conditions ?? []).map((condition) => ({
            ...condition,
            status: 'False' as const,
            reason: 'BackendNotFound',
          })),
        })),
      },
    }));
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'False BackendNotFound' });
  });

  it('reports what the API server rejects', () => {
    world.rule(ruleOf());
    const { status } = decide(observe(world.from, 'team/rule'), NOW, 'spec.rules: too many');
    expect(status?.conditions?.find(({ type }) => type === 'Ready')).toMatchObject({
      status: 'False',
      reason: 'Rejected',
      message: expect.stringContaining('spec.rules: too many'),
    });
  });

  it('ignores what the engine reports of an older generation of the HTTPRoute', () => {
    world.rule(ruleOf());
    world.settle();
    say((stored) => ({
      ...stored,
      metadata: { ...stored.metadata, generation: 2 },
      status: {
        parents: (stored.status?.parents ?? []).map((parent) => ({
          ...parent,
          conditions: (parent.conditions ?? []).map((each) => ({ ...each, observedGeneration: 1 })),
        })),
      },
    }));
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Programmed: 'False Pending' });
  });

  it('reports a Gateway that is missing or not programmed', () => {
    world.rule(ruleOf());
    world.gateway({ status: {} });
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'False GatewayNotProgrammed' });
    world.caches.gateways.store.remove('stoa-system/stoa', '1000');
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'False GatewayNotFound' });
  });

  it('goes by what the engine reports of the listener, not of the whole Gateway', () => {
    world.rule(ruleOf());
    const programmed = { type: 'Programmed', status: 'True' as const, reason: '', message: '' };
    world.gateway({
      status: { listeners: [{ name: 'http', conditions: [{ ...programmed, lastTransitionTime: 't' }] }] },
    });
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
  });
});

describe('a rule without a destination', () => {
  it.each([
    [
      'whose component does not exist',
      ruleOf({ serviceId: 'none' }),
      'ComponentNotFound',
      'component none of application 1',
    ],
    [
      'whose component lacks the port',
      ruleOf({ containerPort: 81 }),
      'PortNotFound',
      'has no port 81; it has 8080',
    ],
    ['whose port is closed', ruleOf({ serviceId: 'closed' }), 'PortNotOpen', 'set whetherOpen'],
  ])('%s reports it and has no HTTPRoute', (_, rule, reason, text) => {
    world.service(serviceOf('closed', [{ port: 8080 }]));
    world.rule(rule);
    world.settle();
    expect(world.standing('HTTPRoute')).toEqual([]);
    expect(world.conditions('rule')).toMatchObject({
      ResolvedRefs: `False ${reason}`,
      Ready: `False ${reason}`,
    });
    expect(world.message('rule', 'ResolvedRefs')).toContain(text);
  });

  it('loses its route when the component goes', () => {
    world.rule(ruleOf());
    world.settle();
    world.from.components.services.store.remove('team/web', '1000');
    world.settle();
    expect(world.standing('HTTPRoute')).toEqual([]);
  });

  it('leads to a port that another rule has opened, as long as that one is there', () => {
    world.service(serviceOf('closed', [{ port: 8080 }]));
    const opening = { serviceId: 'closed', domainName: 'other.example.com', whetherOpen: true };
    const other = ruleOf(opening, { name: 'other' });
    world.rule(ruleOf({ serviceId: 'closed' }), other);
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
    world.remove(other);
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'False PortNotOpen' });
  });
});

describe('a refused rule', () => {
  it('names the field at fault and stalls', () => {
    world.rule(ruleOf({ domainName: 'UPPER case' }));
    const { outcome, actions } = world.reconcile('team/rule');
    expect(world.conditions('rule')).toMatchObject({
      Accepted: 'False Invalid',
      Programmed: 'Unknown NotAccepted',
      Ready: 'False Invalid',
    });
    expect(world.message('rule', 'Accepted')).toContain('spec.http.domainName');
    expect(outcome).toEqual({ type: 'stalled', reason: 'Invalid' });
    expect(actions).toEqual([]);
  });

  it('outside a team reports it, and its HTTPRoute goes', () => {
    world.rule(ruleOf());
    world.settle();
    world.caches.namespaces.store.remove('team', '1000');
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Accepted: 'False NamespaceWithoutTeam' });
    expect(world.standing('HTTPRoute')).toEqual([]);
  });
});

describe('a rule with a mirror', () => {
  const mirror = { serviceId: 'copies', port: 8080 };

  /** Names of the Services that get copies. */
  const copied = () =>
    [...JSON.stringify(route()).matchAll(/"backendRef":{"name":"([^"]*)"/g)].map(([, name]) => name);

  it.each<[string, readonly Service[], readonly string[], string]>([
    [
      'whose port is not open',
      [serviceOf('copies', [{ port: 8080 }])],
      ['copies'],
      'spec.http.policy.mirror: it needs HTTPRouteRequestMirror',
    ],
    [
      'whose Service has another name',
      [serviceOf('copies', [{ port: 80, targetPort: 8080 }], 'copies-v2')],
      ['copies-v2'],
      'spec.http.policy.mirror: it needs HTTPRouteRequestMirror',
    ],
    ['without a Service', [], [], 'spec.http.policy.mirror: no Service of component copies of application 1'],
    [
      'without the port',
      [serviceOf('copies', [{ port: 80 }])],
      [],
      'spec.http.policy.mirror: component copies of application 1 has no port 8080; it has 80',
    ],
    ['with a port for UDP', [serviceOf('copies', [{ port: 8080, protocol: 'UDP' }])], [], 'it has 8080/UDP'],
    [
      'that is a name of a host outside',
      [{ ...serviceOf('copies', [{ port: 8080 }]), spec: { type: 'ExternalName', ports: [{ port: 8080 }] } }],
      [],
      'it has the type ExternalName',
    ],
    [
      'of another team',
      [openServiceOf('copies', 'other')],
      [],
      'no Service of component copies of application 1',
    ],
    ['of another application', [ofApplication(2)], [], 'no Service of component copies of application 1'],
  ])('to a component %s', (_, services, expected, told) => {
    world.team('other');
    world.service(...services);
    world.rule(ruleOf({ policy: { mirror } }));
    world.settle();
    expect(copied()).toEqual(expected);
    expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
    expect(world.message('rule', 'FullyExpressed')).toContain(told);
  });

  it('copies requests as soon as the component is there', () => {
    world.rule(ruleOf({ policy: { mirror } }));
    world.settle();
    expect(copied()).toEqual([]);
    world.service(serviceOf('copies', [{ port: 8080 }]));
    world.settle();
    expect(copied()).toEqual(['copies']);
  });

  it('never copies requests to a component of another team or application, whatever it names', () => {
    const id = fc.constantFrom('copies', 'web', 'other/copies', 'constructor', '__proto__', 'copies.other');
    const place = fc.record({ namespace: fc.constantFrom('team', 'other'), app: fc.constantFrom(1, 2), id });
    const open = (policy: object) => ruleOf({ policy } as Partial<HttpRule>);
    fc.assert(
      fc.property(fc.uniqueArray(place, { maxLength: 4 }), id, (places, serviceId) => {
        world = new Simulation();
        world.team('other');
        world.service(
          web,
          ...places.map(({ namespace, app, id: of }, index) => foreign(namespace, app, of, index)),
        );
        world.rule(open({ mirror: { serviceId, port: 8080 } }));
        world.settle();
        const own = places.flatMap((each, index) =>
          each.namespace === 'team' && each.app === 1 && each.id === serviceId ? [`s${index}`] : [],
        );
        const allowed = serviceId === 'web' ? ['web', ...own] : own;
        const got = world.standing('HTTPRoute').length === 0 ? [] : copied();
        expect(allowed).toEqual(expect.arrayContaining(got));
        expect(got.length > 0).toBe(
          allowed.length > 0 && !serviceId.includes('/') && serviceId !== '__proto__',
        );
      }),
      { numRuns: 50 },
    );
  });
});

describe('a rule with externalAuth', () => {
  const externalAuth = { serviceId: 'auth', port: 8080, path: '/check' };
  const address = 'http://10.96.0.9:8080/check';

  /** A Service of the component `auth`, with an address. */
  const auth = (
    ports: Service['spec']['ports'] = [{ port: 8080 }],
    name = 'auth',
    clusterIP = '10.96.0.9',
  ) => {
    const service = serviceOf('auth', ports, name);
    return { ...service, spec: { ...service.spec, clusterIP } };
  };

  beforeEach(() => {
    world.engine('traefik.io/gateway-controller');
    world.team('other');
  });

  /** Addresses at which the engine asks. */
  const asked = () =>
    [...JSON.stringify(world.standing('Middleware')).matchAll(/"address":"([^"]*)"/g)].map(([, at]) => at);

  /** Whether some request reaches a component. */
  const isOpen = () => JSON.stringify(route()).includes('backendRefs');

  it.each<[string, readonly Service[], string, string]>([
    ['without a Service', [], 'ComponentNotFound', 'no Service of component auth of application 1'],
    [
      'without the port',
      [auth([{ port: 80 }])],
      'PortNotFound',
      'component auth of application 1 has no port 8080; it has 80',
    ],
    ['with a port for UDP', [auth([{ port: 8080, protocol: 'UDP' }])], 'PortNotFound', '8080/UDP'],
    [
      'that is a name of a host outside',
      [{ ...auth(), spec: { type: 'ExternalName', ports: [{ port: 8080 }] } }],
      'ServiceBarred',
      'it has the type ExternalName',
    ],
    [
      'of another team',
      [openServiceOf('auth', 'other')],
      'ComponentNotFound',
      'no Service of component auth',
    ],
    [
      'of another application',
      [foreign('team', 2, 'auth', 0)],
      'ComponentNotFound',
      'no Service of component',
    ],
    [
      'of which only a Service without its labels has the name',
      [serviceOf('else', [{ port: 8080 }], 'auth')],
      'ComponentNotFound',
      'no Service of component auth',
    ],
  ])('by a component %s lets nobody in, and says so', (_, services, reason, told) => {
    world.service(...services);
    world.rule(ruleOf({ policy: { externalAuth } }));
    world.settle();
    expect([isOpen(), asked()]).toEqual([false, []]);
    expect(world.conditions('rule')).toMatchObject({
      ResolvedRefs: `False ${reason}`,
      Ready: `False ${reason}`,
    });
    const message = world.message('rule', 'ResolvedRefs');
    expect(message).toContain('spec.http.policy.externalAuth: ');
    expect(message).toContain(told);
  });

  it.each<[string, readonly Service[], string]>([
    ['closed', [auth()], address],
    [
      'behind another name and port',
      [auth([{ port: 80, targetPort: 8080 }], 'a')],
      'http://10.96.0.9:80/check',
    ],
    ['behind a headless Service, too', [auth(undefined, 'a', 'None'), auth()], address],
    ['at an IPv6 address', [auth(undefined, 'auth', 'fd00::9')], 'http://[fd00::9]:8080/check'],
  ])('asks a component whose port is %s', (_, services, expected) => {
    world.service(...services);
    world.rule(ruleOf({ policy: { externalAuth } }));
    world.settle();
    expect([isOpen(), asked()]).toEqual([true, [expected]]);
    expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
  });

  it('lets nobody in where only a headless Service has the port and the engine needs an address', () => {
    world.service(auth(undefined, 'auth', 'None'));
    world.rule(ruleOf({ policy: { externalAuth } }));
    world.settle();
    expect([isOpen(), asked()]).toEqual([false, []]);
    expect(world.message('rule', 'FullyExpressed')).toContain('a headless one has none');
  });

  it('follows the component to a new address', () => {
    world.service(auth());
    world.rule(ruleOf({ policy: { externalAuth } }));
    world.settle();
    world.service(auth(undefined, 'auth', '10.96.0.10'));
    world.settle();
    expect(asked()).toEqual(['http://10.96.0.10:8080/check']);
  });

  it('opens as soon as the component is there, and closes when it goes', () => {
    world.rule(ruleOf({ policy: { externalAuth } }));
    world.settle();
    expect(isOpen()).toBe(false);
    world.service(auth());
    world.settle();
    expect([isOpen(), asked()]).toEqual([true, [address]]);
    world.from.components.services.store.remove('team/auth', '1000');
    world.settle();
    expect([isOpen(), asked()]).toEqual([false, []]);
  });

  it('closes a younger rule that shares its requests, too, which says why', () => {
    const old = ruleOf(
      { policy: { externalAuth } },
      { name: 'old', creationTimestamp: '2025-01-01T00:00:00Z' },
    );
    world.service(openServiceOf('other'));
    world.rule(old, ruleOf({ serviceId: 'other' }, { name: 'young' }));
    world.settle();
    expect(isOpen()).toBe(false);
    expect(world.conditions('young')).toMatchObject({ Ready: 'False ComponentNotFound' });
    expect(world.message('young', 'ResolvedRefs')).toContain('of the older rule team/old');
  });

  it('is not held up by a component that only an older rule would make it ask', () => {
    const old = ruleOf({}, { name: 'old', creationTimestamp: '2025-01-01T00:00:00Z' });
    world.service(openServiceOf('other'));
    world.rule(old, ruleOf({ serviceId: 'other', policy: { externalAuth } }, { name: 'young' }));
    world.settle();
    expect(isOpen()).toBe(true);
    expect(world.conditions('young')).toMatchObject({ Ready: 'True Ready' });
    expect(world.message('young', 'FullyExpressed')).toContain('the older rule team/old decides');
  });

  it('lets nobody in where the engine cannot ask, and says so', () => {
    world.engine('example.com/other', ['HTTPRouteExternalAuth']);
    world.service(auth());
    world.rule(ruleOf({ policy: { externalAuth } }));
    world.settle();
    expect(isOpen()).toBe(false);
    expect(world.message('rule', 'FullyExpressed')).toContain(
      'so that all requests of the rule get an error',
    );
  });
});

describe('rules that share a host and path', () => {
  const old = ruleOf({}, { name: 'old', creationTimestamp: '2025-01-01T00:00:00Z' });
  const young = ruleOf({ serviceId: 'other', theWeight: 20 }, { name: 'young' });

  beforeEach(() => world.service(openServiceOf('other')));

  it('share one route by weight, owned by both', () => {
    world.rule(young, old);
    world.settle();
    expect(route()).toMatchObject({
      metadata: { ownerReferences: [{ name: 'old' }, { name: 'young' }] },
      spec: {
        rules: [
          {
            backendRefs: [
              { name: 'web', weight: 100 },
              { name: 'other', weight: 20 },
            ],
          },
        ],
      },
    });
  });

  it('keep the route when one is deleted, without its part', () => {
    world.rule(young, old);
    world.settle();
    world.remove(old);
    world.settle(['team/old', 'team/young']);
    expect(route().metadata.ownerReferences).toMatchObject([{ name: 'young' }]);
  });

  it('leave a route to the garbage collector when the last is deleted', () => {
    world.rule(old);
    world.settle();
    world.remove(old);
    expect(world.reconcile('team/old')).toEqual({
      granted: [],
      actions: [],
      withdrawn: [],
      outcome: { type: 'settled' },
    });
  });

  it('have the settings of the oldest, and the younger reports it', () => {
    world.rule(
      ruleOf({ configuration: { proxyReadTimeout: 5 } }, old.metadata),
      ruleOf({ serviceId: 'other', configuration: { proxyReadTimeout: 9 } }, young.metadata),
    );
    world.settle();
    expect(world.message('young', 'FullyExpressed')).toContain(
      'spec.http.configuration: the older rule team/old decides',
    );
  });

  it('beyond the room of an HTTPRoute are refused, the youngest first', () => {
    const names = Array.from({ length: 18 }, (_, index) => `c${String(index).padStart(2, '0')}`);
    for (const name of names) {
      world.service(openServiceOf(name));
      world.rule(ruleOf({ serviceId: name }, { name, uid: `uid-${name}` }));
    }
    world.settle();
    const ready = names.filter((name) => world.conditions(name).Ready === 'True Ready');
    expect(ready).toEqual(names.slice(0, 16));
    expect(world.conditions('c17')).toMatchObject({ Ready: 'False NoRoom' });
  });

  it.each<[string, string, (index: number) => Partial<HttpRule>]>([
    ['host', 'with the conditions', (index) => ({ domainPath: `/${'a/'.repeat(index)}` })],
    [
      'wildcards',
      'hosts below the wildcards of the team',
      (index) => ({ domainName: `*.${'a.'.repeat(index)}example.com` }),
    ],
  ])(
    'beyond the room of their %s for cookies are refused, and served when it has some again',
    (_, text, at) => {
      const names = Array.from({ length: 6 }, (_, index) => `k${index}`);
      const domainCookie = { a: '1', b: '2', c: '3' };
      for (const [index, name] of names.entries()) {
        world.service(openServiceOf(name));
        world.rule(ruleOf({ serviceId: name, domainCookie, ...at(index) }, { name, uid: `uid-${name}` }));
      }
      world.service(openServiceOf('plain'));
      world.rule(ruleOf({ serviceId: 'plain' }, { name: 'plain', uid: 'uid-plain' }));
      world.settle();
      const isReady = (name: string) => world.conditions(name).Ready === 'True Ready';
      expect(names.filter(isReady)).toEqual(names.slice(0, 5));
      expect(world.conditions('k5')).toMatchObject({ Ready: 'False NoRoom' });
      expect(world.message('k5', 'Accepted')).toContain(text);
      expect(isReady('plain')).toBe(true);
      world.remove(world.stored('k0'));
      world.settle();
      expect(names.slice(1).filter(isReady)).toEqual(names.slice(1));
    },
  );

  it('beyond the room for matches are refused, too', () => {
    const names = Array.from({ length: 16 }, (_, index) => `m${String(index).padStart(2, '0')}`);
    const match = {
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'CONNECT'],
    } as const;
    for (const [index, name] of names.entries()) {
      world.service(openServiceOf(name));
      const policy = { match: { methods: [...match.methods], query: { page: String(index) } } };
      world.rule(ruleOf({ serviceId: name, policy }, { name, uid: `uid-${name}` }));
    }
    world.settle();
    const ready = names.filter((name) => world.conditions(name).Ready === 'True Ready');
    // Nine matches each, of 128.
    expect(ready).toEqual(names.slice(0, 14));
    expect(world.conditions('m14')).toMatchObject({ Ready: 'False NoRoom' });
  });

  it('beyond the room for matches are refused earlier where guards have detours matched, too', () => {
    const names = Array.from({ length: 8 }, (_, index) => `g${index}`);
    const methods: Method[] = [
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PATCH',
      'CONNECT',
    ];
    for (const [index, name] of names.entries()) {
      world.service(openServiceOf(name));
      const policy = { match: { methods }, rateLimit: { requests: 1, per: 'second' } } as const;
      const domainHeader = { page: String(index) };
      world.rule(ruleOf({ serviceId: name, domainHeader, policy }, { name, uid: `uid-${name}` }));
    }
    world.settle();
    // Eighteen matches each and one that refuses, of 128.
    const ready = names.filter((name) => world.conditions(name).Ready === 'True Ready');
    expect(ready).toEqual(names.slice(0, 7));
  });

  it('beyond the room for rules that replace prefixes are refused, too', () => {
    const names = Array.from({ length: 6 }, (_, index) => `p${index}`);
    for (const [index, name] of names.entries()) {
      world.service(openServiceOf(name));
      const match = {
        methods: ['GET' as const, 'POST' as const, 'PUT' as const],
        query: { page: String(index) },
      };
      const policy = { match, rewrite: { path: { prefix: '/v2' } } };
      world.rule(ruleOf({ serviceId: name, policy }, { name, uid: `uid-${name}` }));
    }
    world.settle();
    expect(names.filter((name) => world.conditions(name).Ready === 'True Ready')).toEqual(names.slice(0, 5));
  });

  it('have room where only the younger ones of each condition replace prefixes, whose policy is out of effect', () => {
    const names = Array.from({ length: 6 }, (_, index) => [`a${index}`, `b${index}`] as const);
    for (const [index, [older, younger]] of names.entries()) {
      const match = {
        methods: ['GET' as const, 'POST' as const, 'PUT' as const],
        query: { page: `${index}` },
      };
      const rewrite = { path: { prefix: '/v2' } };
      world.rule(
        ruleOf({ policy: { match } }, { name: older, uid: `uid-${older}` }),
        ruleOf({ serviceId: 'other', policy: { match, rewrite } }, { name: younger, uid: `uid-${younger}` }),
      );
    }
    world.settle();
    expect(names.flat().filter((name) => world.conditions(name).Ready !== 'True Ready')).toEqual([]);
  });

  it('with one condition have the policy of the oldest, and the younger reports it', () => {
    const match = { methods: ['POST' as const] };
    world.rule(
      ruleOf({ policy: { match, rewrite: { host: 'a.example.com' } } }, old.metadata),
      ruleOf({ serviceId: 'other', policy: { match } }, young.metadata),
    );
    world.settle();
    expect(world.message('old', 'FullyExpressed')).not.toContain('spec.http.policy:');
    expect(world.message('young', 'FullyExpressed')).toContain(
      'spec.http.policy: the older rule team/old decides',
    );
  });

  it('with other conditions have policies of their own', () => {
    world.rule(
      ruleOf({ policy: { rewrite: { host: 'a.example.com' } } }, old.metadata),
      ruleOf({ serviceId: 'other', policy: { match: { methods: ['POST'] } } }, young.metadata),
    );
    world.settle();
    expect(world.message('young', 'FullyExpressed')).not.toContain('spec.http.policy:');
  });

  it('with the weight 0 alone are not ready, since no backend answers', () => {
    world.rule(ruleOf({ theWeight: 0 }));
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'False NoWeight' });
    world.rule(young);
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
  });

  it('are tried by cookies and headers, cookies, headers, and then neither', () => {
    const branches: [string, Partial<NonNullable<GatewayRule['spec']['http']>>][] = [
      ['none', {}],
      ['header', { domainHeader: { a: '1' } }],
      ['cookie', { domainCookie: { c: '1' } }],
      ['both', { domainHeader: { a: '1' }, domainCookie: { c: '1' } }],
    ];
    for (const [name, http] of branches) {
      world.service(openServiceOf(name));
      world.rule(ruleOf({ serviceId: name, ...http }, { name }));
    }
    world.settle();
    const { rules } = (route() as Route & { spec: { rules: { backendRefs: { name: string }[] }[] } }).spec;
    expect(rules.map(({ backendRefs }) => backendRefs[0]?.name)).toEqual([
      'both',
      'cookie',
      'header',
      'none',
    ]);
  });
});

describe('a rule whose host changes', () => {
  it('moves to its new route and removes the old one afterwards', () => {
    world.rule(ruleOf());
    world.settle();
    world.writes.length = 0;
    world.rule({ ...ruleOf({ domainName: 'new.example.com' }, { generation: 2 }) });
    world.reconcile('team/rule');
    expect(world.writes.map((write) => write.split(' ')[0])).toEqual(['apply', 'delete', 'status']);
    expect(route()).toMatchObject({ spec: { hostnames: ['new.example.com'] } });
  });
});

describe('properties', () => {
  const rules = fc
    .array(
      fc.record({
        service: fc.constantFrom('web', 'other'),
        host: fc.constantFrom('a.example.com', 'b.example.com'),
        path: fc.constantFrom('/', '/api'),
        weight: fc.nat(2),
        cookie: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
        namespace: fc.constantFrom('team', 'other-team'),
        age: fc.nat(3),
        kind: fc.constantFrom('plain', 'plain', 'secure', 'passing'),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((entries) =>
      entries.map(({ service, host, path, weight, cookie, namespace, age, kind }, index) => {
        const metadata = { name: `r${index}`, namespace, creationTimestamp: `202${age}-01-01T00:00:00Z` };
        return kind === 'passing'
          ? tlsRuleOf({ serviceId: service, domainName: host }, metadata)
          : ruleOf(
              {
                serviceId: service,
                domainName: host,
                domainPath: path,
                theWeight: weight,
                ...(cookie === undefined ? {} : { domainCookie: { user: cookie } }),
                ...(kind === 'secure' ? { certificateId: 1 } : {}),
              },
              metadata,
            );
      }),
    );

  function settled(list: readonly GatewayRule[], order: readonly string[]): Simulation {
    const simulation = new Simulation({ config: CONFIG });
    simulation.team('other-team');
    for (const namespace of ['team', 'other-team']) {
      for (const name of ['web', 'other']) {
        simulation.service(openServiceOf(name, namespace));
      }
    }
    for (const namespace of ['team', 'other-team']) {
      simulation.secret(secretOf(1, ['a.example.com', 'b.example.com'], { namespace }));
    }
    simulation.rule(...list);
    simulation.settle(order);
    return simulation;
  }

  function end(simulation: Simulation) {
    const specs = simulation.standing('HTTPRoute').map((each) => ({
      name: `${each.metadata.namespace}/${each.metadata.name}`,
      spec: (each as KubeSpec).spec,
    }));
    const statuses = simulation.caches.rules.store
      .list()
      .map(({ metadata, status }) => [metadata.name, status])
      .toSorted();
    return { specs: specs.toSorted((a, b) => (a.name < b.name ? -1 : 1)), statuses };
  }

  interface KubeSpec {
    readonly spec?: unknown;
  }

  it('the order in which rules are reconciled does not matter, and afterwards nothing is written', () => {
    fc.assert(
      fc.property(rules, fc.infiniteStream(fc.nat(1000)), (list, numbers) => {
        const keys = list.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
        const shuffled = keys
          .map((key) => ({ key, at: numbers.next().value ?? 0 }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ key }) => key);
        const [straight, mixed] = [settled(list, keys), settled(list, shuffled)];
        expect(end(mixed)).toEqual(end(straight));
        const [gateway] = mixed.caches.gateways.store.list();
        const hosts = gateway?.spec.listeners.flatMap(({ hostname }) => hostname ?? []) ?? [];
        expect(hosts).toEqual([...new Set(hosts)]);
        mixed.writes.length = 0;
        mixed.settle();
        expect(mixed.writes).toEqual([]);
      }),
    );
  });
});
