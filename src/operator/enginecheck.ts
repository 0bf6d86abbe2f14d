import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { present } from '../base/fields.ts';
import { engineProblems, TRAEFIK_SELECTOR } from '../gateway/engineproblem.ts';
import type { KubeClient } from '../kube/client.ts';
import { tryRead } from '../kube/error.ts';
import { DAEMON_SETS, DEPLOYMENTS } from '../objects/workload.ts';

/** Check of the gateway engines of a cluster; throws KubeError. */
export type EngineCheck = (client: Pick<KubeClient, 'list'>, signal?: AbortSignal) => Promise<void>;

/**
 * Check that reports problems of gateway engines as a metric, and new ones in the log. It finds an engine by the label
 * of its workload, where the operator may read the workloads of the cluster; nothing else tells the version.
 */
export function createEngineCheck(registry: Registry, log: Pick<Logger, 'warn'>): EngineCheck {
  const gauge = new Gauge({
    name: 'stoa_engine_problem',
    help: '1 if a gateway engine confuses objects of different namespaces; workload is namespace/name, problem version or naming. 0 without labels if none does.',
    labelNames: ['workload', 'problem'],
    registers: [registry],
  });
  let known: ReadonlySet<string> = new Set();
  return async (client, signal) => {
    const options = { labelSelector: TRAEFIK_SELECTOR, ...present({ signal }) };
    const results = await Promise.all(
      [DEPLOYMENTS, DAEMON_SETS].map((resource) => tryRead(client.list(resource, options))),
    );
    const problems = engineProblems(
      results.flatMap((result) => (result.type === 'found' ? result.value : [])),
    );
    gauge.reset();
    if (problems.length === 0) {
      gauge.set({ workload: '', problem: '' }, 0);
    }
    for (const { workload, problem, message } of problems) {
      gauge.set({ workload, problem }, 1);
      if (!known.has(message)) {
        log.warn({ workload, problem }, message);
      }
    }
    known = new Set(problems.map(({ message }) => message));
  };
}
