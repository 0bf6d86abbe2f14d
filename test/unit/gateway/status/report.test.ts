import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../../src/api/condition.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import type { Gateway, Route } from '../../../../src/objects/gatewayapi.ts';
import { type EngineReport, engineReports } from '../../../support/engines.ts';
import { openServiceOf, ruleOf } from '../../../support/rules.ts';
import { Simulation } from '../../../support/simulation.ts';

const ENGINES = engineReports();

/** A rule that has settled, on an engine that then reports something. */
function told(controller: string, { of, generation = 1, http = {}, ...said }: EngineReport): Simulation {
  const conditions = said.conditions.map((each) => ({ ...each, lastTransitionTime: 't' }));
  const world = new Simulation();
  world.engine(controller);
  world.service(openServiceOf('web'));
  world.rule(ruleOf(http));
  world.settle();
  if (of === 'gateway' || of === 'listener') {
    const [gateway] = world.caches.gateways.store.list();
    const metadata = { ...(gateway as Gateway).metadata, generation };
    world.gateway({
      metadata,
      status: of === 'gateway' ? { conditions } : { listeners: [{ name: 'http', conditions }] },
    });
  } else {
    report(world, of, generation, conditions);
  }
  world.reconcile('team/rule');
  return world;
}

function report(
  world: Simulation,
  of: 'route' | 'policy',
  generation: number,
  conditions: readonly Condition[],
) {
  const stored = world.caches.owned.flatMap(({ cache }) =>
    cache.store.list().map((object) => ({ cache, object })),
  );
  const chosen = stored.filter(({ object: { kind } }) =>
    of === 'route' ? kind === 'HTTPRoute' : kind.endsWith('Policy'),
  );
  expect(chosen).not.toEqual([]);
  for (const { cache, object } of chosen) {
    const { status } = object as Route;
    const parents = (status?.parents ?? []).map((parent) => ({ ...parent, conditions }));
    const said: KubeObject & { readonly status: object } = {
      ...object,
      metadata: { ...object.metadata, generation, resourceVersion: '1000' },
      status: of === 'route' ? { parents } : { ancestors: [{ conditions }] },
    };
    cache.store.put(said);
  }
}

describe.each(ENGINES)('$engine', ({ controller, reports }) => {
  it.each(reports)('$of: $asked', (each) => {
    const world = told(controller, each);
    expect(world.conditions('rule')).toMatchObject(each.rule);
    for (const [type, text] of Object.entries(each.says ?? {})) {
      expect(world.message('rule', type)).toContain(text);
    }
    for (const field of each.fields ?? []) {
      expect(world.message('rule', 'FullyExpressed')).toContain(`spec.${field}: `);
    }
  });
});

it('a report that stays the same leads to no further write', () => {
  for (const { controller, reports } of ENGINES) {
    for (const each of reports) {
      const world = told(controller, each);
      expect(world.reconcile('team/rule').status).toBeUndefined();
    }
  }
});

it('a refused policy is told only to the rules whose fields it carries', () => {
  const world = new Simulation();
  world.engine('gateway.envoyproxy.io/gatewayclass-controller');
  world.service(openServiceOf('web'), openServiceOf('next'));
  const creationTimestamp = '2025-01-01T00:00:00Z';
  world.rule(
    ruleOf({ configuration: { proxyConnectTimeout: 5 } }, { name: 'old', creationTimestamp }),
    ruleOf({ serviceId: 'next' }, { name: 'young' }),
  );
  world.settle();
  const refused = {
    type: 'Accepted',
    status: 'False' as const,
    reason: 'Invalid',
    message: 'no',
    lastTransitionTime: 't',
  };
  report(world, 'policy', 1, [refused]);
  world.settle();
  expect(world.message('old', 'FullyExpressed')).toContain('proxyConnectTimeout: the engine says of');
  expect(world.message('young', 'FullyExpressed')).not.toContain('the engine says');
});
