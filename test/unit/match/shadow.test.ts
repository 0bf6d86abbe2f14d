import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerTo, isOneRule } from '../../../src/match/answer.ts';
import { entriesOf } from '../../../src/match/attach.ts';
import { type Behavior, behaviorOf, GATEWAY_API } from '../../../src/match/behavior.ts';
import type { Entry } from '../../../src/match/entry.ts';
import { listenersOf } from '../../../src/match/listener.ts';
import { RouteIndex } from '../../../src/match/routeindex.ts';
import { shadowOf } from '../../../src/match/shadow.ts';
import type { AnyMatch, AnyRoute } from '../../../src/objects/anyroute.ts';
import { type RouteSet, routeSet } from '../../support/routesets.ts';
import { gatewayWith, routeNamed } from './scene.ts';

const TRAEFIK = behaviorOf('traefik.io/gateway-controller');
const ENVOY = behaviorOf('gateway.envoyproxy.io/gatewayclass-controller');

const GATEWAY = gatewayWith([
  { name: 'all', port: 80, protocol: 'HTTP' },
  { name: 'wide', port: 80, protocol: 'HTTP', hostname: '*.example.com' },
]);
const LISTENERS = listenersOf(GATEWAY, []);

function entriesFor(routes: readonly AnyRoute[]): readonly Entry[] {
  return routes.flatMap((route) => entriesOf({ kind: 'HTTPRoute', route }, LISTENERS, () => ({})));
}

/** Entries with what shadows each of them, of those of other routes. */
function shadowed(routes: readonly AnyRoute[], behavior: Behavior): readonly Entry[] {
  const entries = entriesFor(routes);
  return entries.filter((entry) => {
    const others = entries.filter(({ route }) => route.metadata.name !== entry.route.metadata.name);
    return shadowOf(entry, others, behavior) !== undefined;
  });
}

const AROUND = { namespace: 'ops', gateway: 'main', listeners: ['all', 'wide'], port: 80, wild: true };

describe.each([GATEWAY_API, TRAEFIK, ENVOY])('what is shadowed, for $engine,', (behavior) => {
  it('answers no request', () => {
    const found = { shadowed: 0, answers: 0 };
    fc.assert(
      fc.property(routeSet('shop.example.com', AROUND), ({ routes, requests }: RouteSet) => {
        const hidden = shadowed(routes, behavior);
        const known = { listeners: LISTENERS, index: new RouteIndex(entriesFor(routes)) };
        found.shadowed += hidden.length;
        for (const request of requests) {
          const answer = answerTo(request, known, behavior);
          if (answer.type === 'route') {
            found.answers += 1;
            const { winner } = answer;
            expect(
              hidden.filter(
                (entry) =>
                  isOneRule(entry, winner) &&
                  entry.host === winner.host &&
                  entry.listener === winner.listener &&
                  entry.conditions === winner.conditions,
              ),
            ).toEqual([]);
          }
        }
      }),
      { numRuns: 1_000 },
    );
    expect(found.shadowed).toBeGreaterThan(100);
    expect(found.answers).toBeGreaterThan(100);
  });
});

describe('an older route', () => {
  const OLD = '2025-01-01T00:00:00Z';
  const below = (value: string): AnyMatch => ({ path: { type: 'PathPrefix', value } });
  const routes = (older: AnyMatch, younger: AnyMatch, host = 'shop.example.com') => [
    routeNamed('younger', { hostnames: ['shop.example.com'], rules: [{ matches: [younger] }] }),
    routeNamed('older', { hostnames: [host], rules: [{ matches: [older] }] }, OLD),
  ];
  const names = (all: readonly AnyRoute[], behavior = GATEWAY_API) => [
    ...new Set(shadowed(all, behavior).map(({ route }) => route.metadata.name)),
  ];

  it('shadows the same conditions, whatever the slash at their end', () => {
    expect(names(routes(below('/a/'), below('/a')))).toEqual(['younger']);
  });

  it('does not shadow a longer path, more conditions or another host', () => {
    expect(names(routes(below('/a'), below('/a/b')))).toEqual([]);
    expect(names(routes(below('/a'), { ...below('/a'), method: 'GET' }))).toEqual([]);
    expect(names(routes(below('/a'), below('/a'), '*.example.com'))).toEqual([]);
  });

  it('is not shadowed by a younger one', () => {
    expect(names(routes({ ...below('/a'), method: 'GET' }, below('/a')))).toEqual([]);
  });
});
