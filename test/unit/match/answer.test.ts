import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, answerTo, type Routes } from '../../../src/match/answer.ts';
import { entriesOf } from '../../../src/match/attach.ts';
import { behaviorOf, GATEWAY_API } from '../../../src/match/behavior.ts';
import type { Entry } from '../../../src/match/entry.ts';
import { byHost, coversHost } from '../../../src/match/host.ts';
import { listenersOf } from '../../../src/match/listener.ts';
import { askedRequest } from '../../../src/match/request.ts';
import { RouteIndex } from '../../../src/match/routeindex.ts';
import type { AnyMatch, AnyRoute } from '../../../src/objects/anyroute.ts';
import { type RouteSet, routeSet } from '../../support/routesets.ts';
import { gatewayWith, routeNamed } from './scene.ts';

const TRAEFIK = behaviorOf('traefik.io/gateway-controller');
const ENVOY = behaviorOf('gateway.envoyproxy.io/gatewayclass-controller');
const NGINX = behaviorOf('gateway.nginx.org/nginx-gateway-controller');

const GATEWAY = gatewayWith([
  { name: 'all', port: 80, protocol: 'HTTP' },
  { name: 'wide', port: 80, protocol: 'HTTP', hostname: '*.example.com' },
  { name: 'one', port: 80, protocol: 'HTTP', hostname: 'a.shop.example.com' },
]);
const LISTENERS = listenersOf(GATEWAY, []);

function entriesFor(routes: readonly AnyRoute[]): readonly Entry[] {
  return routes.flatMap((route) => entriesOf({ kind: 'HTTPRoute', route }, LISTENERS, () => ({})));
}

function routesOf(routes: readonly AnyRoute[]): Routes {
  return { listeners: LISTENERS, index: new RouteIndex(entriesFor(routes)) };
}

/** Index that looks at every entry. */
function scanOf(entries: readonly Entry[]): Routes['index'] {
  return {
    candidates({ host, scheme, port }, { listener, hosts }) {
      const ofHost = entries.filter(
        (entry) =>
          entry.listener.scheme === scheme &&
          entry.listener.port === port &&
          coversHost(entry.host, host) &&
          (listener === undefined || entry.listener === listener),
      );
      const [first] = ofHost.toSorted((one, other) => byHost(one.host, other.host));
      return hosts === 'wider-too' ? ofHost : ofHost.filter((entry) => entry.host === first?.host);
    },
  };
}

const AROUND = {
  namespace: 'ops',
  gateway: 'main',
  listeners: ['all', 'wide', 'one'],
  port: 80,
  wild: true,
};

function places(answer: Answer): readonly string[] {
  return answer.type === 'route'
    ? [answer.winner, answer.runnerUp].map((each) => `${each?.route.metadata.name} ${each?.rule}`)
    : [answer.type];
}

describe('the index', () => {
  it.each([GATEWAY_API, TRAEFIK, ENVOY, NGINX])(
    'agrees with a scan of all routes, for $engine',
    (behavior) => {
      fc.assert(
        fc.property(routeSet('shop.example.com', AROUND), ({ routes, requests }: RouteSet) => {
          const entries = entriesFor(routes);
          for (const request of requests) {
            const indexed = answerTo(request, routesOf(routes), behavior);
            const scanned = answerTo(request, { listeners: LISTENERS, index: scanOf(entries) }, behavior);
            expect(indexed.type).toBe(scanned.type);
            // Where an engine takes either, each is as good.
            if (indexed.type === 'route' && scanned.type === 'route' && indexed.by !== undefined) {
              expect(places(indexed)[0]).toBe(places(scanned)[0]);
            }
          }
        }),
        { numRuns: 300 },
      );
    },
  );

  it('looks at few of 10,000 routes', () => {
    const routes = Array.from({ length: 10_000 }, (_, index) =>
      routeNamed(`r${index}`, {
        hostnames: [`h${index % 100}.example.com`],
        rules: [{ matches: [{ path: { type: 'PathPrefix', value: `/p${index}` } }] }],
      }),
    );
    const { index } = routesOf(routes);
    const request = askedRequest({
      method: 'GET',
      url: new URL('http://h7.example.com/p107/x'),
      headers: [],
    });
    const found = index.candidates(request, { hosts: 'wider-too', listener: undefined });
    expect(new Set(found.map(({ route }) => route.metadata.name))).toEqual(new Set(['r107']));
  });
});

/** The answer for two routes for the same request, the first of which is to win. */
function answerFor(
  [one, other]: readonly [Partial<AnyRoute['spec']>, Partial<AnyRoute['spec']>],
  url: string,
  behavior = GATEWAY_API,
): Answer {
  const routes = [routeNamed('one', one), routeNamed('other', other)];
  const request = askedRequest({
    method: 'GET',
    url: new URL(url),
    headers: [{ name: 'X-A', value: '1' }],
  });
  return answerTo(request, routesOf(routes), behavior);
}

function matching(...matches: readonly AnyMatch[]): Partial<AnyRoute['spec']> {
  return { hostnames: ['shop.example.com'], rules: [{ matches }] };
}

const SHOP = 'http://shop.example.com/a/b?q=1';

describe('the Gateway API', () => {
  const exact = { path: { type: 'Exact', value: '/a/b' } };
  const prefix = { path: { type: 'PathPrefix', value: '/a' } };
  it.each([
    ['host', { ...matching(prefix) }, { ...matching(exact), hostnames: ['*.example.com'] }],
    ['path-type', matching(exact), matching({ path: { type: 'PathPrefix', value: '/a/b/' } })],
    ['path-type', matching(prefix), matching({ path: { type: 'RegularExpression', value: '/a/.*' } })],
    ['path-length', matching({ path: { type: 'PathPrefix', value: '/a/b' } }), matching(prefix)],
    [
      'method',
      matching({ ...prefix, method: 'GET' }),
      matching({ ...prefix, headers: [{ name: 'x-a', value: '1' }] }),
    ],
    [
      'headers',
      matching({ ...prefix, headers: [{ name: 'x-a', value: '1' }] }),
      matching({ ...prefix, queryParams: [{ name: 'q', value: '1' }] }),
    ],
    ['query', matching({ ...prefix, queryParams: [{ name: 'q', value: '1' }] }), matching(prefix)],
    ['name', matching(prefix), matching(prefix)],
  ] as const)('decides by %s', (by, one, other) => {
    for (const specs of [
      [one, other],
      [other, one],
    ] as const) {
      const answer = answerFor(specs, SHOP);
      const winner = by === 'name' ? 'one' : specs[0] === one ? 'one' : 'other';
      expect(answer).toMatchObject({ type: 'route', by, winner: { route: { metadata: { name: winner } } } });
    }
  });

  it('takes the older of two equal routes, and the first of two equal rules', () => {
    const old = routeNamed('z', matching(prefix), '2020-01-01T00:00:00Z');
    const young = routeNamed('a', {
      ...matching(prefix),
      rules: [{ matches: [prefix] }, { matches: [prefix] }],
    });
    const request = askedRequest({ method: 'GET', url: new URL(SHOP), headers: [] });
    expect(answerTo(request, routesOf([young, old]), GATEWAY_API)).toMatchObject({
      by: 'age',
      winner: { route: old },
    });
    expect(answerTo(request, routesOf([young]), GATEWAY_API)).toMatchObject({
      by: 'rule',
      winner: { rule: 0 },
      runnerUp: { rule: 1 },
    });
  });

  it('asks only the routes of the listener with the most specific host', () => {
    const of = (section: string) => ({
      parentRefs: [{ namespace: 'ops', name: 'main', sectionName: section }],
      rules: [{}],
    });
    const url = 'http://a.shop.example.com/';
    expect(answerFor([of('wide'), of('one')], url)).toMatchObject({
      winner: { listener: { name: 'one' }, route: { metadata: { name: 'other' } } },
    });
    expect(answerFor([of('wide'), of('wide')], url)).toMatchObject({
      type: 'no-route',
      listener: { name: 'one' },
    });
    expect(answerFor([of('wide'), of('wide')], url, TRAEFIK)).toMatchObject({ type: 'route' });
  });

  it('knows prefixes by whole segments, and slashes at their ends', () => {
    const none = { hostnames: ['none.example.com'] };
    for (const [value, path, found] of [
      ['/a', '/ab', false],
      ['/a', '/a', true],
      ['/a', '/a/', true],
      ['/a/', '/a', true],
      ['/a/', '/a/x', true],
      ['/', '/anything', true],
      ['/a', '//a', true],
      ['/a b', '/a%20b/c', true],
      ['/a', '/A', false],
    ] as const) {
      const answer = answerFor(
        [matching({ path: { type: 'PathPrefix', value } }), none],
        `http://shop.example.com${path}`,
      );
      expect([value, path, answer.type === 'route']).toEqual([value, path, found]);
    }
  });

  it('cannot tell what only PCRE reads, and says so', () => {
    const ahead = { path: { type: 'RegularExpression', value: '/(?=a).*' } };
    const all = { path: { type: 'PathPrefix', value: '/' } };
    const answer = answerFor(
      [matching(all), { ...matching(ahead), hostnames: ['shop.example.com'] }],
      'http://shop.example.com/a',
      { ...GATEWAY_API, order: { ...ENVOY.order } },
    );
    expect(answer).toMatchObject({
      winner: { route: { metadata: { name: 'one' } } },
      untold: [{ route: { metadata: { name: 'other' } } }],
    });
  });
});

describe('departures', () => {
  const longer = (host: string) => ({
    ...matching({ path: { type: 'PathPrefix', value: '/a/b' } }),
    hostnames: [host],
  });
  const all = matching({ path: { type: 'PathPrefix', value: '/' } });

  it('of Traefik: a longer path on a wildcard goes before the host itself', () => {
    expect(answerFor([all, longer('*.example.com')], SHOP)).toMatchObject({
      by: 'host',
      winner: { rule: 0, host: 'shop.example.com' },
    });
    expect(answerFor([all, longer('*.example.com')], SHOP, TRAEFIK)).toMatchObject({
      by: 'weight',
      winner: { host: '*.example.com' },
    });
  });

  it('of Traefik: nothing decides between equal weights, and of equal conditions there is only the first', () => {
    const long = { path: { type: 'PathPrefix', value: '/a' } };
    const headers = (name: string) => matching({ ...long, headers: [{ name, value: '1' }] });
    const request = askedRequest({
      method: 'GET',
      url: new URL(SHOP),
      headers: ['x-a', 'x-b'].map((name) => ({ name, value: '1' })),
    });
    const routes = [routeNamed('one', headers('x-a')), routeNamed('other', headers('x-b'))];
    const answer = answerTo(request, routesOf(routes), TRAEFIK);
    expect(answer).toMatchObject({ type: 'route', runnerUp: expect.anything() });
    expect(answer).not.toHaveProperty('by');
    const equal = answerFor([all, all], SHOP, TRAEFIK);
    expect(equal).toMatchObject({
      by: 'name',
      winner: { route: { metadata: { name: 'one' } } },
      runnerUp: { route: { metadata: { name: 'other' } } },
    });
  });

  it.each([
    ['wide', 'one'],
    ['all', 'other'],
  ])(
    'of Traefik: on the listener %s, rules for the same hosts in another order: %s',
    (sectionName, winner) => {
      const hosts = ['b.example.com', 'shop.example.com'];
      const parentRefs = [{ namespace: 'ops', name: 'main', sectionName }];
      const prefix = (value: string) => ({ matches: [{ path: { type: 'PathPrefix', value } }] });
      const one = { parentRefs, hostnames: hosts, rules: [prefix('/a')] };
      // Of two rules, the first one weighs more.
      const other = { parentRefs, hostnames: hosts.toReversed(), rules: [prefix('/a'), prefix('/b')] };
      expect(answerFor([one, other], SHOP, TRAEFIK)).toMatchObject({
        winner: { route: { metadata: { name: winner } } },
      });
    },
  );

  it('of Envoy Gateway: wider hosts get no requests for a host that has routes, and patterns go before prefixes', () => {
    const other = matching({ path: { type: 'Exact', value: '/other' } });
    expect(answerFor([other, longer('*.example.com')], SHOP, ENVOY).type).toBe('no-route');
    const pattern = matching({ path: { type: 'RegularExpression', value: '/a/.*' } });
    expect(answerFor([longer('shop.example.com'), pattern], SHOP, ENVOY)).toMatchObject({
      by: 'path-type',
      winner: { route: { metadata: { name: 'other' } } },
    });
  });

  it('in what a regular expression is about', () => {
    const part = matching({ path: { type: 'RegularExpression', value: '/b' } });
    const none = { hostnames: ['none.example.com'] };
    expect(answerFor([part, none], SHOP).type).toBe('no-route');
    expect(answerFor([part, none], SHOP, TRAEFIK).type).toBe('route');
  });
});
