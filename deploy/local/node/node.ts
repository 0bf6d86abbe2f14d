import { setTimeout as sleep } from 'node:timers/promises';
import { timestamp } from '../../../src/api/condition.ts';
import { LEASES } from '../../../src/controller/lease.ts';
import type { Logger } from '../../../src/controller/logger.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import { NODES } from '../../../src/objects/core.ts';
import { NODE_NAME } from './pod.ts';

/** Field manager of the stand-in node. */
export const FIELD_MANAGER = 'stoa-local-node';

const LEASE_SECONDS = 40;

/** Labels that pods select nodes by; pods of a DaemonSet are only created for nodes with them. */
const LABELS = {
  'kubernetes.io/os': 'linux',
  'kubernetes.io/arch': 'amd64',
  'kubernetes.io/hostname': NODE_NAME,
};

/** Registers the node and reports it ready. */
export async function registerNode(client: KubeClient): Promise<void> {
  const now = timestamp(new Date());
  const head = { apiVersion: 'v1', kind: 'Node', metadata: { name: NODE_NAME } };
  await client.apply(NODES, { ...head, metadata: { name: NODE_NAME, labels: LABELS } }, FIELD_MANAGER);
  const amounts = { cpu: '64', memory: '256Gi', pods: '10000' };
  const ready = { type: 'Ready', status: 'True', reason: 'StandIn', message: 'no containers run here' };
  const status = {
    capacity: amounts,
    allocatable: amounts,
    conditions: [{ ...ready, lastHeartbeatTime: now, lastTransitionTime: now }],
  };
  await client.apply(NODES, { ...head, status }, FIELD_MANAGER, { subresource: 'status' });
}

/** Renews the Lease of the node until `signal` aborts: without it, the pods would be evicted. */
export async function renewLease(client: KubeClient, log: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await client.apply(LEASES, lease(), FIELD_MANAGER, { signal });
    } catch (error) {
      log.warn({ err: error }, 'the lease of the node was not renewed');
    }
    await sleep((LEASE_SECONDS / 4) * 1000, undefined, { signal }).catch(() => undefined);
  }
}

function lease() {
  // MicroTime has six digits behind the second.
  const renewTime = new Date().toISOString().replace('Z', '000Z');
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: NODE_NAME, namespace: 'kube-node-lease' },
    spec: { holderIdentity: NODE_NAME, leaseDurationSeconds: LEASE_SECONDS, renewTime },
  };
}
