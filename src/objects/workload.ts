import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';

/** A container, as far as it is used. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly resources?: { readonly limits?: Readonly<Record<string, string>> };
}

/** The template of a workload's pods, as far as it is used. */
export interface PodTemplate {
  readonly spec: { readonly containers: readonly Container[] };
}

/** A workload of one of the kinds that a component can be; which fields it has depends on the kind. */
export interface Workload extends KubeObject {
  readonly spec: {
    readonly replicas?: number;
    readonly suspend?: boolean;
    readonly completions?: number;
    readonly parallelism?: number;
    readonly updateStrategy?: {
      readonly type?: string;
      readonly rollingUpdate?: { readonly partition?: number };
    };
    readonly template?: PodTemplate;
    readonly jobTemplate?: { readonly spec: { readonly template: PodTemplate } };
  };
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
    /** Of a Job: pods that are ready. */
    readonly ready?: number;
    readonly active?: number | readonly unknown[];
    readonly succeeded?: number;
    readonly failed?: number;
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason?: string;
      readonly message?: string;
    }[];
  };
}

/** A Pod, as far as it is used. */
export interface Pod extends KubeObject {
  readonly spec: { readonly nodeName?: string; readonly containers: readonly Container[] };
  readonly status?: {
    readonly phase?: string;
    readonly reason?: string;
    readonly message?: string;
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason?: string;
      readonly message?: string;
    }[];
    readonly containerStatuses?: readonly ContainerStatus[];
    readonly initContainerStatuses?: readonly ContainerStatus[];
  };
}

/** How one container of a pod fares. */
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

export const DEPLOYMENTS: Resource<Workload> = apps('deployments', 'Deployment');
export const STATEFUL_SETS: Resource<Workload> = apps('statefulsets', 'StatefulSet');
export const DAEMON_SETS: Resource<Workload> = apps('daemonsets', 'DaemonSet');
export const JOBS: Resource<Workload> = batch('jobs', 'Job');
export const CRON_JOBS: Resource<Workload> = batch('cronjobs', 'CronJob');

/** Every kind that the workload of a component can be. */
export const WORKLOADS = [DEPLOYMENTS, STATEFUL_SETS, DAEMON_SETS, JOBS, CRON_JOBS] as const;

/** Where Pods are served. */
export const PODS: Resource<Pod> = core('pods', 'Pod');

function apps(plural: string, kind: string): Resource<Workload> {
  return { group: 'apps', version: 'v1', plural, kind, namespaced: true };
}

function batch(plural: string, kind: string): Resource<Workload> {
  return { group: 'batch', version: 'v1', plural, kind, namespaced: true };
}

function core<T extends KubeObject>(plural: string, kind: string): Resource<T> {
  return { group: '', version: 'v1', plural, kind, namespaced: true };
}
