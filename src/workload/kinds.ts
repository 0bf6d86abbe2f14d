import type { KubeObject } from '../kube/object.ts';
import type { Workload, WorkloadKind } from '../objects/workload.ts';
import { cronJob } from './cronjob.ts';
import { daemonSet } from './daemonset.ts';
import { deployment } from './deployment.ts';
import { job } from './job.ts';
import { statefulSet } from './statefulset.ts';
import type { WorkloadTraits } from './traits.ts';

/**
 * Kinds of workloads: all that Stoa knows of each, complete for the kinds of `WORKLOADS` (../objects/workload.ts),
 * where a new kind begins.
 */
export const WORKLOAD_KINDS: { readonly [K in WorkloadKind]: WorkloadTraits<K> } = {
  Deployment: deployment,
  StatefulSet: statefulSet,
  DaemonSet: daemonSet,
  Job: job,
  CronJob: cronJob,
};

/**
 * Values of `extend_method`, by which a model says how a component runs: the kind of its workload, and whether it has
 * one pod, the number of replicas of the model, or a pod on each node.
 */
export const EXTEND_METHODS = {
  stateless_singleton: { kind: 'Deployment', pods: 'one' },
  stateless_multiple: { kind: 'Deployment', pods: 'replicas' },
  state_singleton: { kind: 'StatefulSet', pods: 'one' },
  state_multiple: { kind: 'StatefulSet', pods: 'replicas' },
  daemonset: { kind: 'DaemonSet', pods: 'per-node' },
  job: { kind: 'Job', pods: 'one' },
  cronjob: { kind: 'CronJob', pods: 'one' },
} as const satisfies Readonly<
  Record<string, { readonly kind: WorkloadKind; readonly pods: 'one' | 'replicas' | 'per-node' }>
>;

export type ExtendMethod = keyof typeof EXTEND_METHODS;

/** Value of `extend_method` that is reported of a workload that no model describes. */
export const ADOPTED_AS: Readonly<Record<WorkloadKind, ExtendMethod>> = {
  Deployment: 'stateless_multiple',
  StatefulSet: 'state_multiple',
  DaemonSet: 'daemonset',
  Job: 'job',
  CronJob: 'cronjob',
};

/** Traits of the kind of a workload. */
export function traitsOf({ kind }: Workload): WorkloadTraits {
  return WORKLOAD_KINDS[kind];
}

/** Whether a kind is one that the workload of a component can be. */
export function isWorkloadKind(kind: string): kind is WorkloadKind {
  return Object.hasOwn(WORKLOAD_KINDS, kind);
}

/** Whether an object is of a kind that the workload of a component can be. */
export function isWorkload(object: KubeObject): object is Workload {
  return isWorkloadKind(object.kind);
}
