import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { httpsListenerName } from '../../../../src/gateway/listeners/name.ts';
import { isReported } from '../../../../src/gateway/listeners/sets.ts';
import type { Gateway, ListenerSet, ParentReference } from '../../../../src/objects/gatewayapi.ts';
import type { HttpRoute } from '../../../../src/objects/httproute.ts';
import { openServiceOf, ruleOf, secretOf } from '../../../support/rules.ts';
import { CONFIG, Simulation, WITH_SETS } from '../../../support/simulation.ts';

const ENVOY_GATEWAY = 'gateway.envoyproxy.io/gatewayclass-controller';
const LISTENER = httpsListenerName('shop.example.com');

let world: Simulation;

beforeEach(() => {
  world = worldOf(ENVOY_GATEWAY);
});

function worldOf(controllerName: string, features?: readonly string[], partial = false): Simulation {
  const made = new Simulation({ served: WITH_SETS, partial });
  made.engine(controllerName, features);
  made.service(openServiceOf('web'));
  return made;
}

/** Adds a rule for a host with a certificate of its own. */
function addHost(id: number, host = `h${id}.example.com`): void {
  world.secret(secretOf(id, [host]));
  world.rule(ruleOf({ domainName: host, certificateId: id }, { name: `rule-${id}` }));
}

function addHosts(ids: readonly number[]): void {
  for (const id of ids) {
    addHost(id);
  }
}

function gateway(): Gateway {
  const [found] = world.caches.gateways.store.list();
  if (found === undefined) {
    throw new Error('there is no Gateway');
  }
  return found;
}

function sets(): readonly ListenerSet[] {
  return world.caches.sets?.store.list() ?? [];
}

/** Hosts of the Gateway's listeners for HTTPS. */
function onGateway(): (string | undefined)[] {
  return gateway()
    .spec.listeners.filter(({ protocol }) => protocol === 'HTTPS')
    .map(({ hostname }) => hostname);
}

/** Hosts of the listeners in sets. */
function inSets(): (string | undefined)[] {
  return sets()
    .flatMap(({ spec }) => spec.listeners.map(({ hostname }) => hostname))
    .toSorted();
}

/** Kinds of the objects that the route for HTTPS attaches to. */
function parents(rule = 'rule'): (string | undefined)[] {
  const route = world
    .standing('HTTPRoute')
    .find(({ metadata }) => metadata.ownerReferences?.some(({ name }) => name === rule)) as HttpRoute;
  return route.spec.parentRefs.map(({ kind }: ParentReference) => kind);
}

function addShop(): void {
  world.secret(secretOf(1, ['shop.example.com']));
  world.rule(ruleOf({ certificateId: 1 }));
}

it.each<[boolean, string, readonly { readonly observedGeneration?: number }[]]>([
  [false, 'that the API server fills in, without a generation', [{}, {}]],
  [false, 'of an earlier generation', [{ observedGeneration: 1 }]],
  [true, 'of its generation', [{}, { observedGeneration: 2 }]],
])('is reported: %s, with conditions %s', (expected, _which, generations) => {
  addShop();
  world.settle();
  const [set] = sets();
  const conditions = generations.map((each) => ({
    type: 'Accepted',
    status: 'Unknown' as const,
    reason: 'Pending',
    message: 'Waiting for controller',
    lastTransitionTime: '1970-01-01T00:00:00Z',
    ...each,
  }));
  const seen = { ...set, metadata: { ...set?.metadata, generation: 2 }, status: { conditions } };
  expect(isReported(seen as ListenerSet)).toBe(expected);
});

describe('a host with a certificate', () => {
  it('gets a ListenerSet beside the Gateway, which allows sets of its own namespace', () => {
    addShop();
    world.settle();
    expect(onGateway()).toEqual([]);
    expect(gateway().spec.allowedListeners).toEqual({ namespaces: { from: 'Same' } });
    expect(sets()).toMatchObject([
      {
        metadata: {
          name: LISTENER,
          namespace: 'stoa-system',
          labels: { 'app.kubernetes.io/managed-by': 'stoa' },
          ownerReferences: [{ kind: 'Gateway', name: 'stoa' }],
        },
        spec: {
          parentRef: { kind: 'Gateway', name: 'stoa' },
          listeners: [
            {
              name: LISTENER,
              hostname: 'shop.example.com',
              port: 443,
              protocol: 'HTTPS',
              tls: { certificateRefs: [{ namespace: 'team', name: 'cert-1' }] },
            },
          ],
        },
      },
    ]);
    expect(parents()).toEqual(['ListenerSet']);
    expect(world.caches.grants.store.list()).toMatchObject([
      { spec: { from: [{ kind: 'Gateway' }, { kind: 'ListenerSet', namespace: 'stoa-system' }] } },
    ]);
    expect(world.conditions('rule')).toMatchObject({ Programmed: 'True Programmed', Ready: 'True Ready' });
  });

  it.each<[string, string, readonly string[] | undefined, string[]]>([
    ['claims them', 'example.com/engine', ['HTTPRouteCORS', 'ListenerSet'], ['ListenerSet']],
    ['does not claim them among others', ENVOY_GATEWAY, ['HTTPRouteCORS'], ['Gateway']],
    ['claims nothing and is not known', 'example.com/engine', undefined, ['Gateway']],
    ['is Traefik', 'traefik.io/gateway-controller', undefined, ['Gateway']],
    ['is Envoy Gateway', ENVOY_GATEWAY, undefined, ['ListenerSet']],
    ['is NGINX Gateway Fabric', 'gateway.nginx.org/nginx-gateway-controller', undefined, ['ListenerSet']],
  ])('is served where the engine %s', (_which, controller, features, expected) => {
    world = worldOf(controller, features);
    addShop();
    world.settle();
    expect(parents()).toEqual(expected);
    expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
  });

  it('is on the Gateway where the cluster serves no sets', () => {
    world = new Simulation();
    world.engine(ENVOY_GATEWAY);
    world.service(openServiceOf('web'));
    addShop();
    world.settle();
    expect(parents()).toEqual(['Gateway']);
    expect(world.caches.grants.store.list()).toMatchObject([{ spec: { from: [{ kind: 'Gateway' }] } }]);
  });

  it.each<[string, object, string[]]>([
    ['none', { namespaces: { from: 'None' } }, ['Gateway']],
    ['some', { namespaces: { from: 'Selector', selector: { matchLabels: { a: 'b' } } } }, ['Gateway']],
    ['all', { namespaces: { from: 'All' } }, ['ListenerSet']],
    ['its own', { namespaces: { from: 'Same' } }, ['ListenerSet']],
  ])('is where the Gateway says that allows sets of %s namespaces', (_which, allowedListeners, expected) => {
    world.gateway({ spec: { ...gateway().spec, allowedListeners } });
    addShop();
    world.settle();
    expect(parents()).toEqual(expected);
    expect(gateway().spec.allowedListeners).toEqual(allowedListeners);
    expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
  });

  it('stays on the Gateway beside one set, as long as the engine reports on none', () => {
    world.servesSets = false;
    addHost(1);
    addHost(2);
    world.settle();
    expect(onGateway()).toHaveLength(2);
    expect(sets()).toHaveLength(1);
    expect(gateway().spec.allowedListeners).toBeUndefined();
    expect(world.conditions('rule-1')).toMatchObject({ Ready: 'True Ready' });
    expect(world.conditions('rule-2')).toMatchObject({ Ready: 'True Ready' });
  });

  it('has a listener wherever its route looks for it, at each step of the move', () => {
    world.servesSets = false;
    addHost(1);
    addHost(2);
    world.settle();
    world.servesSets = true;
    const steps: string[] = [];
    for (let before = -1; before !== world.writes.length; ) {
      before = world.writes.length;
      world.listen();
      steps.push(...[1, 2].map(standing));
      world.agree();
      for (const name of ['rule-1', 'rule-2']) {
        world.reconcile(`team/${name}`);
        steps.push(...[1, 2].map(standing));
      }
    }
    expect([...new Set(steps)].toSorted()).toEqual(['carried']);
    expect(onGateway()).toEqual([]);
    expect(parents('rule-1')).toEqual(['ListenerSet']);
    expect(world.conditions('rule-2')).toMatchObject({ Ready: 'True Ready' });
  });

  it.each<[string, { readonly observedGeneration?: number }, string[]]>([
    [
      'does not leave the Gateway with a route that the engine has seen on it alone',
      { observedGeneration: 1 },
      [],
    ],
    [
      'leaves the Gateway with a route that the engine has seen on both',
      { observedGeneration: 2 },
      ['apply-gateway'],
    ],
    ['leaves the Gateway with a route whose engine names no generation', {}, ['apply-gateway']],
  ])('%s', (_which, seen, actions) => {
    world.servesSets = false;
    addShop();
    world.settle();
    world.servesSets = true;
    world.agree();
    expect(world.reconcile('team/rule').actions).toEqual([]);
    expect(parents()).toEqual(['Gateway', 'ListenerSet']);
    const [route] = world.standing('HTTPRoute') as HttpRoute[];
    const store = world.caches.owned.find(({ resource }) => resource.kind === 'HTTPRoute')?.cache.store;
    const [parent] = route?.status?.parents ?? [];
    const conditions = (parent?.conditions ?? []).map(({ observedGeneration: _, ...each }) => ({
      ...each,
      ...seen,
    }));
    store?.put({
      ...route,
      metadata: { ...route?.metadata, generation: 2, resourceVersion: '100000' },
      status: { parents: [{ ...parent, conditions }] },
    } as HttpRoute);
    expect(conditions).not.toEqual([]);
    expect(world.listen().map(({ type }) => type)).toEqual(actions);
    const moved = { allowedListeners: { namespaces: { from: 'Same' } }, listeners: [{ name: 'http' }] };
    expect(gateway().spec).toMatchObject(actions.length === 0 ? { listeners: [{}, {}] } : moved);
  });

  it('moves back where the engine claims no sets any more, and its set goes last', () => {
    addShop();
    world.settle();
    world.engine('example.com/other', ['HTTPRouteCORS']);
    world.listen();
    expect(onGateway()).toEqual(['shop.example.com']);
    expect(sets()).toHaveLength(1);
    world.reconcile('team/rule');
    expect(parents()).toEqual(['Gateway', 'ListenerSet']);
    world.settle();
    expect(sets()).toEqual([]);
    expect(parents()).toEqual(['Gateway']);
    expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
  });

  it('says so where its set has a name that others use, and leaves that one alone', () => {
    world.gateway({ spec: { ...gateway().spec, allowedListeners: { namespaces: { from: 'Same' } } } });
    const theirs: ListenerSet = {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'ListenerSet',
      metadata: {
        name: LISTENER,
        namespace: 'stoa-system',
        uid: 'theirs',
        resourceVersion: '1',
        creationTimestamp: 't',
      },
      spec: { parentRef: { name: 'stoa' }, listeners: [{ name: 'x', port: 9443, protocol: 'HTTPS' }] },
    };
    world.set(theirs);
    addShop();
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Programmed: 'False ListenerSetTaken' });
    expect(world.message('rule', 'Programmed')).toContain(
      `ListenerSet stoa-system/${LISTENER} is not one of`,
    );
    expect(sets()).toMatchObject([{ metadata: { uid: 'theirs' }, spec: theirs.spec }]);
    world.remove(world.stored('rule'));
    world.settle();
    expect(sets()).toHaveLength(1);
  });

  it('loses its set with its last rule', () => {
    addShop();
    world.settle();
    world.remove(world.stored('rule'));
    world.settle();
    expect(sets()).toEqual([]);
    expect(world.caches.grants.store.list()).toEqual([]);
  });

  it('keeps its set while there may be rules that are not watched', () => {
    world = worldOf(ENVOY_GATEWAY, undefined, true);
    addShop();
    world.settle();
    world.remove(world.stored('rule'));
    world.settle();
    expect(inSets()).toEqual(['shop.example.com']);
  });

  it('has a set again after somebody deleted or changed it', () => {
    addShop();
    world.settle();
    const [set] = sets();
    world.caches.sets?.store.remove(`stoa-system/${LISTENER}`, '1000000');
    world.settle();
    expect(inSets()).toEqual(['shop.example.com']);
    const listeners = [
      { name: LISTENER, hostname: 'evil.example.com', port: 443, protocol: 'HTTPS' as const },
    ];
    world.set({ ...sets()[0], spec: { ...set?.spec, listeners } } as ListenerSet);
    world.settle();
    expect(inSets()).toEqual(['shop.example.com']);
  });

  it('shares the set of a wildcard', () => {
    world.secret(secretOf(1, ['*.example.com']));
    for (const name of ['a', 'b']) {
      world.rule(ruleOf({ domainName: `${name}.example.com`, certificateId: 1 }, { name }));
    }
    world.settle();
    expect(inSets()).toEqual(['*.example.com']);
    expect(parents('a')).toEqual(['ListenerSet']);
    expect(world.conditions('b')).toMatchObject({ Ready: 'True Ready' });
  });
});

/** Whether the listener that gets the requests for the host of a rule has the route. */
function standing(id: number): string {
  const host = `h${id}.example.com`;
  const name = httpsListenerName(host);
  const allows = gateway().spec.allowedListeners !== undefined;
  const places = [
    ...(onGateway().includes(host) ? ['Gateway'] : []),
    ...(allows && inSets().includes(host) ? ['ListenerSet'] : []),
  ];
  const carried = parents(`rule-${id}`).filter((kind) => places.includes(kind ?? ''));
  // The Gateway's own listener wins.
  const winner = places[0];
  if (winner === undefined || !carried.includes(winner)) {
    return `${name} is lost`;
  }
  return 'carried';
}

it('gives each of many hosts a listener of its own, and moves none when hosts come and go', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 100 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 150 }), { maxLength: 20 }),
      (first, second) => {
        world = worldOf(ENVOY_GATEWAY);
        addHosts(first);
        world.settle();
        const hosts = first.map((id) => `h${id}.example.com`).toSorted();
        expect(inSets()).toEqual(hosts);
        expect(sets().every(({ spec }) => spec.listeners.length <= 64)).toBe(true);
        const before = new Map(sets().map(({ metadata }) => [metadata.name, metadata.resourceVersion]));
        const come = second.filter((id) => !first.includes(id));
        const go = second.filter((id) => first.includes(id));
        addHosts(come);
        for (const id of go) {
          world.remove(world.stored(`rule-${id}`));
        }
        world.settle();
        const left = first.filter((id) => !go.includes(id));
        expect(inSets()).toEqual([...left, ...come].map((id) => `h${id}.example.com`).toSorted());
        for (const { metadata } of sets()) {
          const earlier = before.get(metadata.name);
          expect([undefined, metadata.resourceVersion]).toContain(earlier);
        }
        expect(world.listen()).toEqual([]);
      },
    ),
    { numRuns: 5 },
  );
});

it('counts only ports towards the listeners of a Gateway', () => {
  for (let id = 1; id <= 80; id += 1) {
    addHost(id);
  }
  world.settle();
  expect(inSets()).toHaveLength(80);
  for (let id = 1; id <= 80; id += 1) {
    expect(world.conditions(`rule-${id}`)).toMatchObject({ Ready: 'True Ready' });
  }
  expect(world.from.config).toBe(CONFIG);
});
