import { present } from '../base/fields.ts';
import type { ContainerStatus, Pod } from '../objects/workload.ts';
import { isReadyPod } from './condition.ts';
import { WORKLOAD_KINDS } from './kinds.ts';

const KINDS = Object.values(WORKLOAD_KINDS);

const KEPT_CONDITIONS: readonly string[] = ['Ready', 'PodScheduled'];

/** Index value under which the pods of a workload are found. */
export function workloadKey(namespace: string, kind: string, name: string): string {
  return `${namespace}/${kind}/${name}`;
}

/** Parts of a key that `workloadKey` made. */
export function splitWorkloadKey(key: string) {
  const [namespace = '', kind = '', name = ''] = key.split('/');
  return { namespace, kind, name };
}

/**
 * Workloads that a pod may belong to, as index values; none where no kind of workload has pods with such an owner.
 * There may be several, because a pod names its ReplicaSet or Job only: a Job may belong to a CronJob, or to nobody.
 */
export function workloadsOfPod({ metadata }: Pod): readonly string[] {
  const { namespace, labels = {}, ownerReferences = [] } = metadata;
  const owner = ownerReferences.find(({ controller }) => controller === true);
  return owner === undefined
    ? []
    : KINDS.flatMap(({ resource: { kind }, workloadOfPod }) => {
        const name = workloadOfPod({ owner, labels });
        return name === undefined ? [] : [workloadKey(namespace, kind, name)];
      });
}

/** Pods by the index values of their workloads. */
export type PodsByWorkload = ReadonlyMap<string, readonly Pod[]>;

/**
 * Pods of the pages of a list, by the index values of their workloads, without their containers and annotations. Other
 * tasks run between the pages.
 */
export async function podsByWorkload(
  pages: AsyncIterable<{ readonly items: readonly Pod[] }>,
): Promise<PodsByWorkload> {
  const found = new Map<string, Pod[]>();
  for await (const { items } of pages) {
    for (const pod of items) {
      const short = withoutContainers(pod);
      for (const key of workloadsOfPod(pod)) {
        const others = found.get(key) ?? [];
        others.push(short);
        found.set(key, others);
      }
    }
  }
  return found;
}

function withoutContainers({ metadata, spec: { nodeName }, ...pod }: Pod): Pod {
  const { annotations: _annotations, managedFields: _fields, ...identity } = metadata;
  return { ...pod, metadata: identity, spec: { ...present({ nodeName }), containers: [] } };
}

/** Pod as the caches keep it: its labels, owner and status; of a ready pod, not even its containers. */
export function trimPod(pod: Pod): Pod {
  const { apiVersion, kind, metadata, status = {} } = pod;
  const { ownerReferences = [], annotations: _, ...identity } = metadata;
  const unready = !isReadyPod(pod);
  return {
    apiVersion,
    kind,
    metadata: {
      ...identity,
      ownerReferences: ownerReferences.filter(({ controller }) => controller === true),
    },
    spec: { containers: [] },
    status: {
      ...only(status, unready ? ['phase', 'reason', 'message'] : ['phase']),
      conditions: (status.conditions ?? [])
        .filter(({ type }) => KEPT_CONDITIONS.includes(type))
        .map((condition) => only(condition, ['type', 'status', 'reason', 'message'])),
      initContainerStatuses: unready ? trimContainers(status.initContainerStatuses) : [],
      containerStatuses: unready ? trimContainers(status.containerStatuses) : [],
    },
  };
}

function trimContainers(statuses: readonly ContainerStatus[] = []): ContainerStatus[] {
  return statuses.map((each) => only(each, ['name', 'ready', 'state', 'lastState']));
}

/** Object with those of its fields that are named. */
function only<T extends object, K extends keyof T>(object: T, names: readonly K[]): Pick<T, K> {
  const entries = names.filter((name) => name in object).map((name) => [name, object[name]]);
  return Object.fromEntries(entries) as Pick<T, K>;
}
