import type { ComponentState } from '../api/application.ts';
import { ANNOTATIONS, LABELS } from '../api/group.ts';
import type { Pod, Workload } from '../objects/workload.ts';
import { isReadyPod, troubleOf } from './diagnosis.ts';
import { conditionOf, readinessOf } from './readiness.ts';

/**
 * The state of a component: of its workload, undefined where that is gone, and the pods that belong to it.
 * Trouble is told before progress: a roll-out whose new pods crash is abnormal, not an upgrade.
 */
export function stateOf(workload: Workload | undefined, pods: readonly Pod[]): ComponentState {
  const active = pods.filter(({ status }) => status?.phase !== 'Succeeded' && status?.phase !== 'Failed');
  if (workload === undefined) {
    return active.length > 0 ? 'stopping' : 'closed';
  }
  return (
    ended(workload) ?? (isStopped(workload) ? stopped(workload, active) : working(workload, pods, active))
  );
}

function working(workload: Workload, pods: readonly Pod[], active: readonly Pod[]): ComponentState {
  switch (workload.kind) {
    case 'Job':
      return jobState(pods, active);
    case 'CronJob':
      return troubleOf(active) === undefined ? 'running' : abnormal(active.some(isReadyPod));
    default:
      return servingState(workload, pods);
  }
}

/** How a Job ended, if it has. */
function ended({ kind, status }: Workload): ComponentState | undefined {
  if (kind !== 'Job') {
    return undefined;
  }
  const failed = conditionOf(status, 'Failed', 'True') === undefined ? undefined : 'abnormal';
  return conditionOf(status, 'Complete', 'True') === undefined ? failed : 'succeeded';
}

/** Pods of a workload that are ready, and how many it wants; of a Job, those that have succeeded. */
export function replicasOf({ kind, spec, status = {} }: Workload): {
  readonly ready: number;
  readonly wanted: number;
} {
  switch (kind) {
    case 'DaemonSet':
      return { ready: status.numberReady ?? 0, wanted: status.desiredNumberScheduled ?? 0 };
    case 'Job':
      return {
        ready: status.succeeded ?? 0,
        wanted: spec.suspend === true ? 0 : (spec.completions ?? 1),
      };
    case 'CronJob':
      return { ready: 0, wanted: 0 };
    default:
      return { ready: status.readyReplicas ?? 0, wanted: spec.replicas ?? 1 };
  }
}

/** Whether a workload is to have no pods. */
function isStopped({ kind, metadata, spec, status = {} }: Workload): boolean {
  switch (kind) {
    case 'DaemonSet':
      // It has no number of its own: it stands still where no node is meant for it.
      return status.desiredNumberScheduled === 0 && status.observedGeneration === metadata.generation;
    case 'Job':
    case 'CronJob':
      return spec.suspend === true;
    default:
      return spec.replicas === 0;
  }
}

/** What has no pods and wants none was never rolled out only where an install made it and says so. */
function stopped({ metadata }: Workload, active: readonly Pod[]): ComponentState {
  if (active.length > 0) {
    return 'stopping';
  }
  const installed = metadata.labels?.[LABELS.install] !== undefined;
  return installed && metadata.annotations?.[ANNOTATIONS.deployed] === undefined ? 'undeploy' : 'closed';
}

function servingState(workload: Workload, pods: readonly Pod[]): ComponentState {
  const readiness = readinessOf(workload);
  if (readiness.type === 'ready') {
    return 'running';
  }
  const refused = conditionOf(workload.status, 'ReplicaFailure', 'True') !== undefined;
  if (readiness.type === 'failed' || refused || troubleOf(pods) !== undefined) {
    return abnormal(replicasOf(workload).ready > 0);
  }
  return outdated(workload) > 0 ? 'upgrade' : beginning(pods);
}

/** Attempts that have failed count while there is no other. */
function jobState(pods: readonly Pod[], active: readonly Pod[]): ComponentState {
  const works = active.some(isReadyPod);
  if (troubleOf(active.length > 0 ? active : pods) !== undefined) {
    return abnormal(works);
  }
  return works ? 'running' : beginning(active);
}

function abnormal(partly: boolean): ComponentState {
  return partly ? 'some_abnormal' : 'abnormal';
}

function beginning(pods: readonly Pod[]): ComponentState {
  return pods.length > 0 ? 'waiting' : 'starting';
}

/** Pods of versions before the present one. */
function outdated({ kind, status = {} }: Workload): number {
  const { replicas = 0, updatedReplicas = 0, currentRevision, updateRevision } = status;
  switch (kind) {
    case 'DaemonSet':
      return (status.currentNumberScheduled ?? 0) - (status.updatedNumberScheduled ?? 0);
    case 'StatefulSet':
      return currentRevision === updateRevision ? 0 : replicas - updatedReplicas;
    default:
      return replicas - updatedReplicas;
  }
}
