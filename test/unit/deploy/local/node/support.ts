import { runningStatus } from '../../../../../deploy/local/node/pod.ts';
import type { Pod } from '../../../../../src/objects/workload.ts';

/** A pod of a team. */
export function podOf(more: { metadata?: object; spec?: object; status?: Pod['status'] } = {}): Pod {
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

/** Fields of a pod that is bound to the node. */
export const HERE = { spec: { nodeName: 'stoa-local' } };

/** The status of a pod that runs there. */
export const RUNNING = runningStatus(podOf(HERE), '10.244.0.1', 't');
