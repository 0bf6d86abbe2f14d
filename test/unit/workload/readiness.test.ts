import { expect, it } from 'vitest';
import type { Workload, WorkloadKind } from '../../../src/objects/workload.ts';
import { readinessOf } from '../../../src/workload/state.ts';
import { workloadOf } from '../../support/workloads.ts';

const whole = { replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2 };
const nodes = { desiredNumberScheduled: 2, updatedNumberScheduled: 2, numberAvailable: 2 };

it.each([
  ['a Deployment', workloadOf('Deployment', { replicas: 2 }, whole)],
  ['a Deployment of no pods', workloadOf('Deployment', { replicas: 0 })],
  ['a StatefulSet', workloadOf('StatefulSet', { replicas: 2 }, whole)],
  [
    'a StatefulSet up to its partition',
    workloadOf(
      'StatefulSet',
      { replicas: 2, updateStrategy: { rollingUpdate: { partition: 1 } } },
      { ...whole, updatedReplicas: 1 },
    ),
  ],
  [
    'a StatefulSet whose pods somebody else renews',
    workloadOf(
      'StatefulSet',
      { replicas: 2, updateStrategy: { type: 'OnDelete' } },
      { ...whole, updatedReplicas: 0 },
    ),
  ],
  ['a DaemonSet', workloadOf('DaemonSet', {}, nodes)],
  ['a DaemonSet without a node', workloadOf('DaemonSet', {}, { desiredNumberScheduled: 0 })],
  ['a Job that has succeeded', workloadOf('Job', {}, { conditions: [{ type: 'Complete', status: 'True' }] })],
  ['a suspended Job', workloadOf('Job', { suspend: true })],
  ['a CronJob', workloadOf('CronJob')],
])('%s is ready', (_, workload) => {
  expect(readinessOf(workload)).toEqual({ type: 'ready' });
});

it.each([
  [
    'a change that nobody has seen',
    workloadOf('Deployment', { replicas: 2 }, { ...whole, observedGeneration: 1 }),
    'the Deployment has changed, and its controller has not seen that yet',
  ],
  [
    'a Deployment that nobody has seen',
    { ...workloadOf('Deployment'), status: {} },
    'the Deployment has changed, and its controller has not seen that yet',
  ],
  ['one replica where nothing is said', workloadOf('Deployment'), '0 of 1 pods are of the present version'],
  [
    'pods of the version before',
    workloadOf('Deployment', { replicas: 2 }, { ...whole, updatedReplicas: 1 }),
    '1 of 2 pods are of the present version',
  ],
  [
    'pods that remain of the version before',
    workloadOf('Deployment', { replicas: 2 }, { ...whole, replicas: 3, availableReplicas: 3 }),
    '1 pod to be removed',
  ],
  [
    'pods that remain until a new one is available',
    workloadOf('Deployment', { replicas: 2 }, { ...whole, replicas: 3 }),
    '1 pod to become available, then 1 pod to be removed',
  ],
  [
    'pods that remain after scaling down',
    workloadOf('StatefulSet', { replicas: 0 }, { replicas: 2, updatedReplicas: 2 }),
    '2 pods to be removed',
  ],
  [
    'pods that are not available',
    workloadOf('Deployment', { replicas: 2 }, { ...whole, availableReplicas: 1 }),
    '1 of 2 pods are available',
  ],
  [
    'pods that may not be created',
    workloadOf(
      'Deployment',
      { replicas: 2 },
      { conditions: [{ type: 'ReplicaFailure', status: 'True', message: 'exceeded quota' }] },
    ),
    'pods cannot be created: exceeded quota',
  ],
  [
    'pods of a StatefulSet that are not available',
    workloadOf('StatefulSet', { replicas: 2 }, { ...whole, availableReplicas: 0 }),
    '0 of 2 pods are available',
  ],
  [
    'nodes without a pod that is available',
    workloadOf('DaemonSet', {}, { ...nodes, numberAvailable: 1 }),
    '1 of 2 pods are available',
  ],
  ['a Job', workloadOf('Job', { completions: 3 }, { active: 1, succeeded: 2 }), '2 of 3 pods have succeeded'],
  [
    'a Job that is being suspended',
    workloadOf('Job', { suspend: true }, { active: 1 }),
    '1 pod of the suspended Job to end',
  ],
])('a roll-out waits for %s', (_, workload, why) => {
  expect(readinessOf(workload)).toEqual({ type: 'progressing', why });
});

it.each<[WorkloadKind, Workload['status'], string]>([
  [
    'Deployment',
    {
      conditions: [
        { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', message: 'timed out' },
      ],
    },
    'timed out',
  ],
  ['Job', { conditions: [{ type: 'Failed', status: 'True', message: 'backoff limit' }] }, 'backoff limit'],
])('a %s that its controller has given up has failed', (kind, status, why) => {
  expect(readinessOf(workloadOf(kind, {}, status))).toEqual({ type: 'failed', why });
});
