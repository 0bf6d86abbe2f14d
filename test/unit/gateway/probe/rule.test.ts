import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { core } from '../../../../src/engines/core.ts';
import type { Branch } from '../../../../src/engines/group.ts';
import type { Rendered } from '../../../../src/engines/object.ts';
import { traefik } from '../../../../src/engines/traefik/engine.ts';
import { probeHash, questionOf, withProbe } from '../../../../src/gateway/probe/rule.ts';
import { gatewayView } from '../../../../src/gateway/sources.ts';
import type { HttpRoute, HttpRouteRule } from '../../../../src/objects/httproute.ts';
import { branchOf, groupOf } from '../../../support/groups.ts';
import { probedWorld } from '../../../support/probe.ts';
import { Simulation } from '../../../support/simulation.ts';

const gateway = gatewayView(probedWorld().from);

function routeOf(group: Parameters<typeof groupOf>[0] = {}): Rendered {
  return core.render(groupOf(group)).objects[0];
}

function rulesOf({ draft }: Rendered): readonly object[] {
  return (draft.spec as { readonly rules: readonly object[] }).rules;
}

/** A rendered HTTPRoute as if it was stored. */
function stored({ draft }: Rendered): HttpRoute {
  return draft as unknown as HttpRoute;
}

const branches = Array.from({ length: 15 }, (_, index) => branchOf({ headers: { a: `${index}` } }));

describe('the rule that answers', () => {
  it('comes last, at a path of the route, and asks for a header that nobody knows', () => {
    const [, probe, ...others] = rulesOf(withProbe(routeOf(), gateway, []));
    expect(others).toEqual([]);
    expect(probe).toEqual({
      matches: [
        {
          path: { type: 'Exact', value: '/.well-known/stoa/shop-0123456789abcdef' },
          headers: [{ name: 'x-stoa-probe', type: 'Exact', value: expect.stringMatching(/^[0-9a-f]{32}$/) }],
        },
      ],
      filters: [
        {
          type: 'RequestRedirect',
          requestRedirect: {
            hostname: expect.stringMatching(/^[0-9a-f]{16}\.probe\.invalid$/),
            statusCode: 302,
          },
        },
      ],
    });
  });

  it.each<[string, Parameters<typeof groupOf>[0], number]>([
    ['has room beside 15 branches', { branches }, 16],
    ['has no room beside 16', { branches: [...branches, branchOf()] }, 16],
  ])('%s', (_, group, rules) => {
    const probed = withProbe(routeOf(group), gateway, []);
    expect(rulesOf(probed)).toHaveLength(rules);
    expect(probeHash(probed.draft.spec) === undefined).toBe(group?.branches?.length === 16);
  });

  it('is left out where the probe is off, and where there is no Gateway', () => {
    const route = routeOf();
    expect(withProbe(route, gatewayView(new Simulation().from), [])).toBe(route);
    const { object: _, ...missing } = gateway;
    expect(withProbe(route, missing, [])).toBe(route);
  });

  it('answers with the same hash exactly for the same spec', () => {
    const hashOf = (path: string) => probeHash(withProbe(routeOf({ path }), gateway, []).draft.spec);
    const path = fc.stringMatching(/^\/[a-z]{0,3}$/);
    fc.assert(fc.property(path, path, (one, other) => (hashOf(one) === hashOf(other)) === (one === other)));
  });
});

describe('the rule that answers through guards', () => {
  const world = probedWorld();
  world.engine('traefik.io/gateway-controller');
  const onTraefik = gatewayView(world.from);
  const limit = { requests: 1, per: 'hour' } as const;
  const asked = { service: 'auth', port: 80, address: '10.0.0.1' };
  const externalAuth = { serviceId: 'auth', port: 80 };

  /** The last two rules of a route of Traefik with branches, and all of its rules. */
  const probed = (policies: readonly Branch['policy'][]) => {
    const all = policies.map((policy, index) =>
      branchOf({ headers: { a: `${index}` }, policy, ...(policy.externalAuth && { externalAuth: asked }) }),
    );
    const { objects } = traefik.render(groupOf({ branches: all }));
    const route = withProbe(objects[0], onTraefik, objects);
    return { route, rules: rulesOf(route) as HttpRouteRule[] };
  };

  it('comes before the other one, with one more header, and with the filters of all branches that ask nobody', () => {
    const { route, rules } = probed([
      { basicAuth: { secretName: 'one' }, rateLimit: limit },
      { basicAuth: { secretName: 'two' }, externalAuth },
    ]);
    const [guarded, plain] = rules.slice(-2);
    expect(guarded?.matches).toEqual([
      {
        ...plain?.matches[0],
        headers: [
          ...(plain?.matches[0]?.headers ?? []),
          { name: 'x-stoa-probe-guards', type: 'Exact', value: 'yes' },
        ],
      },
    ]);
    expect(guarded?.filters?.map(({ type }) => type)).toEqual([
      'ExtensionRef',
      'ExtensionRef',
      'RequestRedirect',
    ]);
    expect(plain?.filters).toHaveLength(1);
    expect(questionOf(stored(route), onTraefik)).toMatchObject({
      guarded: true,
      hash: probeHash(route.draft.spec),
    });
  });

  it.each<[string, Branch['policy'][]]>([
    ['there are none', [{}]],
    ['they count requests only', [{ rateLimit: limit }]],
    ['they ask a component only', [{ externalAuth }]],
  ])('is left out where %s', (_, policies) => {
    const { route } = probed(policies);
    expect(questionOf(stored(route), onTraefik)).toMatchObject({ guarded: false });
  });

  it('is left out where the route has room for one rule only', () => {
    const { route, rules } = probed(Array.from({ length: 14 }, () => ({ basicAuth: { secretName: 'one' } })));
    expect(rules).toHaveLength(16);
    expect(questionOf(stored(route), onTraefik)).toMatchObject({ guarded: false });
  });
});

describe('the question', () => {
  it('is the one that the rule answers', () => {
    const route = withProbe(routeOf(), gateway, []);
    const { listener, host, path, key, hash } = questionOf(stored(route), gateway) ?? {};
    expect({ listener, host }).toEqual({ listener: 'http', host: 'shop.example.com' });
    expect(rulesOf(route)[1]).toMatchObject({
      matches: [{ path: { value: path }, headers: [{ value: key }] }],
      filters: [{ requestRedirect: { hostname: `${hash}.probe.invalid` } }],
    });
  });

  it('for a wildcard names a host below it', () => {
    const route = withProbe(routeOf({ host: '*.example.com' }), gateway, []);
    expect(questionOf(stored(route), gateway)?.host).toBe('stoa-probe.example.com');
  });

  it.each([
    ['name', { name: 'other' }],
    ['namespace', { namespace: 'other' }],
  ])('of a route with another %s has another key', (_, metadata) => {
    const keys = [{}, metadata].map(
      (each) => questionOf(stored(withProbe(routeOf(each), gateway, [])), gateway)?.key,
    );
    expect(new Set(keys).size).toBe(2);
  });

  it('of another Gateway has another key, and its route another hash', () => {
    const object = gateway.object && {
      ...gateway.object,
      metadata: { ...gateway.object.metadata, uid: 'other' },
    };
    const other = { ...gateway, ...(object === undefined ? {} : { object }) };
    const route = withProbe(routeOf(), gateway, []);
    expect(questionOf(stored(route), other)?.key).not.toBe(questionOf(stored(route), gateway)?.key);
    expect(probeHash(withProbe(routeOf(), other, []).draft.spec)).not.toBe(probeHash(route.draft.spec));
  });

  it('goes to the key of the route, whatever somebody wrote into its rule', () => {
    const route = stored(withProbe(routeOf(), gateway, []));
    const text = JSON.stringify(route).replace(/"value":"[0-9a-f]{32}"/, '"value":"chosen"');
    expect(questionOf(JSON.parse(text) as HttpRoute, gateway)).toEqual(questionOf(route, gateway));
  });

  it('is none for a route without the rule', () => {
    expect(questionOf(stored(routeOf()), gateway)).toBeUndefined();
  });
});
