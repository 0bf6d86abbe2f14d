import { beforeEach, expect, it } from 'vitest';
import type { HttpRule } from '../../../../src/api/gatewayrule.ts';
import type { AnyRoute } from '../../../../src/objects/anyroute.ts';
import type { ForeignRoute } from '../../../../src/objects/httproute.ts';
import { openServiceOf, ruleOf } from '../../../support/rules.ts';
import { CONFIG, Simulation } from '../../../support/simulation.ts';

let world: Simulation;

beforeEach(() => {
  world = new Simulation();
  world.gateway({
    spec: {
      gatewayClassName: 'engine',
      listeners: [
        { name: 'http', port: 80, protocol: 'HTTP', allowedRoutes: { namespaces: { from: 'All' } } },
      ],
    },
  });
  world.service(openServiceOf('web'));
});

/** An HTTPRoute of the team, older than its rules, for a path of their host. */
function routeOfTeam(path: string, spec: Partial<AnyRoute['spec']> = {}, name = 'own'): ForeignRoute {
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: {
      namespace: 'team',
      name,
      uid: name,
      resourceVersion: '1',
      creationTimestamp: '2020-01-01T00:00:00Z',
    },
    spec: {
      parentRefs: [CONFIG.name],
      hostnames: ['shop.example.com'],
      rules: [{ matches: [{ path: { type: 'PathPrefix', value: path } }] }],
      ...spec,
    },
  };
}

/** Serving of a rule beside a route. */
function servingBeside(route: ForeignRoute, http: Partial<HttpRule> = {}): string | undefined {
  world.foreignRoute(route);
  world.rule(ruleOf({ domainPath: '/cart', ...http }));
  world.settle();
  return world.conditions('rule').Serving;
}

const SHADOWED = 'False Shadowed';
const NOT = 'Unknown NotProbed';

it('is told of a rule whose every request an older route gets, which is named', () => {
  expect(servingBeside(routeOfTeam('/cart/'))).toBe(SHADOWED);
  expect(world.message('rule', 'Serving')).toContain('HTTPRoute team/own, spec.rules[0],');
  expect(world.conditions('rule')).toMatchObject({
    Ready: SHADOWED,
    FullyExpressed: 'Unknown NothingServed',
  });
  expect(world.reconcile('team/rule')).not.toHaveProperty('status');
});

it('ends with the route', () => {
  servingBeside(routeOfTeam('/cart'));
  world.caches.foreignRoutes.store.remove('team/own', '1000');
  world.settle();
  expect(world.conditions('rule')).toMatchObject({ Serving: NOT, Ready: 'True Ready' });
});

it.each<[string, ForeignRoute, Partial<HttpRule>, string]>([
  ['for all paths', routeOfTeam('/'), {}, NOT],
  ['for a part of its paths', routeOfTeam('/cart/items'), {}, NOT],
  ['on another Gateway', routeOfTeam('/cart', { parentRefs: [{ name: 'other' }] }), {}, NOT],
  ['for another host', routeOfTeam('/cart', { hostnames: ['other.example.com'] }), {}, NOT],
  [
    'for one method',
    routeOfTeam('/cart', {
      rules: [{ matches: [{ path: { type: 'PathPrefix', value: '/cart' }, method: 'GET' }] }],
    }),
    {},
    NOT,
  ],
  ['beside a rule for one header', routeOfTeam('/cart'), { domainHeader: { 'x-user': 'anna' } }, NOT],
  ['beside a rule for one method', routeOfTeam('/cart'), { policy: { match: { methods: ['GET'] } } }, NOT],
  [
    'for the method of the rule',
    routeOfTeam('/cart', {
      rules: [{ matches: [{ path: { type: 'PathPrefix', value: '/cart' }, method: 'GET' }] }],
    }),
    { policy: { match: { methods: ['GET'] } } },
    SHADOWED,
  ],
  ['for the root, beside a rule for it', routeOfTeam('/', { rules: [{}] }), { domainPath: '/' }, SHADOWED],
  [
    'that the engine refuses',
    {
      ...routeOfTeam('/cart'),
      metadata: { ...routeOfTeam('/cart').metadata, generation: 1 },
      status: {
        parents: [
          {
            parentRef: CONFIG.name,
            controllerName: 'example.com/engine',
            conditions: [
              {
                type: 'Accepted',
                status: 'False',
                reason: 'NotAllowedByListeners',
                message: '',
                lastTransitionTime: '2026-01-01T00:00:00Z',
                observedGeneration: 1,
              },
            ],
          },
        ],
      },
    },
    {},
    NOT,
  ],
])('counts a route %s', (_, route, http, expected) => {
  expect(servingBeside(route, http)).toBe(expected);
});

it('is not told where the route is younger', () => {
  const { metadata, ...rest } = routeOfTeam('/cart');
  const younger = { ...rest, metadata: { ...metadata, creationTimestamp: '2030-01-01T00:00:00Z' } };
  expect(servingBeside(younger)).toBe(NOT);
});
