import { expect, it } from 'vitest';
import type { InventoryItem } from '../../../../src/api/marketinstall.ts';
import { templateDigest } from '../../../../src/install/diff.ts';
import { endedJobs } from '../../../../src/install/rollout/ended.ts';
import { rolloutOf } from '../../../../src/install/rollout/rollout.ts';
import { storedObjects } from '../../../../src/install/storedobjects.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import { JOBS } from '../../../../src/objects/workload.ts';
import type { JobEnd } from '../../../../src/source/content.ts';
import { Cluster, component, plannedObject, planOf } from '../../../support/plans.ts';

const JOB = plannedObject(JOBS, 'migrate', { spec: { template: { spec: { containers: [] } } } });

const CONDITIONS = { done: 'Complete', failed: 'Failed' } as const;

/** Jobs to delete of a plan whose only Job has ended, as the status tells or not. */
function ended(
  end: JobEnd | undefined,
  deletedAfter: readonly JobEnd[],
  { told = true, deploy = true }: { told?: boolean; deploy?: boolean } = {},
) {
  const plan = planOf([[{ ...component('migrate'), workload: JOB, objects: [], deletedAfter }]]);
  const cluster = new Cluster();
  for (const each of rolloutOf(plan, true, cluster.stored).stages.flat()) {
    cluster.apply(each);
  }
  const stored = cluster.objects.get('Job/migrate') as KubeObject;
  const conditions = end === undefined ? [] : [{ type: CONDITIONS[end], status: 'True' }];
  cluster.objects.set('Job/migrate', { ...stored, status: { conditions } } as KubeObject);
  const { uid } = stored.metadata;
  const template = templateDigest(JOB) ?? '';
  const item: InventoryItem = { group: 'batch', version: 'v1', kind: 'Job', name: 'migrate', uid, template };
  const before = told ? [{ ...item, ...(end === 'failed' ? { failed: true } : {}) }] : [item];
  const objects = storedObjects(cluster.find, before, cluster.applies);
  return endedJobs(rolloutOf(plan, deploy, objects), deploy, objects);
}

it.each<[JobEnd | undefined, readonly JobEnd[], number]>([
  ['done', ['done'], 1],
  ['failed', ['done', 'failed'], 1],
  ['failed', ['done'], 0],
  ['done', [], 0],
  [undefined, ['done', 'failed'], 0],
])('are those that have %s, where their policy is %j', (end, deletedAfter, count) => {
  expect(ended(end, deletedAfter)).toHaveLength(count);
});

it('are deleted once the status tells of their end', () => {
  expect(ended('failed', ['failed'], { told: false }).map(({ isTold }) => isTold)).toEqual([false]);
  expect(ended('failed', ['failed']).map(({ isTold }) => isTold)).toEqual([true]);
});

it('are none where nothing runs', () => {
  expect(ended('done', ['done'], { deploy: false })).toEqual([]);
});
