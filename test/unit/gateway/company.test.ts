import { beforeEach, describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../src/base/fields.ts';
import { httpsListenerName } from '../../../src/gateway/listeners/name.ts';
import type { KubeObject, ManagedFields } from '../../../src/kube/object.ts';
import type { Gateway } from '../../../src/objects/gatewayapi.ts';
import { HTTP_ROUTES, type HttpRoute } from '../../../src/objects/httproute.ts';
import { fieldSetOf } from '../../support/managedfields.ts';
import { openServiceOf, ruleOf, secretOf } from '../../support/rules.ts';
import { Simulation } from '../../support/simulation.ts';

const LISTENER = httpsListenerName('shop.example.com');

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

/** Fields of a Gateway that Stoa owns, as far as the test changes them. */
type OwnedListeners = {
  'f:spec': { 'f:listeners': Record<string, { 'f:port'?: unknown }> };
};

describe('a listener', () => {
  const gateway = () => world.caches.gateways.store.list()[0] as Gateway;

  /** Lets another client take the ports of listeners by force. */
  function takePorts(names: readonly string[] = [LISTENER]): void {
    const { metadata, spec } = gateway();
    const [own] = metadata.managedFields ?? [];
    const fieldsV1 = structuredClone(own?.fieldsV1) as OwnedListeners;
    for (const name of names) {
      delete fieldsV1['f:spec']['f:listeners'][`k:${JSON.stringify({ name })}`]?.['f:port'];
    }
    const managedFields = [{ ...own, fieldsV1 } as ManagedFields, RIVAL];
    const listeners = spec.listeners.map((each) =>
      names.includes(each.name) ? { ...each, port: 8443 } : each,
    );
    world.gateway({ metadata: { ...metadata, managedFields }, spec: { ...spec, listeners } });
  }

  function served(): unknown {
    return gateway().spec.listeners.find(({ name }) => name === LISTENER)?.port;
  }

  beforeEach(() => {
    world.secret(secretOf(1, ['shop.example.com']));
    world.rule(ruleOf({ certificateId: 1 }));
    world.settle();
    world.writes.length = 0;
  });

  it('is corrected once, then left to the client that takes it again, and its rule says so', () => {
    takePorts();
    world.settle();
    expect([served(), world.conditions('rule').Programmed]).toEqual([443, 'True Programmed']);
    takePorts();
    world.settle();
    expect([served(), world.conditions('rule').Programmed]).toEqual([8443, 'False ListenerContested']);
    expect(world.message('rule', 'Programmed')).toContain(
      `Gateway stoa: another client changes spec.listeners[name=${LISTENER}].port`,
    );
  });

  it('is applied as usual while another one is contested', () => {
    takePorts();
    world.settle();
    takePorts();
    world.settle();
    world.secret(secretOf(2, ['other.example.com']));
    world.rule(ruleOf({ domainName: 'other.example.com', certificateId: 2 }, { name: 'other' }));
    world.settle();
    expect(world.conditions('other').Programmed).toBe('True Programmed');
  });

  it('is told by its rule when many are contested', () => {
    const numbers = [2, 3, 4, 5];
    for (const number of numbers) {
      const domainName = `other${number}.example.com`;
      world.secret(secretOf(number, [domainName]));
      world.rule(ruleOf({ domainName, certificateId: number }, { name: `rule${number}` }));
    }
    world.settle();
    const names = gateway()
      .spec.listeners.map(({ name }) => name)
      .filter((name) => name !== 'http');
    for (const _ of ['corrected', 'left']) {
      takePorts(names);
      world.settle();
    }
    const told = ['rule', ...numbers.map((number) => `rule${number}`)].map(
      (name) => world.conditions(name).Programmed,
    );
    expect(told).toEqual(Array(5).fill('False ListenerContested'));
  });

  it('is not written again for what another client adds to the Gateway', () => {
    const { metadata, spec } = gateway();
    const listeners = spec.listeners.map((each) => ({ ...each, options: { 'example.com/option': 'x' } }));
    world.gateway({ metadata, spec: { ...spec, listeners, infrastructure: {} } as Gateway['spec'] });
    expect(world.listen()).toEqual([]);
  });
});

/** Draft from which a route was applied: what the simulation has stored, without what the API server adds. */
function draftOf({ metadata: { name, namespace, labels, ownerReferences }, ...content }: KubeObject) {
  return { ...content, metadata: { name, namespace, labels, ownerReferences } } as never;
}
