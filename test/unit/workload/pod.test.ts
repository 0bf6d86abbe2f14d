import { expect, it } from 'vitest';
import { diagnosisOf } from '../../../src/workload/diagnosis.ts';
import { trimPod, workloadsOfPod } from '../../../src/workload/pod.ts';
import { POD_STATUS, podOf } from '../../support/workloads.ts';

function ownedBy(kind: string, name: string) {
  return [{ apiVersion: 'x/v1', kind, name, uid: 'o-1', controller: true }];
}

it.each([
  ['ReplicaSet', 'web-api-abc', ['team/Deployment/web-api']],
  ['ReplicaSet', 'made-by-hand', []],
  ['StatefulSet', 'web', ['team/StatefulSet/web']],
  ['DaemonSet', 'web', ['team/DaemonSet/web']],
  ['Job', 'web', ['team/Job/web']],
  ['Job', 'web-29384756', ['team/Job/web-29384756', 'team/CronJob/web']],
  ['Node', 'web', []],
])('a pod of the %s %s belongs to %j', (kind, name, workloads) => {
  expect(workloadsOfPod(podOf('p', {}, { ownerReferences: ownedBy(kind, name) }))).toEqual(workloads);
});

it('a pod without a controller belongs to no workload', () => {
  const other = [{ apiVersion: 'v1', kind: 'StatefulSet', name: 'web', uid: 'o-1' }];
  expect(workloadsOfPod(podOf('p', {}, { ownerReferences: other }))).toEqual([]);
});

it('the cached form of a ready pod keeps its owner and labels, and little else', () => {
  const labels = { 'pod-template-hash': 'abc', 'stoa.dev/app-id': '1', team: 'x' };
  const pod = podOf(
    'p',
    { ...POD_STATUS.crashing, ...POD_STATUS.ready },
    { labels, annotations: { a: 'b' } },
  );
  const brief = trimPod({ ...pod, spec: { nodeName: 'n', containers: [{ name: 'main', image: 'i' }] } });
  expect(workloadsOfPod(brief)).toEqual(['team/Deployment/web']);
  expect(brief.metadata.labels).toEqual(labels);
  expect(brief.metadata.annotations).toBeUndefined();
  expect(brief.spec).toEqual({ containers: [] });
  expect(brief.status?.containerStatuses).toEqual([]);
});

it('the cached form of a broken pod keeps its diagnosis', () => {
  const pod = podOf('p', POD_STATUS.crashing);
  expect(diagnosisOf([trimPod(pod)])).toEqual(diagnosisOf([pod]));
});
