import type { Fields } from '../base/fields.ts';
import type { Workload, WorkloadKind, WorkloadResource } from '../objects/workload.ts';
import type { Readiness } from './readiness.ts';

/** Everything that differs between one kind of workload and another. */
export interface WorkloadTraits<K extends WorkloadKind = WorkloadKind>
  extends SpecTraits,
    PodTraits,
    StatusTraits {
  readonly resource: WorkloadResource<K>;
}

/** Spec of a kind of workload. */
interface SpecTraits {
  /** Path of the pod template in the spec. */
  readonly templatePath: readonly string[];
  /** Whether the API server rejects changes of the pod template, so that other pods need another object. */
  readonly immutableTemplate: boolean;
  /** Spec of the workload of a component. */
  readonly specOf: (parts: SpecParts) => Fields;
  /** Why that spec does less than the kind can; undefined where it does not. Reported in `status.notApplied`. */
  readonly limitation: string | undefined;
  /** Spec for no pods. */
  readonly stop: (spec: Fields) => Fields;
}

/** Parts of a component from which the spec of its workload is made. */
export interface SpecParts {
  readonly selector: Readonly<Record<string, string>>;
  readonly template: Fields;
  readonly replicas: number;
  /** Whether a volume admits one pod only, so that the old pod must go before the new one starts. */
  readonly exclusiveVolumes: boolean;
  /** Name of the Service without an address that gives each pod a name; used by kinds with `stablePods`. */
  readonly headlessService: string;
  /** Claims of each pod; used by kinds with `stablePods`. */
  readonly claimTemplates: readonly Fields[];
}

/** Pods of a kind of workload. */
interface PodTraits {
  /** Until when pods run: until they are replaced, until they succeed, or until they succeed at each scheduled time. */
  readonly runs: 'continuously' | 'to-completion' | 'on-schedule';
  /** Seconds that the pods of a component have to end, as in the original; undefined for the default of Kubernetes. */
  readonly gracePeriodSeconds: number | undefined;
  /** Whether each pod has a name and claims (`spec.volumeClaimTemplates`) of its own. */
  readonly stablePods: boolean;
  /** Name of the workload of this kind that a pod belongs to; undefined where it belongs to none. */
  readonly workloadOfPod: (pod: OwnedPod) => string | undefined;
  /** Labels of pods that `workloadOfPod` reads. */
  readonly podLabels: readonly string[];
}

/** Pod with the controller that owns it. */
export interface OwnedPod {
  readonly owner: { readonly kind: string; readonly name: string };
  readonly labels: Readonly<Record<string, string>>;
}

/** Status of a kind of workload. */
interface StatusTraits {
  /** Whether the workload is to have no pods. */
  readonly isStopped: (workload: Workload) => boolean;
  readonly readiness: (workload: Workload) => Readiness;
  readonly replicas: (workload: Workload) => Replicas;
  /** Number of pods of earlier versions that are to be replaced. */
  readonly outdatedPods: (workload: Workload) => number;
}

/** Number of pods of a workload that are ready (of a Job, that have succeeded), and that it wants. */
export interface Replicas {
  readonly ready: number;
  readonly wanted: number;
}
