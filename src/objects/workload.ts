import type { ComponentKind } from '../api/application.ts';
import type { NamespacedObject } from '../kube/object.ts';
import { namespacedResource, type Resource } from '../kube/resource.ts';

/** Port of a container. */
export interface ContainerPort {
  readonly name?: string;
  readonly containerPort: number;
  readonly protocol?: string;
}

/** Container of a pod, as far as it is used. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly ports?: readonly ContainerPort[];
  /** `Always` of an init container that runs beside the others. */
  readonly restartPolicy?: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly resources?: { readonly limits?: Readonly<Record<string, string>> };
}

/** Pod template of a workload, as far as it is used. */
export interface PodTemplate {
  readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly containers: readonly Container[];
    readonly initContainers?: readonly Container[];
  };
}

/** Condition of a workload or a pod. */
interface StoredCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** Number of pods that a workload wants, and how it replaces them; which fields there are depends on the kind. */
interface Scale {
  readonly replicas?: number;
  readonly suspend?: boolean;
  readonly paused?: boolean;
  readonly completions?: number;
  readonly updateStrategy?: {
    readonly type?: string;
    readonly rollingUpdate?: { readonly partition?: number };
  };
}

/** Workload of a component, of one of the kinds of `WORKLOADS`. */
export interface Workload extends NamespacedObject {
  readonly kind: WorkloadKind;
  readonly spec: Scale & {
    readonly template?: PodTemplate;
    readonly jobTemplate?: { readonly spec: { readonly template: PodTemplate } };
  };
  /** Fields of the statuses of all kinds; each kind sets some of them. */
  readonly status?: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly readyReplicas?: number;
    readonly updatedReplicas?: number;
    readonly availableReplicas?: number;
    readonly currentRevision?: string;
    readonly updateRevision?: string;
    readonly desiredNumberScheduled?: number;
    readonly currentNumberScheduled?: number;
    readonly updatedNumberScheduled?: number;
    readonly numberReady?: number;
    readonly numberAvailable?: number;
    /** Pods of a Job, or references to the Jobs of a CronJob. */
    readonly active?: number | readonly unknown[];
    readonly succeeded?: number;
    readonly conditions?: readonly StoredCondition[];
  };
}

/** Pod, as far as it is used. */
export interface Pod extends NamespacedObject {
  readonly spec: {
    readonly nodeName?: string;
    readonly restartPolicy?: string;
    readonly containers: readonly Container[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly podIP?: string;
    /** Time at which its node took it. */
    readonly startTime?: string;
    readonly reason?: string;
    readonly message?: string;
    readonly conditions?: readonly StoredCondition[];
    readonly containerStatuses?: readonly ContainerStatus[];
    readonly initContainerStatuses?: readonly ContainerStatus[];
  };
}

/** Status of one container of a pod. */
export interface ContainerStatus {
  readonly name: string;
  readonly ready?: boolean;
  readonly restartCount?: number;
  readonly state?: ContainerState;
  readonly lastState?: ContainerState;
}

interface ContainerState {
  readonly waiting?: { readonly reason?: string; readonly message?: string };
  readonly running?: object;
  readonly terminated?: { readonly exitCode: number; readonly reason?: string; readonly message?: string };
}

/** Resource of one kind of workload. */
export type WorkloadResource<K extends string> = Resource<Workload> & { readonly kind: K };

export const DEPLOYMENTS = workloads('apps/v1', 'Deployment', 'deployments');
export const STATEFUL_SETS = workloads('apps/v1', 'StatefulSet', 'statefulsets');
export const DAEMON_SETS = workloads('apps/v1', 'DaemonSet', 'daemonsets');
export const JOBS = workloads('batch/v1', 'Job', 'jobs');
export const CRON_JOBS = workloads('batch/v1', 'CronJob', 'cronjobs');

/**
 * Resources of every kind that the workload of a component can be. To add one: name it here, and describe it in a file
 * of `src/workload` with a row in `kinds.ts`, which the compiler asks for; `Scale` has the fields of specs that Stoa
 * reads. `npm run generate` grants it in the chart; docs/security.md names the right. Caches take every kind as served
 * by every cluster.
 */
export const WORKLOADS = [DEPLOYMENTS, STATEFUL_SETS, DAEMON_SETS, JOBS, CRON_JOBS] as const;

/** Resources of the kinds of workloads that have a number of replicas. */
export const SCALABLE = [DEPLOYMENTS, STATEFUL_SETS] as const;

/** Kind that the workload of a component can be. */
export type WorkloadKind = (typeof WORKLOADS)[number]['kind'];

/** Resource of ReplicaSets, which make the pods of Deployments. */
export const REPLICA_SETS = namespacedResource('apps/v1', 'ReplicaSet', 'replicasets');

/** Resource of Pods. */
export const PODS: Resource<Pod> = namespacedResource('v1', 'Pod', 'pods');

/** Fields of `Scale`, complete. */
const SCALE_FIELDS: Readonly<Record<keyof Scale, true>> = {
  replicas: true,
  suspend: true,
  paused: true,
  completions: true,
  updateStrategy: true,
};

/** Ports with a name of the containers that run in the pods of a workload, in the order in which Services find them. */
export function namedPorts({ spec: { template } }: Workload): readonly ContainerPort[] {
  const { containers = [], initContainers = [] } = template?.spec ?? {};
  const besides = initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always');
  return [...containers, ...besides].flatMap(({ ports = [] }) =>
    ports.filter(({ name }) => name !== undefined),
  );
}

/** Labels of the pods of a workload, by its template; those of the pods of a CronJob's Jobs are not known. */
export function templateLabels({ spec: { template } }: Workload): Readonly<Record<string, string>> {
  return template?.metadata?.labels ?? {};
}

/** Workload as the caches keep it: of its pod template, the labels and the ports with a name, if there are any. */
export function trimWorkload(workload: Workload): Workload {
  const kept = Object.entries(workload.spec).filter(([field]) => Object.hasOwn(SCALE_FIELDS, field));
  const ports = namedPorts(workload);
  const labels = templateLabels(workload);
  const hasLabels = Object.keys(labels).length > 0;
  const template = {
    ...(hasLabels ? { metadata: { labels } } : {}),
    spec: { containers: ports.length === 0 ? [] : [{ name: '', image: '', ports }] },
  };
  const isEmpty = ports.length === 0 && !hasLabels;
  return { ...workload, spec: { ...Object.fromEntries(kept), ...(isEmpty ? {} : { template }) } };
}

function workloads<const K extends ComponentKind>(
  apiVersion: string,
  kind: K,
  plural: string,
): WorkloadResource<K> {
  return { ...namespacedResource<Workload>(apiVersion, kind, plural), kind };
}
