import { LABELS } from '../api/group.ts';
import { applicationKey, workloadAt } from '../component/caches.ts';
import type { Application, GatewayRule, MarketInstall } from '../objects/stoa.ts';
import type { Pod, Workload } from '../objects/workload.ts';
import { splitWorkloadKey, workloadKey, workloadsOfPod } from '../workload/pod.ts';
import type { ApplicationCaches } from './caches.ts';

/** A component as it stands: its workload, undefined where that is gone and pods remain. */
export interface ObservedComponent {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly workload: Workload | undefined;
  readonly pods: readonly Pod[];
}

/** Everything that deciding on one application takes into account. */
export interface Observed {
  readonly application: Application;
  /** Whether its namespace belongs to a team. */
  readonly inTeam: boolean;
  /** All applications of the namespace that have its id, this one too. */
  readonly namesakes: readonly Application[];
  readonly components: readonly ObservedComponent[];
  readonly rules: readonly GatewayRule[];
  readonly installs: readonly MarketInstall[];
}

/** Gathers what deciding on an application takes into account; undefined where it is gone. */
export function observe(caches: ApplicationCaches, key: string): Observed | undefined {
  const application = caches.applications.store.get(key);
  if (application === undefined || application.metadata.deletionTimestamp !== undefined) {
    return undefined;
  }
  const { namespace = '' } = application.metadata;
  const id = applicationKey(namespace, application.spec.id);
  return {
    application,
    inTeam: caches.namespaces.store.get(namespace) !== undefined,
    namesakes: caches.applications.store.by('id', id),
    components: [...standing(caches, namespace, id), ...leaving(caches, id)],
    rules: caches.rules.store.by('application', id),
    installs: caches.installs.store.by('application', id),
  };
}

function standing(
  { workloads, pods }: ApplicationCaches,
  namespace: string,
  id: string,
): ObservedComponent[] {
  return workloads.flatMap(({ resource: { kind }, cache }) =>
    cache.store.by('application', id).map((workload) => {
      const { name, labels = {} } = workload.metadata;
      return {
        id: labels[LABELS.componentId] ?? name,
        kind,
        name,
        workload,
        pods: pods.store.by('workload', workloadKey(namespace, kind, name)),
      };
    }),
  );
}

/** Components whose workload is gone, as far as their pods say by their own labels that they are theirs. */
function leaving(caches: ApplicationCaches, id: string): ObservedComponent[] {
  const orphans = new Map<string, Pod[]>();
  for (const pod of caches.pods.store.by('application', id)) {
    const keys = workloadsOfPod(pod);
    const [key] = keys;
    const left = keys.every((each) => workloadAt(caches, each) === undefined);
    if (pod.metadata.deletionTimestamp !== undefined && key !== undefined && left) {
      orphans.set(key, [...(orphans.get(key) ?? []), pod]);
    }
  }
  return [...orphans].map(([key, pods]) => {
    const { kind, name } = splitWorkloadKey(key);
    return {
      id: pods[0]?.metadata.labels?.[LABELS.componentId] ?? name,
      kind,
      name,
      workload: undefined,
      pods,
    };
  });
}
