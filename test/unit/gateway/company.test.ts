import { beforeEach, describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../src/base/fields.ts';
import type { KubeObject, ManagedFields } from '../../../src/kube/object.ts';
import { HTTP_ROUTES, type HttpRoute } from '../../../src/objects/httproute.ts';
import { fieldSetOf } from '../../support/managedfields.ts';
import { openServiceOf, ruleOf } from '../../support/rules.ts';
import { Simulation } from '../../support/simulation.ts';

let world: Simulation;

beforeEach(() => {
  world = new Simulation();
  world.service(openServiceOf('web'));
  world.rule(ruleOf());
  world.settle();
  world.writes.length = 0;
});

/** Stores the only route as another client, or admission, has changed it. */
function changeRoute(
  change: (route: HttpRoute) => object,
  managedFields: (own: ManagedFields) => ManagedFields[],
): void {
  const { cache } = world.caches.owned.find(({ resource }) => resource === HTTP_ROUTES) ?? {};
  const [route] = world.standing('HTTPRoute') as HttpRoute[];
  const [own] = route?.metadata.managedFields ?? [];
  if (route === undefined || own === undefined) {
    throw new Error('there is no route');
  }
  const metadata = { ...route.metadata, managedFields: managedFields(own), resourceVersion: `${Date.now()}` };
  cache?.store.put({ ...route, ...change(route), metadata } as KubeObject);
}

const RIVAL: ManagedFields = {
  manager: 'rival',
  operation: 'Update',
  fieldsV1: fieldSetOf({ spec: { hostnames: ['x'] } }),
};

/** Lets another client take the host of the route by force. */
function takeHost(): void {
  changeRoute(
    ({ spec }) => ({ spec: { ...spec, hostnames: ['rival.example.com'] } }),
    ({ fieldsV1, ...own }) => {
      const { 'f:hostnames': _taken, ...spec } = fieldsOf(fieldsV1?.['f:spec']);
      return [{ ...own, fieldsV1: { ...fieldsV1, 'f:spec': spec } }, RIVAL];
    },
  );
}

describe('a route', () => {
  it('is in place as admission has made it: it is applied no more, and the rule stays ready', () => {
    const rewrite = () =>
      changeRoute(
        ({ spec }) => ({ spec: { ...spec, hostnames: ['policy.example.com'] } }),
        (own) => [own],
      );
    rewrite();
    // Another process, which has not seen the answer, applies it once.
    const [rewritten] = world.standing('HTTPRoute');
    world.reconcile('team/rule');
    expect(world.writes).toEqual([expect.stringContaining('apply HTTPRoute')]);
    const [applied] = world.standing('HTTPRoute');
    if (applied !== undefined && rewritten !== undefined) {
      world.from.applies.noteAnswer(draftOf(applied), rewritten, undefined);
    }
    rewrite();
    world.writes.length = 0;
    expect(world.reconcile('team/rule').actions).toEqual([]);
  });

  it('is corrected once, then left to the client that takes it again, and the rule says so', () => {
    takeHost();
    expect(world.reconcile('team/rule').actions.map(({ type }) => type)).toEqual(['apply']);
    takeHost();
    const { actions, outcome } = world.reconcile('team/rule');
    expect(actions).toEqual([]);
    expect(outcome.type).toBe('waiting');
    expect(world.conditions('rule').Programmed).toBe('False RouteContested');
    expect(world.message('rule', 'Programmed')).toContain('rival changes spec.hostnames');
  });
});

/** Draft from which a route was applied: what the simulation has stored, without what the API server adds. */
function draftOf({ metadata: { name, namespace, labels, ownerReferences }, ...content }: KubeObject) {
  return { ...content, metadata: { name, namespace, labels, ownerReferences } } as never;
}
