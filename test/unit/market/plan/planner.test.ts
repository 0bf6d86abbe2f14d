import { expect, it } from 'vitest';
import { fieldAt } from '../../../../src/base/fields.ts';
import { createComponentCaches } from '../../../../src/component/caches.ts';
import { Cache } from '../../../../src/controller/cache.ts';
import type { KubeClient } from '../../../../src/kube/client.ts';
import { KubeError } from '../../../../src/kube/error.ts';
import type { KubeObject, ObjectDraft } from '../../../../src/kube/object.ts';
import type { Resource } from '../../../../src/kube/resource.ts';
import { cacheOf, createCaches, type MarketCaches } from '../../../../src/market/caches.ts';
import { Planner } from '../../../../src/market/plan/planner.ts';
import { pinOf } from '../../../../src/market/template/pin.ts';
import type { Writer } from '../../../../src/market/writer.ts';
import { NAMESPACES, SECRETS } from '../../../../src/objects/core.ts';
import { STATEFUL_SETS } from '../../../../src/objects/workload.ts';
import { applicationOf } from '../../../support/applications.ts';
import { silent } from '../../../support/log.ts';
import { installOf, plannedObject } from '../../../support/plans.ts';
import { app, templateOf } from '../../../support/template.ts';

const PLANNER = new Planner({
  offeredPorts: () => [],
  portStanding: () => 'free',
  portsLeft: () => 0,
  domain: undefined,
  storage: { classes: {}, readWriteMany: [] },
  nodeLabels: {},
});

/** Account that stores Secrets, and a client that finds nothing foreign. */
function writerOf(caches: MarketCaches): Writer {
  const secrets = new Map<string, KubeObject>();
  const store = async (_: Resource, draft: ObjectDraft) => {
    const metadata = { ...draft.metadata, uid: draft.metadata.name, resourceVersion: `${secrets.size + 1}` };
    const stored = { ...draft, metadata: { ...metadata, creationTimestamp: 't' } } as KubeObject;
    secrets.set(draft.metadata.name, stored);
    return stored;
  };
  const get = async (_: Resource, { name }: { readonly name: string }) => {
    const found = secrets.get(name);
    if (found === undefined) {
      throw new KubeError({ type: 'not-found' }, name);
    }
    return found;
  };
  return {
    caches,
    account: { get, create: store, replace: store, apply: store },
    client: { listMetadata: async () => [] },
    budget: { run: (work: () => unknown) => work() },
    signal: new AbortController().signal,
  } as unknown as Writer;
}

it('a plan that waits does not outlive the StatefulSet whose Service it has', async () => {
  const scope = { client: {} as KubeClient, log: silent };
  const namespaces = new Cache<KubeObject, never>({ ...scope, resource: NAMESPACES, indexes: {} });
  const made = createCaches(scope, [SECRETS, STATEFUL_SETS]);
  const caches: MarketCaches = { ...createComponentCaches(scope), namespaces, ...made };
  const install = installOf();
  caches.installs.wrote(install);
  const writer = writerOf(caches);
  const pin = await pinOf(install, {
    template: templateOf([app('db', { extend_method: 'state_multiple' })]),
  });
  if (pin === undefined) {
    throw new Error('the template does not fit');
  }
  await writer.account.apply(SECRETS, pin.draft, 'test');
  const { draft } = plannedObject(STATEFUL_SETS, 'shop-db', { spec: { serviceName: 'gr123456-pods' } });
  const metadata = { ...draft.metadata, uid: 'set', resourceVersion: '1', creationTimestamp: 't' };
  const stored = { ...draft, metadata } as KubeObject;
  const serviceName = async () => {
    const planned = await PLANNER.planFor(writer, install, applicationOf(), pin.pinned);
    expect(planned.type).toBe('planned');
    const { waves, sets } = planned.type === 'planned' ? planned.plan : { waves: [] };
    const [workload] = waves.flat();
    return [fieldAt(workload?.workload.draft, ['spec', 'serviceName']), sets?.get('shop-db')];
  };
  cacheOf(caches, STATEFUL_SETS)?.wrote(stored);
  expect(await serviceName()).toEqual(['gr123456-pods', 'set']);
  cacheOf(caches, STATEFUL_SETS)?.deleted(stored);
  expect(await serviceName()).toEqual(['shop-db', undefined]);
});
