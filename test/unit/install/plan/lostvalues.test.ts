import { expect, it } from 'vitest';
import { LABELS } from '../../../../src/api/group.ts';
import { differInValues, lostValues, usedClaims } from '../../../../src/install/plan/lostvalues.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import { CLAIMS, CONFIG_MAPS } from '../../../../src/objects/core.ts';
import { STATEFUL_SETS } from '../../../../src/objects/workload.ts';
import { type Kept, NOTHING_KEPT } from '../../../../src/source/kept.ts';
import { marketCaches } from '../../../support/marketcaches.ts';
import { component, installOf, plannedObject, planOf } from '../../../support/plans.ts';

function claim(name: string, uid?: string): KubeObject {
  const labels = uid === undefined ? {} : { [LABELS.install]: uid };
  const metadata = {
    name,
    namespace: 'team',
    uid: name,
    resourceVersion: '1',
    creationTimestamp: 't',
    labels,
  };
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata };
}

const SET = plannedObject(STATEFUL_SETS, 'db', {
  spec: { volumeClaimTemplates: [{ metadata: { name: 'data' } }] },
});
const PLAN = {
  ...planOf([[{ ...component('db'), workload: SET }]]),
  shared: [plannedObject(CLAIMS, 'files', {})],
};

it('claims that a plan uses are told: those of the install, of a deleted one, and granted ones', () => {
  const caches = marketCaches([]);
  const other = installOf();
  caches.installs.wrote(installOf());
  caches.installs.wrote({ ...other, metadata: { ...other.metadata, name: 'other', uid: 'other' } });
  const claims = [
    claim('data-db-0', 'gone'),
    claim('data-db-1', 'other'),
    claim('data-db-2'),
    claim('files', 'install-uid'),
    claim('unused', 'gone'),
    claim('data-db-x', 'gone'),
  ];
  expect(usedClaims(caches, installOf(), PLAN, claims)).toEqual(['data-db-0', 'files']);
  const granting = installOf({ grants: { claims: ['data-db-2', 'unused'] } });
  expect(usedClaims(caches, granting, PLAN, claims)).toEqual(['data-db-0', 'data-db-2', 'files']);
});

it('plans with other generated values differ; of a chart, only values of Secrets count', () => {
  const drawn = (data: object, kept: Partial<Kept> = {}) => ({
    plan: { ...PLAN, shared: [plannedObject(CONFIG_MAPS, 'db', { data })] },
    kept: { ...NOTHING_KEPT, ...kept },
  });
  const ofChart = (value: string) => ({
    chart: { seed: value, time: '2026-06-01T12:00:00Z', secrets: { db: { key: value } }, releases: [] },
  });
  expect(differInValues(drawn({ a: 'x' }), drawn({ a: 'x' }))).toBe(false);
  expect(differInValues(drawn({ a: 'x' }), drawn({ a: 'y' }))).toBe(true);
  expect(differInValues(drawn({}, { secrets: { g: 'x' } }), drawn({}, { secrets: { g: 'y' } }))).toBe(true);
  expect(differInValues(drawn({ a: 'x' }, ofChart('1')), drawn({ a: 'y' }, ofChart('1')))).toBe(false);
  expect(differInValues(drawn({}, ofChart('1')), drawn({}, ofChart('2')))).toBe(true);
});

it('the refusal says what is gone, why it matters, and both ways out', () => {
  const { message } = lostValues(installOf(), { type: 'claims', names: ['data-db-0'] });
  expect(message).toBe(
    'the Secret shop-kept with the generated values, such as passwords, is gone, and PersistentVolumeClaim data-db-0 may have data that needs them: restore it from a backup; or, to have new values made, create it empty: kubectl create secret generic shop-kept --namespace=team --type=stoa.dev/kept',
  );
});
