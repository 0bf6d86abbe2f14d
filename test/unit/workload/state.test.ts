import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPONENT_STATES } from '../../../src/api/application.ts';
import { type Pod, WORKLOADS, type Workload, type WorkloadKind } from '../../../src/objects/workload.ts';
import { replicasOf, stateOf } from '../../../src/workload/state.ts';
import { POD_STATUS, podOf, workloadOf } from '../../support/workloads.ts';

const ready = podOf('web-1', POD_STATUS.ready);
const unready = podOf('web-2', POD_STATUS.unready);
const crashing = podOf('web-3', POD_STATUS.crashing);
const finished = podOf('web-4', { phase: 'Succeeded' });
const failed = podOf('web-5', { phase: 'Failed' });
const going = podOf('web-6', POD_STATUS.ready, { deletionTimestamp: '2026-01-01T00:00:00Z' });

const installed = { 'stoa.dev/install-uid': 'u', 'stoa.dev/app-id': '1', 'stoa.dev/component-id': 'web' };
const fresh = { labels: installed };
const deployed = { labels: installed, annotations: { 'stoa.dev/deployed': 'true' } };

const two = { replicas: 2 };
const whole = { replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2 };
const half = { ...whole, readyReplicas: 1, availableReplicas: 1 };
const none = { replicas: 2, updatedReplicas: 2 };
const gaveUp = { conditions: [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }] };
const overQuota = { conditions: [{ type: 'ReplicaFailure', status: 'True', message: 'quota' }] };
const ended = (type: string) => ({ conditions: [{ type, status: 'True' }] });

const rows: readonly [string, string, Workload | undefined, readonly Pod[]][] = [
  ['undeploy', 'installed at zero', workloadOf('Deployment', { replicas: 0 }, {}, fresh), []],
  ['undeploy', 'a Job installed suspended', workloadOf('Job', { suspend: true }, {}, fresh), []],
  ['closed', 'rolled out, then scaled to zero', workloadOf('Deployment', { replicas: 0 }, {}, deployed), []],
  ['closed', 'adopted at zero', workloadOf('StatefulSet', { replicas: 0 }), []],
  ['closed', 'for no node', workloadOf('DaemonSet', {}, { desiredNumberScheduled: 0 }), []],
  ['closed', 'a suspended CronJob', workloadOf('CronJob', { suspend: true }), [finished]],
  ['closed', 'gone', undefined, []],
  ['starting', 'no pod yet', workloadOf('Deployment'), []],
  ['starting', 'no number of nodes reported yet', workloadOf('DaemonSet', {}, { observedGeneration: 1 }), []],
  ['starting', 'a Job without a pod', workloadOf('Job'), []],
  ['waiting', 'pods that are not ready', workloadOf('Deployment', two, none), [unready, unready]],
  ['waiting', 'one of two ready', workloadOf('Deployment', two, half), [ready, unready]],
  ['waiting', 'a Job whose pod begins', workloadOf('Job'), [unready]],
  ['running', 'all ready', workloadOf('Deployment', two, whole), [ready, ready]],
  ['running', 'all ready, a failed pod left behind', workloadOf('Deployment', two, whole), [ready, failed]],
  ['running', 'an idle CronJob', workloadOf('CronJob'), []],
  ['running', 'a CronJob whose last run failed', workloadOf('CronJob'), [failed]],
  ['running', 'a Job at work', workloadOf('Job'), [ready]],
  ['running', 'a Job at its second attempt', workloadOf('Job'), [failed, ready]],
  [
    'upgrade',
    'pods of two versions',
    workloadOf('Deployment', two, { ...whole, updatedReplicas: 1 }),
    [ready, unready],
  ],
  [
    'upgrade',
    'pods of two revisions',
    workloadOf('StatefulSet', two, {
      ...whole,
      updatedReplicas: 1,
      currentRevision: 'a',
      updateRevision: 'b',
    }),
    [ready, unready],
  ],
  [
    'upgrade',
    'nodes of two versions',
    workloadOf(
      'DaemonSet',
      {},
      { desiredNumberScheduled: 2, currentNumberScheduled: 2, updatedNumberScheduled: 1 },
    ),
    [ready, unready],
  ],
  ['abnormal', 'crashing', workloadOf('Deployment', two, none), [crashing]],
  ['abnormal', 'given up', workloadOf('Deployment', two, { ...none, ...gaveUp }), [unready]],
  ['abnormal', 'over quota', workloadOf('Deployment', two, overQuota), []],
  ['abnormal', 'a Job that has failed', workloadOf('Job', {}, ended('Failed')), [failed]],
  ['abnormal', 'a Job between two attempts', workloadOf('Job'), [failed]],
  ['abnormal', 'a CronJob whose run crashes', workloadOf('CronJob'), [crashing]],
  ['some_abnormal', 'one of two crashes', workloadOf('Deployment', two, half), [ready, crashing]],
  [
    'some_abnormal',
    'the old version serves while the new one crashes',
    workloadOf('Deployment', two, { ...whole, replicas: 3, updatedReplicas: 1 }),
    [ready, ready, crashing],
  ],
  ['stopping', 'scaled to zero, pods remain', workloadOf('Deployment', { replicas: 0 }), [going]],
  ['stopping', 'gone, pods remain', undefined, [going]],
  ['succeeded', 'a Job that is done', workloadOf('Job', {}, ended('Complete')), [finished]],
  ['succeeded', 'a Job done and suspended', workloadOf('Job', { suspend: true }, ended('Complete')), []],
];

it.each(rows)('%s: %s', (state, _, workload, pods) => {
  expect(stateOf(workload, pods)).toBe(state);
});

it('the rows above cover every state', () => {
  expect(new Set(rows.map(([state]) => state))).toEqual(new Set(COMPONENT_STATES));
});

describe('the life of a component', () => {
  it('passes through the states in order', () => {
    const at = (replicas: number, status: Workload['status'], metadata: Partial<Workload['metadata']>) =>
      workloadOf('Deployment', { replicas }, status, metadata);
    const steps: readonly [Workload | undefined, readonly Pod[]][] = [
      [at(0, {}, fresh), []],
      [at(2, {}, deployed), []],
      [at(2, none, deployed), [unready, unready]],
      [at(2, whole, deployed), [ready, ready]],
      [at(2, { ...whole, replicas: 3, updatedReplicas: 1 }, deployed), [ready, ready, unready]],
      [at(2, { ...whole, replicas: 3, updatedReplicas: 1 }, deployed), [ready, ready, crashing]],
      [at(0, {}, deployed), [going]],
      [at(0, {}, deployed), []],
      [undefined, [going]],
    ];
    expect(steps.map(([workload, pods]) => stateOf(workload, pods))).toEqual([
      ...['undeploy', 'starting', 'waiting', 'running', 'upgrade', 'some_abnormal'],
      ...['stopping', 'closed', 'stopping'],
    ]);
  });
});

it.each<[WorkloadKind, Workload['spec'], Workload['status'], object]>([
  ['Deployment', two, half, { ready: 1, wanted: 2 }],
  ['StatefulSet', {}, {}, { ready: 0, wanted: 1 }],
  ['DaemonSet', {}, { desiredNumberScheduled: 3, numberReady: 2 }, { ready: 2, wanted: 3 }],
  ['Job', { completions: 3 }, { succeeded: 1 }, { ready: 1, wanted: 3 }],
  ['Job', { suspend: true }, {}, { ready: 0, wanted: 0 }],
  ['CronJob', {}, {}, { ready: 0, wanted: 0 }],
])('the pods of a %s are counted', (kind, spec, status, counts) => {
  expect(replicasOf(workloadOf(kind, spec, status))).toEqual(counts);
});

const count = fc.integer({ min: 0, max: 3 });
const condition = fc.record({
  type: fc.constantFrom('Progressing', 'ReplicaFailure', 'Complete', 'Failed', 'Ready', 'PodScheduled'),
  status: fc.constantFrom('True', 'False', 'Unknown'),
  reason: fc.constantFrom('ProgressDeadlineExceeded', 'Unschedulable', 'Other'),
});
const anyWorkload = fc.record({
  kind: fc.constantFrom(...WORKLOADS.map(({ kind }) => kind)),
  spec: fc.record({ replicas: count, suspend: fc.boolean(), completions: count }, { requiredKeys: [] }),
  status: fc.option(
    fc.record(
      {
        observedGeneration: count,
        replicas: count,
        readyReplicas: count,
        updatedReplicas: count,
        availableReplicas: count,
        desiredNumberScheduled: count,
        currentNumberScheduled: count,
        updatedNumberScheduled: count,
        numberAvailable: count,
        numberReady: count,
        active: count,
        conditions: fc.array(condition, { maxLength: 3 }),
      },
      { requiredKeys: [] },
    ),
    { nil: undefined },
  ),
});
const anyPod = fc.record({
  phase: fc.constantFrom('Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'),
  conditions: fc.array(condition, { maxLength: 3 }),
});

it('any workload and pods have a state, whatever the order of the pods', () => {
  fc.assert(
    fc.property(anyWorkload, fc.array(anyPod, { maxLength: 4 }), ({ kind, spec, status }, statuses) => {
      const { status: _, ...bare } = workloadOf(kind, spec);
      const workload = status === undefined ? bare : { ...bare, status };
      const pods = statuses.map((each, index) => podOf(`web-${index}`, each));
      expect(COMPONENT_STATES).toContain(stateOf(workload, pods));
      expect(stateOf(workload, pods.toReversed())).toBe(stateOf(workload, pods));
    }),
  );
});
