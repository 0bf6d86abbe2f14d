import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HttpRule } from '../../../src/api/gatewayrule.ts';
import { answerTo } from '../../../src/match/answer.ts';
import { entriesOf } from '../../../src/match/attach.ts';
import { ALL_BEHAVIORS, behaviorOf } from '../../../src/match/behavior.ts';
import { listenersOf } from '../../../src/match/listener.ts';
import { mayGetHost, shadowOfPlanned } from '../../../src/match/planned.ts';
import { RouteIndex } from '../../../src/match/routeindex.ts';
import { placeText } from '../../../src/match/shadow.ts';
import type { AnyRoute } from '../../../src/objects/anyroute.ts';
import { type EffectiveHttp, effective } from '../../../src/rule/effective.ts';
import { type RouteSet, routeSet } from '../../support/routesets.ts';
import { ruleOf } from '../../support/rules.ts';
import { gatewayWith, routeNamed } from './scene.ts';

const HOST = 'shop.example.com';
const LISTENERS = listenersOf(gatewayWith([{ name: 'all', port: 80, protocol: 'HTTP' }]), []);
const TRAEFIK = behaviorOf('traefik.io/gateway-controller');

function planned(http: Partial<HttpRule> = {}): EffectiveHttp {
  return effective(ruleOf({ domainName: HOST, ...http }).spec) as EffectiveHttp;
}

function shadowOf(
  http: Partial<HttpRule>,
  routes: readonly AnyRoute[],
  behaviors = ALL_BEHAVIORS,
): string | undefined {
  const around = { listeners: LISTENERS, routes, labelsOf: () => ({}), behaviors };
  const found = shadowOfPlanned({ rule: planned(http), namespace: 'shop' }, around);
  return found && placeText(found);
}

const below = (value: string) => ({ path: { type: 'PathPrefix', value } });

/** Route of the host for all requests below a path. */
function routeBelow(path: string, hostnames: readonly string[] = [HOST]): AnyRoute {
  return routeNamed('other', { hostnames, rules: [{ matches: [below(path)] }] });
}

describe('a rule that is not written yet', () => {
  it('gets no request where a route of others has its conditions', () => {
    expect(shadowOf({}, [routeBelow('/')])).toBe('HTTPRoute shop/other, spec.rules[0]');
    expect(shadowOf({ domainPath: '/a' }, [routeBelow('/a/')])).toBe('HTTPRoute shop/other, spec.rules[0]');
  });

  it.each<[string, Partial<HttpRule>, AnyRoute]>([
    ['the other one is for a shorter path', { domainPath: '/a' }, routeBelow('/')],
    ['the other one is for a wider host', {}, routeBelow('/', ['*.example.com'])],
    ['it needs a cookie', { domainCookie: { user: 'anna' } }, routeBelow('/')],
    ['it needs a header', { domainHeader: { 'x-user': 'anna' } }, routeBelow('/')],
    ['it is at another listener', { certificateId: 1 }, routeBelow('/')],
    [
      'the other one is at another Gateway',
      {},
      {
        ...routeBelow('/'),
        spec: { ...routeBelow('/').spec, parentRefs: [{ namespace: 'ops', name: 'b' }] },
      },
    ],
  ])('gets some where %s', (_, http, route) => {
    expect(shadowOf(http, [route])).toBeUndefined();
  });

  it('is as old as the route that Stoa has for its host', () => {
    const owner = { apiVersion: 'stoa.dev/v1alpha1', kind: 'GatewayRule', name: 'first', uid: '1' };
    const own = routeNamed('own', { hostnames: [HOST] }, '2025-01-01T00:00:00Z');
    const stored = { ...own, metadata: { ...own.metadata, ownerReferences: [owner] } };
    expect(shadowOf({}, [routeBelow('/'), stored])).toBeUndefined();
  });

  it.each([
    [[], true],
    [[HOST], true],
    [['*.example.com'], true],
    [['Shop.Example.com'], true],
    [['www.example.com', `a.${HOST}`], false],
  ])('a route with the hosts %j may get its requests: %s', (hostnames, may) => {
    expect(mayGetHost(routeBelow('/', hostnames), HOST)).toBe(may);
  });

  it.each(ALL_BEHAVIORS)('answers no request where it is shadowed, for $engine', (behavior) => {
    const found = { shadowed: 0, answers: 0 };
    const around = { namespace: 'ops', gateway: 'main', listeners: ['all'], port: 80, wild: true };
    const paths = fc.constantFrom('/', '/a', '/a/b', '/ab');
    fc.assert(
      fc.property(routeSet(HOST, around), paths, ({ routes, requests }: RouteSet, domainPath) => {
        const shadow = shadowOf({ domainPath }, routes, [behavior]);
        if (shadow === undefined) {
          return;
        }
        found.shadowed += 1;
        const own = routeNamed(
          'own',
          { hostnames: [HOST], rules: [{ matches: [below(domainPath)] }] },
          '2026-02-01T00:00:00Z',
        );
        const entries = [...routes, own].flatMap((route) =>
          entriesOf({ kind: 'HTTPRoute', route }, LISTENERS, () => ({})),
        );
        for (const request of requests) {
          const answer = answerTo(
            request,
            { listeners: LISTENERS, index: new RouteIndex(entries) },
            behavior,
          );
          if (answer.type === 'route') {
            found.answers += 1;
            expect(answer.winner.route.metadata.name).not.toBe('own');
          }
        }
      }),
      { numRuns: 1_000 },
    );
    expect(found.shadowed).toBeGreaterThan(50);
    expect(found.answers).toBeGreaterThan(50);
  });

  it('counts only what its engine does, where that is known', () => {
    const exact = routeNamed('other', {
      hostnames: [HOST],
      rules: [{ matches: [{ path: { type: 'Exact', value: '/a' } }] }],
    });
    expect(shadowOf({ domainPath: '/a' }, [exact], [TRAEFIK])).toBeUndefined();
  });
});
