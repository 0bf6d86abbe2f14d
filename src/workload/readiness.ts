import type { Workload } from '../objects/workload.ts';

/** Whether a workload has become what its spec says; `why` is for people. */
export type Readiness =
  | { readonly type: 'ready' }
  /** It is on its way, or waits for something that may come. */
  | { readonly type: 'progressing'; readonly why: string }
  /** Its own controller has given up; somebody has to change something. */
  | { readonly type: 'failed'; readonly why: string };

const READY: Readiness = { type: 'ready' };

/**
 * Whether a workload is rolled out: its controller has seen the spec, all pods are of the present version
 * and available, and none is left over. One that is to have no pods is ready when it has none; a Job is
 * ready when it has succeeded, or is suspended; a CronJob always is. What is wrong with its pods, `troubleOf`
 * tells.
 */
export function readinessOf(workload: Workload): Readiness {
  switch (workload.kind) {
    case 'Deployment':
      return seen(workload) ?? deployment(workload);
    case 'StatefulSet':
      return seen(workload) ?? statefulSet(workload);
    case 'DaemonSet':
      return seen(workload) ?? daemonSet(workload);
    case 'Job':
      return job(workload);
    default:
      return READY;
  }
}

function seen({ kind, metadata, status }: Workload): Readiness | undefined {
  return (status?.observedGeneration ?? 0) < (metadata.generation ?? 0)
    ? progressing(`the ${kind} has changed, and its controller has not seen that yet`)
    : undefined;
}

function deployment({ spec, status = {} }: Workload): Readiness {
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = status;
  const stopped = conditionOf(status, 'Progressing', 'False');
  if (stopped?.reason === 'ProgressDeadlineExceeded') {
    return { type: 'failed', why: stopped.message ?? 'its rollout made no progress in time' };
  }
  const refused = conditionOf(status, 'ReplicaFailure', 'True');
  if (refused !== undefined) {
    return progressing(`pods cannot be created: ${refused.message ?? refused.reason}`);
  }
  const wanted = spec.replicas ?? 1;
  return counted({
    wanted,
    existing: replicas,
    outdated: replicas - updatedReplicas,
    updated: updatedReplicas,
    available: availableReplicas,
  });
}

function statefulSet({ spec, status = {} }: Workload): Readiness {
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = status;
  const wanted = spec.replicas ?? 1;
  const { type, rollingUpdate } = spec.updateStrategy ?? {};
  const staying = type === 'OnDelete' ? wanted : (rollingUpdate?.partition ?? 0);
  return counted({
    wanted,
    existing: replicas,
    outdated: 0,
    updated: updatedReplicas + staying,
    available: availableReplicas,
  });
}

function daemonSet({ spec, status = {} }: Workload): Readiness {
  const { desiredNumberScheduled = 0, updatedNumberScheduled = 0, numberAvailable = 0 } = status;
  const staying = spec.updateStrategy?.type === 'OnDelete' ? desiredNumberScheduled : 0;
  return counted({
    wanted: desiredNumberScheduled,
    existing: 0,
    outdated: 0,
    updated: updatedNumberScheduled + staying,
    available: numberAvailable,
  });
}

function job({ spec, status = {} }: Workload): Readiness {
  const failed = conditionOf(status, 'Failed', 'True');
  if (failed !== undefined) {
    return { type: 'failed', why: failed.message ?? 'the Job has failed' };
  }
  if (conditionOf(status, 'Complete', 'True') !== undefined) {
    return READY;
  }
  const active = typeof status.active === 'number' ? status.active : 0;
  if (spec.suspend === true) {
    return active === 0 ? READY : progressing(`${pods(active)} of the suspended Job to end`);
  }
  const wanted = spec.completions ?? 1;
  return progressing(`${status.succeeded ?? 0} of ${wanted} pods have succeeded`);
}

interface Counts {
  readonly wanted: number;
  readonly existing: number;
  /** Pods of earlier versions that are to go. */
  readonly outdated: number;
  /** Pods of the present version, and those that need not be. */
  readonly updated: number;
  readonly available: number;
}

function counted({ wanted, existing, outdated, updated, available }: Counts): Readiness {
  if (updated < wanted) {
    return progressing(`${updated} of ${wanted} pods are of the present version`);
  }
  const surplus = Math.max(outdated, existing - wanted);
  if (surplus > 0) {
    return progressing(`${pods(surplus)} to be removed`);
  }
  return available < wanted ? progressing(`${available} of ${wanted} pods are available`) : READY;
}

/** The condition of a type, where its status is as given. */
export function conditionOf(
  status: Pick<NonNullable<Workload['status']>, 'conditions'> | undefined,
  type: string,
  is: 'True' | 'False',
) {
  return status?.conditions?.find((condition) => condition.type === type && condition.status === is);
}

function progressing(why: string): Readiness {
  return { type: 'progressing', why };
}

function pods(count: number): string {
  return count === 1 ? '1 pod' : `${count} pods`;
}
