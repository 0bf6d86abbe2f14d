import { apiVersionOf } from '../../src/kube/resource.ts';
import type { Pod, Workload, WorkloadKind } from '../../src/objects/workload.ts';
import { WORKLOAD_KINDS } from '../../src/workload/kinds.ts';

const META = {
  namespace: 'team',
  uid: 'w-1',
  resourceVersion: '1',
  generation: 2,
  creationTimestamp: '2026-01-01T00:00:00Z',
};

/** Workload of the component `web` of application 1 whose controller has observed its spec. */
export function workloadOf(
  kind: WorkloadKind,
  spec: Partial<Workload['spec']> = {},
  status: Workload['status'] = {},
  metadata: Partial<Workload['metadata']> = {},
): Workload {
  return {
    apiVersion: apiVersionOf(WORKLOAD_KINDS[kind].resource),
    kind,
    metadata: {
      ...META,
      name: 'web',
      labels: { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': 'web' },
      ...metadata,
    },
    spec,
    status: { observedGeneration: 2, ...status },
  };
}

/** Pod of the Deployment `web`. */
export function podOf(
  name: string,
  status: NonNullable<Pod['status']> = {},
  metadata: Partial<Pod['metadata']> = {},
): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...META,
      uid: `p-${name}`,
      name,
      labels: { 'pod-template-hash': 'abc' },
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-abc', uid: 'rs-1', controller: true },
      ],
      ...metadata,
    },
    spec: { containers: [] },
    status,
  };
}

/** Statuses of pods that many tests need. */
export const POD_STATUS = {
  ready: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  unready: { phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }] },
  crashing: {
    phase: 'Running',
    conditions: [{ type: 'Ready', status: 'False' }],
    containerStatuses: [
      {
        name: 'main',
        ready: false,
        state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s' } },
        lastState: { terminated: { exitCode: 3, reason: 'Error', message: 'password=hunter2' } },
      },
    ],
  },
} satisfies Record<string, NonNullable<Pod['status']>>;
