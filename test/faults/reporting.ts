import { LABELS } from '../../src/api/group.ts';
import type { GatewayRule, MarketInstall } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS, JOBS, STATEFUL_SETS } from '../../src/objects/workload.ts';
import type { ObjectsByName, View } from './view.ts';

/** Whether the status of each application is up to date. It is updated within a second, so every end requires it. */
export function isReported(view: View): boolean {
  const wanted = {
    rules: countOf(view.rules),
    installs: countOf(view.installs),
    components: componentsOf(view),
  };
  return [...view.applications.values()].every(({ status }) =>
    (['rules', 'installs', 'components'] as const).every(
      (what) =>
        status?.counts?.[what]?.total === wanted[what].total &&
        status.counts[what].ready === wanted[what].ready,
    ),
  );
}

function countOf(objects: ObjectsByName<GatewayRule | MarketInstall>) {
  const ready = [...objects.values()].filter(({ status }) =>
    status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True'),
  );
  return { total: objects.size, ready: ready.length };
}

function componentsOf(view: View) {
  const workloads = [DEPLOYMENTS, STATEFUL_SETS].flatMap((kind) => [...view.of(kind).values()]);
  const running = workloads.filter(
    ({ spec: { replicas = 1 }, status }) =>
      replicas > 0 && status?.availableReplicas === replicas && status.replicas === replicas,
  );
  // A model may have Jobs that are no components.
  const jobs = [...view.of(JOBS).values()].filter(
    ({ metadata }) => metadata.labels?.[LABELS.componentId] !== undefined,
  );
  const complete = jobs.filter(({ status }) =>
    status?.conditions?.some(({ type, status: is }) => type === 'Complete' && is === 'True'),
  );
  return { total: workloads.length + jobs.length, ready: running.length + complete.length };
}
