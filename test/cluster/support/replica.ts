import { Registry } from 'prom-client';
import { parseConfig } from '../../../src/config.ts';
import type { ClusterAccess } from '../../../src/kube/transport.ts';
import { createOperator, type Operator } from '../../../src/operator/operator.ts';
import { createLog } from '../../../src/telemetry/process.ts';
import { metric } from '../../support/metrics.ts';

/**
 * The lease that replicas of a test share: short, so that its end can be waited for, and long enough to be kept by
 * a process that has to wait for a core.
 */
export const LEASE = { namespace: 'default', name: 'replicas' };

/** The configuration of a replica, for one in this process and for one in its own. */
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
  /** Resolves when it has come to rest: to nothing, or to the error that ended it. */
  readonly ended: Promise<unknown>;
  readonly #registry = new Registry();
  readonly #stop = new AbortController();

  constructor(access: ClusterAccess) {
    const config = parseConfig(REPLICA_CONFIG, 'test');
    this.operator = createOperator({ access, config, log: createLog('silent'), registry: this.#registry });
    this.ended = this.operator.run(this.#stop.signal).catch((error: unknown) => error);
  }

  /** Tells it to stop, as SIGTERM does; resolves as `ended`. */
  stop(): Promise<unknown> {
    this.#stop.abort();
    return this.ended;
  }

  async leads(): Promise<boolean> {
    return (await metric(this.#registry, 'leader_election_master_status')) === 1;
  }

  /** Reconciles that it has done. */
  async reconciles(): Promise<number> {
    return metric(this.#registry, 'controller_runtime_reconcile_total', { result: 'success' });
  }

  /** Keys that wait for its workers. */
  async waiting(): Promise<number> {
    return metric(this.#registry, 'workqueue_depth', { priority: 'user' });
  }
}
