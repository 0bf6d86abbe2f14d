import { describe, expect, it } from 'vitest';
import { behaviourOf, endedStatus, podStep, runningStatus } from '../../../../../deploy/local/node/pod.ts';
import { HERE, podOf, RUNNING } from './support.ts';

describe('a pod', () => {
  it.each([
    ['that is new is bound', podOf(), 'bind'],
    ['that is bound runs', podOf(HERE), 'run'],
    ['that runs is left alone', podOf({ ...HERE, status: RUNNING }), 'nothing'],
    ['that is to go is removed', podOf({ ...HERE, metadata: { deletionTimestamp: 't' } }), 'remove'],
    ['of another node is left alone', podOf({ spec: { nodeName: 'other' } }), 'nothing'],
  ])('%s', (_, pod, step) => {
    expect(podStep(pod)).toBe(step);
  });

  it('is never ready, slow or failing where its template asks for that', () => {
    const annotations = {
      'stand-in.example.com/ready': 'never',
      'stand-in.example.com/delay-ms': '50',
      'stand-in.example.com/status': '503',
      'stand-in.example.com/user': 'a:b',
    };
    const pod = podOf({ ...HERE, metadata: { annotations } });
    expect(behaviourOf(pod)).toEqual({ ready: false, delayMs: 50, status: 503, user: 'a:b' });
    const status = runningStatus(pod, '10.244.0.1', 't');
    expect(status.conditions).toContainEqual({ type: 'Ready', status: 'False', lastTransitionTime: 't' });
    expect(podStep({ ...pod, status })).toBe('nothing');
  });

  it.each([
    ['Never', undefined, 'end', { phase: 'Succeeded', exitCode: 0 }],
    ['OnFailure', undefined, 'end', { phase: 'Succeeded', exitCode: 0 }],
    ['Never', '3', 'end', { phase: 'Failed', exitCode: 3 }],
    ['Always', '0', 'nothing', undefined],
    ['Always', '1', 'nothing', undefined],
    ['OnFailure', '1', 'nothing', undefined],
  ])('that restarts %s and exits with %s comes to an end of its own', (restartPolicy, code, step, end) => {
    const annotations = code === undefined ? {} : { 'stand-in.example.com/exit-code': code };
    const pod = podOf({ metadata: { annotations }, spec: { ...HERE.spec, restartPolicy } });
    const status = runningStatus(pod, '10.244.0.1', 't');
    expect(podStep({ ...pod, status })).toBe(step);
    const container = status.containerStatuses[0];
    expect(container).toMatchObject({ ready: step === 'end', restartCount: step === 'end' ? 0 : 1 });
    if (end !== undefined) {
      const ended = endedStatus(pod, '10.244.0.1', 't');
      const { phase, exitCode } = end;
      expect(ended).toMatchObject({ phase, containerStatuses: [{ state: { terminated: { exitCode } } }] });
      expect(podStep({ ...pod, status: ended })).toBe('nothing');
    }
  });
});
