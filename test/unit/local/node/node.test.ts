import { describe, expect, it } from 'vitest';
import type { Claim, Pod, SelectingService } from '../../../../deploy/local/node/kinds.ts';
import { behaviourOf, endedStatus, podStep, runningStatus } from '../../../../deploy/local/node/pod.ts';
import { answerersOf, endpointsOf } from '../../../../deploy/local/node/service.ts';
import { isReleased, volumeFor } from '../../../../deploy/local/node/volume.ts';

function podOf(more: { metadata?: object; spec?: object; status?: Pod['status'] } = {}): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'p',
      namespace: 'team',
      uid: 'u',
      resourceVersion: '1',
      creationTimestamp: 't',
      labels: { app: 'web' },
      ...more.metadata,
    },
    spec: { containers: [{ name: 'main', image: 'i' }], ...more.spec },
    ...(more.status ? { status: more.status } : {}),
  };
}

function serviceOf(spec: SelectingService['spec']): SelectingService {
  const metadata = { name: 's', namespace: 'team', uid: 'u', resourceVersion: '1', creationTimestamp: 't' };
  return { apiVersion: 'v1', kind: 'Service', metadata, spec };
}

const here = { spec: { nodeName: 'stoa-local' } };
const running = runningStatus(podOf(here), '10.244.0.1', 't');

describe('a pod', () => {
  it.each([
    ['that is new is bound', podOf(), 'bind'],
    ['that is bound runs', podOf(here), 'run'],
    ['that runs is left alone', podOf({ ...here, status: running }), 'nothing'],
    ['that is to go is removed', podOf({ ...here, metadata: { deletionTimestamp: 't' } }), 'remove'],
    ['of another node is left alone', podOf({ spec: { nodeName: 'other' } }), 'nothing'],
  ])('%s', (_, pod, step) => {
    expect(podStep(pod)).toBe(step);
  });

  it('is never ready, slow or failing where its template asks for that', () => {
    const annotations = {
      'local.stoa.dev/ready': 'never',
      'local.stoa.dev/delay-ms': '50',
      'local.stoa.dev/status': '503',
    };
    const pod = podOf({ ...here, metadata: { annotations } });
    expect(behaviourOf(pod)).toEqual({ ready: false, delayMs: 50, status: 503 });
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
    const annotations = code === undefined ? {} : { 'local.stoa.dev/exit-code': code };
    const pod = podOf({ metadata: { annotations }, spec: { ...here.spec, restartPolicy } });
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

describe('a claim', () => {
  const metadata = {
    name: 'data',
    namespace: 'team',
    uid: 'u1',
    resourceVersion: '1',
    creationTimestamp: 't',
  };
  const claimOf = (spec: Claim['spec'], more = {}): Claim => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { ...metadata, ...more },
    spec: { storageClassName: 'local', accessModes: ['ReadWriteOnce'], ...spec },
  });

  it('gets a volume of its own', () => {
    const claim = claimOf({ resources: { requests: { storage: '10Gi' } } });
    expect(volumeFor(claim)).toMatchObject({
      metadata: { name: 'pvc-u1' },
      spec: {
        capacity: { storage: '10Gi' },
        accessModes: ['ReadWriteOnce'],
        claimRef: { namespace: 'team', name: 'data', uid: 'u1' },
      },
    });
  });

  it.each([
    ['of another class', claimOf({ storageClassName: 'fast' })],
    ['that has one', claimOf({ volumeName: 'pvc-u1' })],
    ['that is to go', claimOf({}, { deletionTimestamp: 't' })],
  ])('%s gets none', (_, claim) => {
    expect(volumeFor(claim)).toBeUndefined();
  });

  it.each([
    ['local', 'Released', true],
    ['local', 'Bound', false],
    ['fast', 'Released', false],
  ])('leaves its volume of class %s, %s, to be deleted: %s', (storageClassName, phase, released) => {
    const volume = { apiVersion: 'v1', kind: 'PersistentVolume', metadata, spec: { storageClassName } };
    expect(isReleased({ ...volume, status: { phase } })).toBe(released);
  });
});

describe('a Service', () => {
  const selecting = serviceOf({ selector: { app: 'web' }, clusterIP: '127.96.0.9', ports: [] });

  it('is answered for by its ready pods', () => {
    const ready = podOf({ ...here, status: running });
    const going = podOf({
      ...here,
      status: running,
      metadata: { name: 'q', labels: { app: 'web' }, deletionTimestamp: 't' },
    });
    const other = podOf({ ...here, status: running, metadata: { labels: { app: 'db' } } });
    expect(answerersOf(selecting, [ready, going, other, podOf(here)]).map(({ pod }) => pod)).toEqual(['p']);
    expect(answerersOf(serviceOf({ clusterIP: '127.96.0.9' }), [ready])).toEqual([]);
  });

  it('speaks tcp or udp where a port says so, and has no address when it is headless', () => {
    const ports = [
      { name: 'http', port: 80 },
      { name: 'tcp-mysql', port: 3306 },
      { port: 1, appProtocol: 'kubernetes.io/tcp' },
      { port: 53, protocol: 'UDP' },
      { port: 54, protocol: 'SCTP' },
    ];
    expect(endpointsOf(serviceOf({ clusterIP: '127.96.0.9', ports }))).toEqual([
      { ip: '127.96.0.9', port: 80, protocol: 'http' },
      { ip: '127.96.0.9', port: 3306, protocol: 'tcp' },
      { ip: '127.96.0.9', port: 1, protocol: 'tcp' },
      { ip: '127.96.0.9', port: 53, protocol: 'udp' },
    ]);
    expect(endpointsOf(serviceOf({ clusterIP: 'None', ports }))).toEqual([]);
  });
});
