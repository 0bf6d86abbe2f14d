import { expect, it } from 'vitest';
import { logsCommand } from '../../../../../src/console/pages/component/logs.ts';
import { diagnosisOf } from '../../../../../src/workload/diagnosis.ts';
import { somePod } from '../../topology.ts';

it('a pod whose container has ended has a command for what it wrote', () => {
  const state = { waiting: { reason: 'CrashLoopBackOff' } };
  const lastState = { terminated: { exitCode: 1 } };
  const told = diagnosisOf([
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'team', name: 'api-1', uid: 'u', resourceVersion: '1', creationTimestamp: '' },
      spec: { containers: [] },
      status: { containerStatuses: [{ name: 'main', ready: false, state, lastState }] },
    },
  ]);
  const { message = '' } = told ?? {};
  const pod = somePod({ name: 'api-1', ready: false, message });
  expect(logsCommand({ ...pod, restarts: 3 })).toBe('kubectl logs api-1 -c main --previous');
  expect(logsCommand({ ...pod, restarts: 0 })).toBe('kubectl logs api-1 -c main');
  expect(logsCommand(somePod({ restarts: 1 }))).toBe('kubectl logs web-1 --previous');
});

it('a pod whose containers never ended has none', () => {
  expect(logsCommand(somePod())).toBe('');
  const message = 'container main of pod web-1 cannot be started: no such image';
  expect(logsCommand(somePod({ ready: false, message }))).toBe('');
});
