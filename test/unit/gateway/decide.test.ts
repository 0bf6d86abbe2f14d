import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decision, decide, type Observed } from '../../../src/gateway/decide.ts';
import { routeName } from '../../../src/gateway/name.ts';
import { parseRule } from '../../../src/gateway/rule.ts';
import type { Service } from '../../../src/objects/core.ts';
import type { HttpRoute } from '../../../src/objects/gatewayapi.ts';
import type { GatewayRule } from '../../../src/objects/stoa.ts';
import { gatewayOf, ruleOf, serviceOf } from '../../support/rules.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const gatewayName = { namespace: 'stoa-system', name: 'stoa' };
const web = serviceOf('web', [{ port: 8080 }]);

/** What is seen of a rule that shares its route with nobody. */
function seen(rule: GatewayRule, services: readonly Service[], stored?: HttpRoute): Observed {
  const parsed = parseRule(rule);
  const name = parsed.type === 'accepted' ? parsed.rule.route : 'none';
  const view = { name, rules: [{ object: rule, services }], ...(stored ? { stored } : {}) };
  return {
    rule,
    inTeam: true,
    services,
    routes: parsed.type === 'accepted' || stored ? [view] : [],
    gatewayName,
    gateway: gatewayOf(),
  };
}

/** The route that a decision applies, as the API server and an engine would answer it. */
function served(decision: Decision, engine: 'True' | 'False' = 'True'): HttpRoute {
  const [action] = decision.actions;
  if (action?.type !== 'apply-route') {
    throw new Error('the decision applies no route');
  }
  const { apiVersion, kind, metadata, spec } = action.route;
  const condition = (type: string) => ({
    type,
    status: engine,
    reason: engine === 'True' ? type : 'BackendNotFound',
    message: engine === 'True' ? '' : 'the engine has an objection',
    observedGeneration: 1,
    lastTransitionTime: 't',
  });
  return {
    apiVersion,
    kind,
    metadata: { ...metadata, uid: 'uid-route', resourceVersion: '2', generation: 1, creationTimestamp: 't' },
    spec,
    status: {
      parents: [
        {
          parentRef: { group: 'gateway.networking.k8s.io', kind: 'Gateway', ...gatewayName },
          controllerName: 'example.com/engine',
          conditions: [condition('Accepted'), condition('ResolvedRefs')],
        },
      ],
    },
  };
}

function conditions(decision: Decision): Record<string, string> {
  const list = decision.status?.conditions ?? [];
  return Object.fromEntries(list.map(({ type, status, reason }) => [type, `${status} ${reason}`]));
}

describe('a rule on its way', () => {
  it('gets a route first and waits for the engine', () => {
    const decision = decide(seen(ruleOf(), [web]), NOW);
    expect(decision.actions.map(({ type }) => type)).toEqual(['apply-route']);
    expect(conditions(decision)).toEqual({
      Accepted: 'True Accepted',
      ResolvedRefs: 'True Resolved',
      Programmed: 'False Pending',
      FullyExpressed: 'True FullyExpressed',
      Ready: 'False Pending',
    });
    expect(decision.outcome.type).toBe('waiting');
  });

  it('is ready when the engine has taken the route', () => {
    const rule = ruleOf();
    const route = served(decide(seen(rule, [web]), NOW));
    const decision = decide(seen(rule, [web], route), NOW);
    expect(decision.actions).toEqual([]);
    expect(conditions(decision)).toMatchObject({ Programmed: 'True Programmed', Ready: 'True Ready' });
    expect(decision.outcome.type).toBe('settled');
  });

  it('does nothing at all when everything stands', () => {
    const rule = ruleOf();
    const route = served(decide(seen(rule, [web]), NOW));
    const { status } = decide(seen(rule, [web], route), NOW);
    const settled = status === undefined ? rule : { ...rule, status };
    const again = decide(seen(settled, [web], route), new Date('2026-07-01T00:00:00Z'));
    expect(again).toEqual({ actions: [], outcome: { type: 'settled' } });
  });

  it('restores a route that stood only if its rules still exist', () => {
    const rule = ruleOf();
    const { status } = decide(seen(rule, [web]), NOW);
    const known = status === undefined ? rule : { ...rule, status };
    const decision = decide(seen(known, [web]), NOW);
    expect(decision.actions).toEqual([expect.objectContaining({ type: 'restore-route', rules: [known] })]);
    expect(decision.status).toBeUndefined();
  });

  it('copies what the engine objects to', () => {
    const rule = ruleOf();
    const route = served(decide(seen(rule, [web]), NOW), 'False');
    expect(conditions(decide(seen(rule, [web], route), NOW))).toMatchObject({
      Programmed: 'False BackendNotFound',
      Ready: 'False BackendNotFound',
    });
  });

  it('does not take an answer on an older generation of the route for one on this', () => {
    const rule = ruleOf();
    const route = served(decide(seen(rule, [web]), NOW));
    const edited = { ...route, metadata: { ...route.metadata, generation: 2 } };
    expect(conditions(decide(seen(rule, [web], edited), NOW))).toMatchObject({ Programmed: 'False Pending' });
  });

  it('says when the Gateway is missing or not programmed', () => {
    const observed = seen(ruleOf(), [web]);
    const { gateway: _, ...without } = observed;
    expect(conditions(decide(without, NOW))).toMatchObject({ Ready: 'False GatewayNotFound' });
    const broken = { ...observed, gateway: gatewayOf('False') };
    expect(conditions(decide(broken, NOW))).toMatchObject({ Ready: 'False GatewayNotProgrammed' });
  });
});

describe('a rule that leads nowhere', () => {
  it('names the missing component and has no route', () => {
    const decision = decide(seen(ruleOf(), []), NOW);
    expect(decision.actions).toEqual([]);
    expect(conditions(decision)).toMatchObject({
      ResolvedRefs: 'False ComponentNotFound',
      Ready: 'False ComponentNotFound',
    });
  });

  it('names the ports that the component has', () => {
    const decision = decide(seen(ruleOf({ containerPort: 81 }), [web]), NOW);
    const refs = decision.status?.conditions?.find(({ type }) => type === 'ResolvedRefs');
    expect(refs).toMatchObject({ reason: 'PortNotFound' });
    expect(refs?.message).toContain('no port 81; it has 8080');
  });

  it('loses its route when the component goes', () => {
    const rule = ruleOf();
    const route = served(decide(seen(rule, [web]), NOW));
    expect(decide(seen(rule, [], route), NOW).actions).toEqual([{ type: 'delete-route', route }]);
  });
});

describe('a refused rule', () => {
  it.each([
    ['an invalid host', ruleOf({ domainName: 'UPPER case' }), 'Invalid', 'spec.http.domainName'],
    ['a narrowing condition', ruleOf({ domainCookie: { user: 'beta' } }), 'NotSupported', 'domainCookie'],
  ])('%s is named and stalls', (_, rule, reason, text) => {
    const decision = decide(seen(rule, [web]), NOW);
    expect(conditions(decision)).toMatchObject({
      Accepted: `False ${reason}`,
      Programmed: 'Unknown NotAccepted',
      Ready: `False ${reason}`,
    });
    expect(decision.status?.conditions?.[0]?.message).toContain(text);
    expect(decision.outcome).toEqual({ type: 'stalled', reason });
    expect(decision.actions).toEqual([]);
  });

  it('outside a team is told so, and its route goes', () => {
    const rule = ruleOf();
    const route = served(decide(seen(rule, [web]), NOW));
    const decision = decide({ ...seen(rule, [web], route), inTeam: false }, NOW);
    expect(conditions(decision)).toMatchObject({ Accepted: 'False NamespaceWithoutTeam' });
    expect(decision.actions).toEqual([{ type: 'delete-route', route }]);
  });
});

describe('fields without effect', () => {
  it('are listed, and the rule serves without them', () => {
    const rule = ruleOf({
      certificateId: 7,
      ruleExtensions: [{ key: 'lb-type', value: 'round-robin' }],
      configuration: { proxyReadTimeout: 5 },
    });
    const decision = decide(seen(rule, [web]), NOW);
    const condition = decision.status?.conditions?.find(({ type }) => type === 'FullyExpressed');
    expect(condition?.message).toBe(
      'not in effect: http.certificateId, http.ruleExtensions[lb-type], http.configuration.proxyReadTimeout',
    );
    expect(decision.actions).toHaveLength(1);
  });
});

describe('rules that share a host and path', () => {
  const old = ruleOf({ serviceId: 'a' }, { name: 'old', creationTimestamp: '2025-01-01T00:00:00Z' });
  const young = ruleOf({ serviceId: 'b', theWeight: 20 }, { name: 'young' });
  const services = (rule: GatewayRule) => [serviceOf(rule.spec.http?.serviceId ?? '', [{ port: 8080 }])];

  function shared(
    rule: GatewayRule | undefined,
    rules: readonly GatewayRule[],
    stored?: HttpRoute,
  ): Observed {
    const view = {
      name: routeName('shop.example.com', '/'),
      rules: rules.map((object) => ({ object, services: services(object) })),
      ...(stored ? { stored } : {}),
    };
    const own = rule === undefined ? { services: [] } : { rule, services: services(rule) };
    return { ...own, inTeam: true, routes: [view], gatewayName, gateway: gatewayOf() };
  }

  it('share one route by weight, whichever of them is looked at', () => {
    const fromOld = decide(shared(old, [young, old]), NOW).actions;
    expect(fromOld).toEqual(decide(shared(young, [old, young]), NOW).actions);
    const [action] = fromOld;
    expect(action?.type === 'apply-route' && action.route.spec.rules[0]?.backendRefs).toEqual([
      { name: 'a', port: 8080, weight: 100 },
      { name: 'b', port: 8080, weight: 20 },
    ]);
  });

  it('keep the route when one is deleted, without its part', () => {
    const both = served(decide(shared(old, [old, young]), NOW));
    const [action] = decide(shared(undefined, [young], both), NOW).actions;
    expect(
      action?.type === 'apply-route' && action.route.metadata.ownerReferences.map(({ name }) => name),
    ).toEqual(['young']);
  });

  it('leave a route to the garbage collector when the last is deleted', () => {
    const alone = served(decide(shared(old, [old]), NOW));
    expect(decide(shared(undefined, [], alone), NOW)).toEqual({ actions: [], outcome: { type: 'settled' } });
  });
});

describe('a rule whose host changes', () => {
  it('moves to its new route and removes the old one', () => {
    const before = ruleOf();
    const stored = served(decide(seen(before, [web]), NOW));
    const after = ruleOf({ domainName: 'new.example.com' }, { generation: 2 });
    const observed = seen(after, [web]);
    const left = { name: stored.metadata.name, stored, rules: [] };
    const decision = decide({ ...observed, routes: [...observed.routes, left] }, NOW);
    expect(decision.actions.map(({ type }) => type)).toEqual(['apply-route', 'delete-route']);
  });
});

describe('properties', () => {
  const rules = fc
    .uniqueArray(
      fc.record({ service: fc.constantFrom('a', 'b', 'c'), weight: fc.nat(100), age: fc.nat(3) }),
      {
        minLength: 1,
        maxLength: 5,
        selector: (entry) => JSON.stringify(entry),
      },
    )
    .map((entries) =>
      entries.map(({ service, weight, age }, index) =>
        ruleOf(
          { serviceId: service, theWeight: weight },
          { name: `r${index}`, creationTimestamp: `202${age}-01-01T00:00:00Z` },
        ),
      ),
    );

  it('the order of rules does not matter, and a second look changes nothing', () => {
    fc.assert(
      fc.property(rules, fc.func(fc.nat()), (list, order) => {
        const view = (some: readonly GatewayRule[]) => ({
          name: routeName('shop.example.com', '/'),
          rules: some.map((object) => ({
            object,
            services: [serviceOf(object.spec.http?.serviceId ?? '', [{ port: 8080 }])],
          })),
        });
        const [rule] = list;
        if (rule === undefined) {
          return;
        }
        const observed = { rule, inTeam: true, services: [web], gatewayName, gateway: gatewayOf() };
        const first = decide({ ...observed, routes: [view(list)] }, NOW);
        const shuffled = list.toSorted((a, b) => order(a.metadata.name) - order(b.metadata.name));
        expect(decide({ ...observed, routes: [view(shuffled)] }, NOW)).toEqual(first);
        const stored = served(first);
        expect(decide({ ...observed, routes: [{ ...view(shuffled), stored }] }, NOW).actions).toEqual([]);
      }),
    );
  });
});

it('renders the same name for the same host and path only', () => {
  const host = fc.stringMatching(/^[a-z]{1,3}(\.[a-z]{1,3}){0,2}$/);
  const path = fc.stringMatching(/^\/[a-z/-]{0,6}$/);
  fc.assert(
    fc.property(host, path, host, path, (hostA, pathA, hostB, pathB) => {
      const same = hostA === hostB && pathA === pathB;
      expect(routeName(hostA, pathA) === routeName(hostB, pathB)).toBe(same);
      expect(routeName(hostA, pathA)).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
    }),
  );
  expect(routeName(`*.${'x'.repeat(250)}`, '/')).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
});
