import { expect, it } from 'vitest';
import { createComponentCaches } from '../../../../src/component/caches.ts';
import { Cache } from '../../../../src/controller/cache.ts';
import type { KubeClient } from '../../../../src/kube/client.ts';
import { createCaches } from '../../../../src/market/caches.ts';
import { surroundingsOf } from '../../../../src/market/plan/surroundings.ts';
import { NAMESPACES } from '../../../../src/objects/core.ts';
import type { Application } from '../../../../src/objects/stoa.ts';
import { silent } from '../../../support/log.ts';
import { installOf } from '../../../support/plans.ts';

it('knows which storage class of the cluster is the default', () => {
  const scope = { client: {} as KubeClient, log: silent };
  const namespaces = new Cache({ ...scope, resource: NAMESPACES, indexes: {} });
  const caches = { ...createComponentCaches(scope), namespaces, ...createCaches(scope, []) };
  for (const [name, isDefault] of [
    ['fast', 'false'],
    ['standard', 'true'],
  ] as const) {
    const annotations = { 'storageclass.kubernetes.io/is-default-class': isDefault };
    const metadata = { name, uid: name, resourceVersion: '1', creationTimestamp: 't', annotations };
    caches.storageClasses?.wrote({ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata });
  }
  const application = { metadata: { name: 'app' }, spec: { id: 1 } } as Application;
  expect(surroundingsOf(caches, installOf(), application, { nodeLabels: {} }).storageClasses).toEqual([
    { name: 'fast', isDefault: false },
    { name: 'standard', isDefault: true },
  ]);
});
