import { LABELS } from '../api/group.ts';
import type { ContainerStatus, Pod } from '../objects/workload.ts';
import { isReadyPod } from './diagnosis.ts';

/** Label by which a Deployment tells the pods of its versions apart. */
const TEMPLATE_HASH = 'pod-template-hash';

const KEPT_LABELS: readonly string[] = [LABELS.appId, LABELS.componentId, LABELS.install, TEMPLATE_HASH];
const KEPT_CONDITIONS: readonly string[] = ['Ready', 'PodScheduled'];

/** The index value under which the pods of a workload are found. */
export function workloadKey(namespace: string, kind: string, name: string): string {
  return `${namespace}/${kind}/${name}`;
}

/** The parts of a key that `workloadKey` made. */
export function splitWorkloadKey(key: string) {
  const [namespace = '', kind = '', name = ''] = key.split('/');
  return { namespace, kind, name };
}

/**
 * The workloads that a pod may belong to, as index values. A pod names its ReplicaSet or Job only, whose name
 * is made of that of the Deployment or CronJob; a Job may also have been given such a name by somebody.
 */
export function workloadsOfPod({ metadata }: Pod): readonly string[] {
  const { namespace = '', labels = {}, ownerReferences = [] } = metadata;
  const { kind, name = '' } = ownerReferences.find(({ controller }) => controller === true) ?? {};
  const key = (of: string, named: string) => workloadKey(namespace, of, named);
  switch (kind) {
    case 'ReplicaSet': {
      const suffix = `-${labels[TEMPLATE_HASH]}`;
      return name.endsWith(suffix) ? [key('Deployment', name.slice(0, -suffix.length))] : [];
    }
    case 'Job': {
      const [, cronJob] = /^(.+)-\d+$/.exec(name) ?? [];
      return [key('Job', name), ...(cronJob === undefined ? [] : [key('CronJob', cronJob)])];
    }
    case 'StatefulSet':
    case 'DaemonSet':
      return [key(kind, name)];
    default:
      return [];
  }
}

/** What is kept of a pod: whose it is and how it fares; of one that is ready, not even its containers. */
export function podInBrief(pod: Pod): Pod {
  const { apiVersion, kind, metadata, status = {} } = pod;
  const { labels = {}, ownerReferences = [], annotations: _, ...identity } = metadata;
  const troubled = !isReadyPod(pod);
  return {
    apiVersion,
    kind,
    metadata: {
      ...identity,
      labels: only(labels, KEPT_LABELS),
      ownerReferences: ownerReferences.filter(({ controller }) => controller === true),
    },
    spec: { containers: [] },
    status: {
      ...only(status, troubled ? ['phase', 'reason', 'message'] : ['phase']),
      conditions: (status.conditions ?? [])
        .filter(({ type }) => KEPT_CONDITIONS.includes(type))
        .map((condition) => only(condition, ['type', 'status', 'reason', 'message'])),
      initContainerStatuses: troubled ? containers(status.initContainerStatuses) : [],
      containerStatuses: troubled ? containers(status.containerStatuses) : [],
    },
  };
}

function containers(statuses: readonly ContainerStatus[] = []): ContainerStatus[] {
  return statuses.map((each) => only(each, ['name', 'ready', 'state', 'lastState']));
}

/** An object with those of its fields that are named. */
function only<T extends object, K extends keyof T>(object: T, names: readonly K[]): Pick<T, K> {
  const entries = names.filter((name) => name in object).map((name) => [name, object[name]]);
  return Object.fromEntries(entries) as Pick<T, K>;
}
