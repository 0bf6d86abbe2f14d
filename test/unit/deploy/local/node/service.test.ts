import { describe, expect, it } from 'vitest';
import { endpointsOf, respondersOf } from '../../../../../deploy/local/node/service.ts';
import type { Service } from '../../../../../src/objects/core.ts';
import { HERE, podOf, RUNNING } from './support.ts';

function serviceOf(spec: Service['spec']): Service {
  const metadata = { name: 's', namespace: 'team', uid: 'u', resourceVersion: '1', creationTimestamp: 't' };
  return { apiVersion: 'v1', kind: 'Service', metadata, spec };
}

const startOf = () => Promise.resolve({ initContainers: [], containers: [] });

describe('a Service', () => {
  const selecting = serviceOf({ selector: { app: 'web' }, clusterIP: '127.96.0.9', ports: [] });

  it('is answered for by its ready pods', () => {
    const ready = podOf({ ...HERE, status: RUNNING });
    const going = podOf({
      ...HERE,
      status: RUNNING,
      metadata: { name: 'q', labels: { app: 'web' }, deletionTimestamp: 't' },
    });
    const other = podOf({ ...HERE, status: RUNNING, metadata: { labels: { app: 'db' } } });
    expect(
      respondersOf(selecting, [ready, going, other, podOf(HERE)], startOf).map(({ pod }) => pod),
    ).toEqual(['p']);
    expect(respondersOf(serviceOf({ clusterIP: '127.96.0.9' }), [ready], startOf)).toEqual([]);
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
