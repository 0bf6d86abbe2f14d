import { expect, it } from 'vitest';
import { surroundingsOf } from '../../../../src/install/plan/modelplan.ts';
import type { Application } from '../../../../src/objects/stoa.ts';
import { marketCaches } from '../../../support/marketcaches.ts';
import { installOf, PINNED } from '../../../support/plans.ts';

it.each([
  ['failure', 'way-back'],
  ['held', 'way-back'],
  ['neither', 'upgrade'],
])('has the course of the version before where the upgrade has %s', (fate, course) => {
  const install = installOf();
  const { metadata, status } = install;
  const upgrade = { generation: metadata.generation ?? 1, startedAt: '2026-06-01T12:00:00Z', [fate]: 'why' };
  const serving = { ...PINNED, powers: undefined };
  const served = { ...install, status: { ...status, serving, upgrade } };
  const application = { metadata: { name: 'app' }, spec: { id: 1 } } as Application;
  expect(
    surroundingsOf(
      marketCaches([]),
      { install: served, application, template: PINNED },
      { storage: { classes: {}, readWriteMany: [] }, nodeLabels: {} },
    ).course,
  ).toBe(course);
});

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
