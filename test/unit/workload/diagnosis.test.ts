import { expect, it } from 'vitest';
import { diagnosisOf } from '../../../src/workload/diagnosis.ts';
import { POD_STATUS, podOf } from '../../support/workloads.ts';

const pulling = {
  phase: 'Pending',
  containerStatuses: [
    { name: 'main', state: { waiting: { reason: 'ImagePullBackOff', message: 'no such image' } } },
  ],
};
const evicted = { phase: 'Failed', reason: 'Evicted', message: 'the node was low on memory' };
const homeless = {
  phase: 'Pending',
  conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/1 nodes' }],
};

it.each([
  ['a crash', POD_STATUS.crashing, 'CrashLoopBackOff', 'container main of pod web-1 exited with 3'],
  [
    'a container that runs again after it was killed',
    {
      phase: 'Running',
      containerStatuses: [
        {
          name: 'main',
          ready: false,
          state: { running: {} },
          lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
        },
      ],
    },
    'OOMKilled',
    'container main of pod web-1 exited with 137 (OOMKilled)',
  ],
  [
    'an init container',
    {
      phase: 'Pending',
      initContainerStatuses: [{ name: 'init', state: { terminated: { exitCode: 1 } } }],
    },
    'Error',
    'container init of pod web-1 exited with 1',
  ],
  ['an image', pulling, 'ImagePullBackOff', 'container main of pod web-1 cannot be started: no such image'],
  ['a failed pod', evicted, 'Evicted', 'pod web-1 failed: the node was low on memory'],
  ['a pod without a node', homeless, 'Unschedulable', 'pod web-1 finds no node: 0/1 nodes'],
])('the diagnosis names %s', (_, status, reason, message) => {
  expect(diagnosisOf([podOf('web-1', status)])).toEqual({ reason, message });
});

it('the worst problem counts, whatever the order of the pods', () => {
  const pods = [POD_STATUS.ready, homeless, evicted, pulling, POD_STATUS.crashing].map((status, index) =>
    podOf(`web-${index}`, status),
  );
  expect(diagnosisOf(pods)?.reason).toBe('CrashLoopBackOff');
  expect(diagnosisOf(pods.toReversed())).toEqual(diagnosisOf(pods));
});

it.each([
  ['is ready', POD_STATUS.ready, {}],
  ['is ready after a crash', { ...POD_STATUS.crashing, conditions: POD_STATUS.ready.conditions }, {}],
  ['takes its time', POD_STATUS.unready, {}],
  ['has no status', {}, {}],
  [
    'is just being started',
    {
      phase: 'Pending',
      containerStatuses: [{ name: 'main', state: { waiting: { reason: 'ContainerCreating' } } }],
    },
    {},
  ],
  ['has succeeded', { phase: 'Succeeded' }, {}],
  ['is being deleted', POD_STATUS.crashing, { deletionTimestamp: '2026-01-01T00:00:00Z' }],
])('there is no diagnosis of a pod that %s', (_, status, metadata) => {
  expect(diagnosisOf([podOf('web-1', status, metadata)])).toBeUndefined();
});

it('quoted messages are shortened', () => {
  const message = 'x'.repeat(5_000);
  const status = { containerStatuses: [{ name: 'main', state: { waiting: { reason: 'Odd', message } } }] };
  expect(diagnosisOf([podOf('web-1', status)])?.message.length).toBeLessThan(400);
});
