import { describe, expect, it } from 'vitest';
import { entriesOf } from '../../../src/match/attach.ts';
import { listenersOf, matchesSelector } from '../../../src/match/listener.ts';
import type { AnyParent, AnyRoute, HostRouteKind } from '../../../src/objects/anyroute.ts';
import type { GatewayListener, ListenerSet } from '../../../src/objects/gatewayapi.ts';
import { gatewayWith, routeNamed } from './scene.ts';

const HTTP: GatewayListener = { name: 'http', port: 80, protocol: 'HTTP' };

/** Names of the listeners that a route is attached to, and its hosts there. */
function attached(
  route: AnyRoute,
  listeners: readonly GatewayListener[],
  { kind = 'HTTPRoute' as HostRouteKind, labels = {} as Record<string, string> } = {},
): readonly string[] {
  const entries = entriesOf({ kind, route }, listenersOf(gatewayWith(listeners), []), () => labels);
  return entries.map(({ listener, host }) => `${listener.name} ${host}`);
}

function parentOf(parent: Partial<AnyParent>): AnyRoute {
  return routeNamed('one', { parentRefs: [{ namespace: 'ops', name: 'main', ...parent }] });
}

describe('a route', () => {
  it.each([
    ['without a section', {}, ['http ', 'https ']],
    ['with the name of a listener', { sectionName: 'https' }, ['https ']],
    ['with a port', { port: 80 }, ['http ']],
    ['with a port and the name of another listener', { port: 80, sectionName: 'https' }, []],
    ['of another Gateway', { name: 'other' }, []],
    ['of a Gateway of its own namespace', { namespace: 'shop' }, []],
    ['of a Service', { kind: 'Service', group: '' }, []],
  ] as const)('%s is attached to %o', (_, parent, listeners) => {
    const https: GatewayListener = { name: 'https', port: 443, protocol: 'HTTPS' };
    expect(attached(parentOf(parent), [HTTP, https])).toEqual(listeners);
  });

  it.each([
    [{ namespaces: { from: 'All' } }, true],
    [{ namespaces: { from: 'Same' } }, false],
    [{}, false],
    [{ namespaces: { from: 'Selector', selector: { matchLabels: { team: 'a' } } } }, true],
    [{ namespaces: { from: 'Selector', selector: { matchLabels: { team: 'b' } } } }, false],
    [{ namespaces: { from: 'All' }, kinds: [{ kind: 'GRPCRoute' }] }, false],
  ])('of another namespace counts where the listener allows %o: %s', (allowedRoutes, counts) => {
    const listeners = [{ ...HTTP, allowedRoutes }];
    expect(attached(parentOf({}), listeners, { labels: { team: 'a' } })).toHaveLength(counts ? 1 : 0);
  });

  it('has the hosts that it has in common with the listener', () => {
    const route = routeNamed('one', { hostnames: ['a.example.com', '*.example.com', 'example.org'] });
    const wide = { ...HTTP, hostname: '*.example.com' };
    const one = { ...HTTP, name: 'one', hostname: 'b.example.com' };
    expect(attached(route, [wide, one])).toEqual([
      'http a.example.com',
      'http *.example.com',
      'one b.example.com',
    ]);
    expect(attached(routeNamed('all'), [wide])).toEqual(['http *.example.com']);
  });

  it('that the engine refuses does not count, for the generation that it speaks of', () => {
    const refusal = (observedGeneration: number): AnyRoute => ({
      ...parentOf({}),
      status: {
        parents: [
          {
            parentRef: { namespace: 'ops', name: 'main' },
            controllerName: 'any',
            conditions: [
              {
                type: 'Accepted',
                status: 'False',
                reason: 'NotAllowed',
                message: '',
                observedGeneration,
                lastTransitionTime: '2026-01-01T00:00:00Z',
              },
            ],
          },
        ],
      },
    });
    expect(attached(refusal(1), [HTTP])).toEqual([]);
    expect(attached(refusal(0), [HTTP])).toEqual(['http ']);
  });

  it('of each kind is for the protocol that it is made for', () => {
    const tls: GatewayListener = { name: 'tls', port: 443, protocol: 'TLS', tls: { mode: 'Passthrough' } };
    expect(attached(parentOf({}), [HTTP, tls], { kind: 'TLSRoute' })).toEqual(['tls ']);
    expect(attached(parentOf({}), [HTTP, tls], { kind: 'GRPCRoute' })).toEqual(['http ']);
  });
});

describe('conditions of gRPC calls', () => {
  it.each([
    [
      { service: 'a.B', method: 'C' },
      { type: 'Exact', value: '/a.B/C' },
    ],
    [{ service: 'a.B' }, { type: 'PathPrefix', value: '/a.B/' }],
    [{ method: 'C' }, { type: 'RegularExpression', value: '/[^/]+/C' }],
    [
      { type: 'RegularExpression', service: 'a.*' },
      { type: 'RegularExpression', value: '/a.*/[^/]+' },
    ],
    [undefined, { type: 'PathPrefix', value: '/' }],
  ])('%o are those on the path %o', (method, path) => {
    const route = routeNamed('one', { rules: [{ matches: [method === undefined ? {} : { method }] }] });
    const [entry] = entriesOf({ kind: 'GRPCRoute', route }, listenersOf(gatewayWith([HTTP]), []), () => ({}));
    expect(entry?.conditions.path).toEqual(path);
  });
});

describe('a ListenerSet', () => {
  const set: ListenerSet = {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'ListenerSet',
    metadata: {
      namespace: 'ops',
      name: 'more',
      uid: 'more',
      resourceVersion: '1',
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    spec: { parentRef: { name: 'main' }, listeners: [{ ...HTTP, name: 'more' }] },
  };

  it('adds listeners to its Gateway, where that allows it', () => {
    const gateway = gatewayWith([HTTP]);
    const open = {
      ...gateway,
      spec: { ...gateway.spec, allowedListeners: { namespaces: { from: 'Same' } } },
    };
    expect(listenersOf(gateway, [set]).map(({ name }) => name)).toEqual(['http']);
    expect(listenersOf(open, [set]).map(({ name }) => name)).toEqual(['http', 'more']);
    const foreign = { ...set, spec: { ...set.spec, parentRef: { name: 'other' } } };
    expect(listenersOf(open, [foreign]).map(({ name }) => name)).toEqual(['http']);
  });
});

it('selectors of labels mean what those of Kubernetes mean', () => {
  const labels = { team: 'a' };
  const selects = (operator: string, key: string, values?: readonly string[]) =>
    matchesSelector({ matchExpressions: [{ key, operator, ...(values && { values }) }] }, labels);
  expect([
    selects('In', 'team', ['a', 'b']),
    selects('In', 'other', ['a']),
    selects('NotIn', 'team', ['a']),
    selects('NotIn', 'other', ['a']),
    selects('Exists', 'team'),
    selects('Exists', 'other'),
    selects('DoesNotExist', 'other'),
    selects('Unheard', 'other'),
  ]).toEqual([true, false, false, true, true, false, true, false]);
});
