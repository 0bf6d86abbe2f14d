import { LABELS } from '../api/group.ts';
import type { AdoptionFlaw } from '../component/adoption.ts';
import { applicationKey, type ComponentCaches, workloadAt } from '../component/caches.ts';
import type { Cache } from '../controller/cache.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Application, GatewayRule, MarketInstall } from '../objects/stoa.ts';
import type { Pod, Workload } from '../objects/workload.ts';
import { splitWorkloadKey, workloadKey, workloadsOfPod } from '../workload/pod.ts';

/** Caches that observing reads; the controller adds none of its own. */
export interface ApplicationCaches extends ComponentCaches {
  readonly rules: Cache<GatewayRule, 'application'>;
  /** Namespaces of teams. */
  readonly namespaces: Cache<KubeObject, never>;
}

/** Observed component; its workload is undefined where only its pods remain. */
export interface ObservedComponent {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly workload: Workload | undefined;
  readonly pods: readonly Pod[];
}

/** Inputs of the decision on an application. */
export interface Observed {
  readonly application: Application;
  /** Whether its namespace belongs to a team. */
  readonly inTeam: boolean;
  /** Applications of the namespace with its id, itself among them. */
  readonly namesakes: readonly Application[];
  readonly components: readonly ObservedComponent[];
  /** Flaws of the entries of `spec.components`. */
  readonly flaws: readonly AdoptionFlaw[];
  readonly rules: readonly GatewayRule[];
  readonly installs: readonly MarketInstall[];
}

/** Observes an application; undefined where it is gone. */
export function observe(caches: ApplicationCaches, key: string): Observed | undefined {
  const application = caches.applications.store.get(key);
  if (application === undefined || application.metadata.deletionTimestamp !== undefined) {
    return undefined;
  }
  const { namespace } = application.metadata;
  const id = applicationKey(namespace, application.spec.id);
  return {
    application,
    inTeam: caches.namespaces.store.get(namespace) !== undefined,
    namesakes: caches.applications.store.by('id', id),
    components: [...withWorkload(caches, namespace, id), ...withoutWorkload(caches, id)],
    flaws: caches.adoptions.flawsOf(application),
    rules: caches.rules.store.by('application', id),
    installs: caches.installs.store.by('application', id),
  };
}

function withWorkload(
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

/** Components whose workload is gone, by the labels of their terminating pods. */
function withoutWorkload(caches: ApplicationCaches, id: string): ObservedComponent[] {
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
