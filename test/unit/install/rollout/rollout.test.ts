import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../../src/base/fields.ts';
import type { Plan } from '../../../../src/install/plan/plan.ts';
import { rolloutOf } from '../../../../src/install/rollout/rollout.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import { CONFIG_MAPS } from '../../../../src/objects/core.ts';
import { ROLE_BINDINGS, ROLES } from '../../../../src/objects/installable.ts';
import { Cluster, component, plannedObject, planOf } from '../../../support/plans.ts';

/** Writes everything that is due, until nothing is. */
function carryOut(cluster: Cluster, plan: Plan, deploy = true) {
  for (let pass = 0; pass < 10; pass += 1) {
    const rollout = rolloutOf(plan, deploy, cluster.stored);
    if (rollout.stages.length === 0) {
      return rollout;
    }
    for (const each of rollout.stages.flat()) {
      cluster.apply(each);
    }
  }
  throw new Error('the roll-out never ends');
}

const PLAN = planOf([[component('db')], [component('web', ['db']), component('api', ['db'])]], {
  rules: ['web'],
});

describe('a rollout', () => {
  it('creates all objects at once, and starts only the first wave', () => {
    const cluster = new Cluster();
    const { wave, complete } = carryOut(cluster, PLAN);
    expect(cluster.has(PLAN)).toBe(true);
    expect(cluster.running()).toEqual({ db: 'db:1' });
    expect([wave, complete]).toEqual([1, false]);
  });

  it('applies referenced objects first, and rules last', () => {
    const { stages } = rolloutOf(PLAN, true, new Cluster().stored);
    expect(stages.map((stage) => [...new Set(stage.map(({ resource }) => resource.kind))])).toEqual([
      ['Service'],
      ['Deployment'],
      ['GatewayRule'],
    ]);
  });

  it('begins a wave when the one before is ready', () => {
    const cluster = new Cluster();
    carryOut(cluster, PLAN);
    cluster.ready('db');
    expect(carryOut(cluster, PLAN)).toMatchObject({ wave: 2, complete: false });
    expect(Object.keys(cluster.running())).toEqual(['db', 'web', 'api']);
    cluster.ready('web');
    cluster.ready('api');
    expect(carryOut(cluster, PLAN)).toMatchObject({ wave: 2, complete: true, stages: [] });
  });

  it('is not complete while somebody deletes an object, and makes it again', () => {
    const cluster = new Cluster();
    carryOut(cluster, PLAN);
    for (const name of ['db', 'web', 'api']) {
      cluster.ready(name);
      carryOut(cluster, PLAN);
    }
    const service = cluster.objects.get('Service/web') as KubeObject;
    const metadata = { ...service.metadata, deletionTimestamp: '2026-06-01T13:00:00Z' };
    cluster.objects.set('Service/web', { ...service, metadata });
    const rollout = carryOut(cluster, PLAN);
    expect(rollout).toMatchObject({ complete: false, stages: [] });
    expect(rollout.leaving.map(({ draft }) => draft.metadata.name)).toEqual(['web']);
    cluster.objects.delete('Service/web');
    expect(carryOut(cluster, PLAN)).toMatchObject({ complete: true, leaving: [] });
    expect(cluster.has(PLAN)).toBe(true);
  });

  it('does not wait for a component that is to have no pods', () => {
    const none = component('db');
    const { resource, draft } = none.workload;
    const spec = { ...fieldsOf(draft.spec), replicas: 0 };
    const plan = planOf([
      [{ ...none, workload: { resource, draft: { ...draft, spec } } }],
      [component('web', ['db'])],
    ]);
    const cluster = new Cluster();
    carryOut(cluster, plan);
    cluster.ready('db');
    expect(carryOut(cluster, plan)).toMatchObject({ wave: 2 });
    expect(cluster.running()).toEqual({ web: 'web:1' });
  });

  it('stops every workload without deploy', () => {
    const cluster = new Cluster();
    expect(carryOut(cluster, PLAN, false).complete).toBe(true);
    expect(cluster.running()).toEqual({});
    carryOut(cluster, PLAN);
    expect(cluster.running()).toEqual({ db: 'db:1' });
    expect(carryOut(cluster, PLAN, false).complete).toBe(true);
    expect(cluster.running()).toEqual({});
  });

  it('leaves later waves of an upgrade running until their turn', () => {
    const cluster = new Cluster();
    carryOut(cluster, PLAN);
    cluster.ready('db');
    carryOut(cluster, PLAN);
    cluster.ready('web');
    cluster.ready('api');
    const next = planOf([
      [component('db', [], 'db:2')],
      [component('web', ['db'], 'web:2'), component('api', ['db'], 'api:2')],
    ]);
    carryOut(cluster, next);
    expect(cluster.running()).toEqual({ db: 'db:2', web: 'web:1', api: 'api:1' });
    cluster.ready('db');
    carryOut(cluster, next);
    expect(cluster.running()).toEqual({ db: 'db:2', web: 'web:2', api: 'api:2' });
  });

  it('applies RoleBindings after their Roles', () => {
    const shared = [ROLE_BINDINGS, ROLES].map((resource) => plannedObject(resource, 'x', {}));
    const { stages } = rolloutOf({ ...planOf([]), shared }, true, new Cluster().stored);
    expect(stages.map((stage) => stage.map(({ resource }) => resource.kind))).toEqual([
      ['Role'],
      ['RoleBinding'],
    ]);
  });

  it('changes shared objects with their wave, and makes the missing ones at once', () => {
    const config = (name: string, of: string) => plannedObject(CONFIG_MAPS, name, { data: { of } });
    const of = (version: string, ...names: string[]): Plan => ({
      ...planOf([[component('hook')], [component('web', ['hook'])]]),
      shared: names.map((name) => config(name, version)),
      sharedWave: 2,
    });
    const cluster = new Cluster();
    carryOut(cluster, of('1', 'a'));
    const due = (plan: Plan) =>
      rolloutOf(plan, true, cluster.stored)
        .stages.flat()
        .map(({ draft }) => draft.metadata.name);
    const next = of('2', 'a', 'b');
    expect(due(next)).toEqual(['b']);
    cluster.ready('hook');
    expect(due(next)).toContain('a');
  });

  it('creates deleted objects again, in any wave', () => {
    const cluster = new Cluster();
    carryOut(cluster, PLAN);
    cluster.objects.delete('Service/web');
    carryOut(cluster, PLAN);
    expect(cluster.has(PLAN)).toBe(true);
  });

  it('never runs a component before its wave, in whatever order workloads become ready', () => {
    const names = ['a', 'b', 'c', 'd'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...names), { maxLength: 12 }), (order) => {
        const plan = planOf([[component('a')], [component('b'), component('c')], [component('d')]]);
        const cluster = new Cluster();
        const ready = new Set<string>();
        carryOut(cluster, plan);
        for (const name of order) {
          const runs = name in cluster.running();
          cluster.ready(name);
          if (runs) {
            ready.add(name);
          }
          carryOut(cluster, plan);
          const running = Object.keys(cluster.running());
          expect(running.includes('b')).toBe(ready.has('a'));
          expect(running.includes('d')).toBe(['a', 'b', 'c'].every((each) => ready.has(each)));
        }
      }),
    );
  });
});
