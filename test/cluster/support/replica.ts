import { Registry } from 'prom-client';
import { parseConfig } from '../../../src/config.ts';
import type { ClusterAccess } from '../../../src/kube/transport.ts';
import { createOperator, type Operator } from '../../../src/operator/operator.ts';
import { createLog } from '../../../src/telemetry/process.ts';
import { metric } from '../../support/metrics.ts';

/**
 * The shared lease of a test's replicas: short enough to wait for its expiry, and long enough for a process that has to
 * wait for a core.
 */
export const LEASE = { namespace: 'default', name: 'replicas' };

/** Configuration of a replica, in this process or a separate one. */
export const REPLICA_CONFIG = `
gateway: { namespace: default, name: none }
operator:
  metrics: 127.0.0.1:0
  namespace: ${LEASE.namespace}
  leaderElection: { leaseName: ${LEASE.name}, leaseSeconds: 10 }
`;

/** An operator in this process, one of several that share a lease. */
export class Replica {
  readonly operator: Operator;
  /** Promise of its end: resolves to undefined, or to the error that ended it. */
  readonly ended: Promise<unknown>;
  readonly #registry = new Registry();
  readonly #stop = new AbortController();

  constructor(access: ClusterAccess) {
    const config = parseConfig(REPLICA_CONFIG, 'test');
    this.operator = createOperator({ access, config, log: createLog('silent'), registry: this.#registry });
    this.ended = this.operator.run(this.#stop.signal).catch((error: unknown) => error);
  }

  /** Stops it, as SIGTERM does; resolves as `ended`. */
  stop(): Promise<unknown> {
    this.#stop.abort();
    return this.ended;
  }

  async leads(): Promise<boolean> {
    return (await metric(this.#registry, 'leader_election_master_status')) === 1;
  }

  /** Number of its reconciles. */
  async reconciles(): Promise<number> {
    return metric(this.#registry, 'controller_runtime_reconcile_total', { result: 'success' });
  }

  /** Number of keys in its work queues. */
  async waiting(): Promise<number> {
    return metric(this.#registry, 'workqueue_depth', { priority: 'user' });
  }
}
