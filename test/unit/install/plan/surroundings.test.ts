import { expect, it } from 'vitest';
import { surroundingsOf } from '../../../../src/install/plan/modelplan.ts';
import type { Application } from '../../../../src/objects/stoa.ts';
import { marketCaches } from '../../../support/marketcaches.ts';
import { installOf, PINNED } from '../../../support/plans.ts';

it('has the storage classes of the cluster and the settings of the operator', () => {
  const caches = marketCaches([]);
  for (const [name, isDefault] of [
    ['fast', 'false'],
    ['standard', 'true'],
  ] as const) {
    const annotations = { 'storageclass.kubernetes.io/is-default-class': isDefault };
    const metadata = { name, uid: name, resourceVersion: '1', creationTimestamp: 't', annotations };
    const provisioner = `example.com/${name}`;
    caches.storageClasses?.wrote({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata,
      provisioner,
    });
  }
  const application = { metadata: { name: 'app' }, spec: { id: 1 } } as Application;
  const storage = { classes: { local: 'fast' }, readWriteMany: ['standard'] };
  expect(
    surroundingsOf(
      caches,
      { install: installOf(), application, template: PINNED },
      { storage, nodeLabels: {} },
    ),
  ).toMatchObject({
    storageClasses: [
      { name: 'fast', isDefault: false, provisioner: 'example.com/fast' },
      { name: 'standard', isDefault: true, provisioner: 'example.com/standard' },
    ],
    storage,
  });
});
