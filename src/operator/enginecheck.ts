import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { present } from '../base/fields.ts';
import type { EngineProblem, WorkloadCheck } from '../engines/engine.ts';
import { ENGINES } from '../engines/index.ts';
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
    const found = await Promise.all(CHECKS.map((check) => problemsBy(check, client, signal)));
    const problems = found.flat();
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

const CHECKS = ENGINES.flatMap(({ check }) => check ?? []);

async function problemsBy(
  { selector, problemsOf }: WorkloadCheck,
  client: Pick<KubeClient, 'list'>,
  signal: AbortSignal | undefined,
): Promise<readonly EngineProblem[]> {
  const options = { labelSelector: selector, ...present({ signal }) };
  const results = await Promise.all(
    [DEPLOYMENTS, DAEMON_SETS].map((resource) => tryRead(client.list(resource, options))),
  );
  return problemsOf(results.flatMap((result) => (result.type === 'found' ? result.value : [])));
}
