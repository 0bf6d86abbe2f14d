import type { ComponentState } from '../api/application.ts';
import { ANNOTATIONS, LABELS } from '../api/group.ts';
import type { Pod, Workload } from '../objects/workload.ts';
import { conditionWith, isReadyPod } from './condition.ts';
import { diagnosisOf } from './diagnosis.ts';
import { traitsOf } from './kinds.ts';
import { READY, type Readiness } from './readiness.ts';
import type { Replicas } from './traits.ts';

/**
 * Readiness of a workload: its controller has observed the spec, all pods are of the present version and available,
 * and none is left over. A workload that wants no pods is ready when it has none; a Job, when it has succeeded or is
 * suspended; a CronJob, always. Problems of pods are the matter of `diagnosisOf`.
 */
export function readinessOf(workload: Workload): Readiness {
  return traitsOf(workload).readiness(workload);
}

/** Pods of a workload that are ready, and how many it wants; of a Job, those that have succeeded. */
export function replicasOf(workload: Workload): Replicas {
  return traitsOf(workload).replicas(workload);
}

/**
 * State of a component: of its workload, undefined where that is gone, and of the pods that belong to it. Problems
 * count before progress: a roll-out whose new pods crash is abnormal, not an upgrade.
 */
export function stateOf(workload: Workload | undefined, pods: readonly Pod[]): ComponentState {
  const active = pods.filter(({ status }) => status?.phase !== 'Succeeded' && status?.phase !== 'Failed');
  if (workload === undefined) {
    return active.length > 0 ? 'stopping' : 'closed';
  }
  const isStopped = traitsOf(workload).isStopped(workload);
  return (
    endState(workload) ?? (isStopped ? stoppedState(workload, active) : runState(workload, pods, active))
  );
}

/** Whether a component has failed, in whole or in part. */
export function isAbnormal(state: ComponentState): boolean {
  return state === 'abnormal' || state === 'some_abnormal';
}

/** Trouble that keeps a workload from being ready: the worst problem of its pods, else what its controller waits for, which has no reason. */
export function troubleOf(
  workload: Workload | undefined,
  pods: readonly Pod[],
): { readonly reason?: string; readonly message: string } | undefined {
  const readiness = workload === undefined ? READY : readinessOf(workload);
  return diagnosisOf(pods) ?? (readiness.type === 'ready' ? undefined : { message: readiness.why });
}

/** State of a workload that has run to completion; undefined where it has not, or does not do so. */
function endState(workload: Workload): ComponentState | undefined {
  if (traitsOf(workload).runs !== 'to-completion') {
    return undefined;
  }
  const failed = conditionWith(workload.status, 'Failed', 'True') === undefined ? undefined : 'abnormal';
  return conditionWith(workload.status, 'Complete', 'True') === undefined ? failed : 'succeeded';
}

/** State of a workload that wants no pods. Only an install leaves one that was never rolled out, and marks the others. */
function stoppedState({ metadata }: Workload, active: readonly Pod[]): ComponentState {
  if (active.length > 0) {
    return 'stopping';
  }
  const installed = metadata.labels?.[LABELS.install] !== undefined;
  return installed && metadata.annotations?.[ANNOTATIONS.deployed] === undefined ? 'undeploy' : 'closed';
}

function runState(workload: Workload, pods: readonly Pod[], active: readonly Pod[]): ComponentState {
  switch (traitsOf(workload).runs) {
    case 'continuously':
      return servingState(workload, pods);
    case 'to-completion':
      return jobState(pods, active);
    case 'on-schedule':
      return diagnosisOf(active) === undefined ? 'running' : abnormal(active.some(isReadyPod));
  }
}

function servingState(workload: Workload, pods: readonly Pod[]): ComponentState {
  const readiness = readinessOf(workload);
  if (readiness.type === 'ready') {
    return 'running';
  }
  const refused = conditionWith(workload.status, 'ReplicaFailure', 'True') !== undefined;
  if (readiness.type === 'failed' || refused || diagnosisOf(pods) !== undefined) {
    return abnormal(replicasOf(workload).ready > 0);
  }
  return traitsOf(workload).outdatedPods(workload) > 0 ? 'upgrade' : beginning(pods);
}

/** State of a Job; failed attempts count while there is no other. */
function jobState(pods: readonly Pod[], active: readonly Pod[]): ComponentState {
  const works = active.some(isReadyPod);
  if (diagnosisOf(active.length > 0 ? active : pods) !== undefined) {
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
