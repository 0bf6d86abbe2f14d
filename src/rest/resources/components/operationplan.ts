import { ANNOTATIONS, LABELS } from '../../../api/group.ts';
import type { ObjectDraft } from '../../../kube/object.ts';
import { installId, type MarketInstall } from '../../../objects/stoa.ts';
import { SCALABLE, type Workload } from '../../../objects/workload.ts';
import { traitsOf } from '../../../workload/kinds.ts';
import { Problem } from '../../problem/problem.ts';

/** Objects that an operation changes, and whether their components run then. */
export interface OperationPlan {
  readonly runs: boolean;
  /** Installs whose `spec.deploy` changes. */
  readonly installs: readonly MarketInstall[];
  /** Workloads of no install whose replicas change. */
  readonly workloads: readonly Workload[];
}

/** Components of an application, those of a request, and the installs of the application. */
interface Components {
  readonly components: readonly Workload[];
  readonly chosen: readonly Workload[];
  readonly installs: readonly MarketInstall[];
}

/**
 * Workloads of the components with these ids or aliases, or all where there is no list; throws the Problem
 * `serviceNotFound`. Pure.
 */
export function chosenOf(components: readonly Workload[], ids: readonly string[] | undefined): Workload[] {
  if (ids === undefined) {
    return [...components];
  }
  const namesOf = ({ metadata: { labels = {} } }: Workload) => [
    labels[LABELS.componentId],
    labels[LABELS.componentAlias],
  ];
  const unknown = ids.filter((id) => !components.some((each) => namesOf(each).includes(id)));
  if (unknown.length > 0) {
    throw new Problem(
      'serviceNotFound',
      `service_ids: the application has no component ${unknown.join(', ')}`,
    );
  }
  return components.filter((each) => namesOf(each).some((name) => name !== undefined && ids.includes(name)));
}

/**
 * Plan by which components run, or by which they do not; throws the Problem `operationImpossible` where a part of them
 * cannot. Pure.
 */
export function operationPlan({ components, chosen, installs }: Components, runs: boolean): OperationPlan {
  const ownerOf = ({ metadata }: Workload) =>
    installs.find((install) => installId(install) === metadata.labels?.[LABELS.install]);
  const owners = new Set(chosen.map(ownerOf));
  const changed = installs.filter((each) => owners.has(each) && (each.spec.deploy === true) !== runs);
  for (const install of changed) {
    requireWhole(
      install,
      components.filter((each) => ownerOf(each) === install && !chosen.includes(each)),
    );
  }
  const workloads = chosen.filter((each) => ownerOf(each) === undefined && hasToChange(each, runs));
  requireScalable(workloads);
  return { runs, installs: changed, workloads };
}

function requireWhole({ metadata, spec }: MarketInstall, others: readonly Workload[]): void {
  const [other] = others;
  if (other !== undefined) {
    throw impossible(
      `the install ${metadata.name} starts and stops as a whole: name all of its components, also ${other.metadata.name}`,
    );
  }
  if (spec.suspend === true) {
    throw impossible(`the install ${metadata.name} is suspended: set spec.suspend to false first`);
  }
}

function requireScalable(workloads: readonly Workload[]): void {
  const other = workloads.find(({ kind }) => !SCALABLE.some((resource) => resource.kind === kind));
  if (other !== undefined) {
    const { kind, metadata } = other;
    throw impossible(
      `the ${kind} ${metadata.name} has no number of replicas: edit it, or name the other components`,
    );
  }
}

function impossible(detail: string): Problem {
  return new Problem('operationImpossible', `service_ids: ${detail}`);
}

/** Whether a workload stands still but has to run, or the other way round; a Job that has succeeded is not stopped. */
function hasToChange(workload: Workload, runs: boolean): boolean {
  const { isStopped, runs: until, readiness } = traitsOf(workload);
  const hasEnded = until === 'to-completion' && readiness(workload).type === 'ready';
  return isStopped(workload) === runs && (runs || !hasEnded);
}

/** Draft of a workload that runs with the replicas of before, or has none and remembers them. Pure. */
export function scaledDraft({ apiVersion, kind, metadata, spec }: Workload, runs: boolean): ObjectDraft {
  const { name, namespace, uid } = metadata;
  const remembered = { [ANNOTATIONS.stoppedReplicas]: String(spec.replicas ?? 1) };
  return {
    apiVersion,
    kind,
    metadata: { name, namespace, uid, ...(runs ? {} : { annotations: remembered }) },
    spec: { replicas: runs ? replicasBefore(metadata.annotations) : 0 },
  };
}

/** Replicas in the annotation, which any user of the team may edit; one where it says nothing. */
function replicasBefore(annotations: Readonly<Record<string, string>> = {}): number {
  const text = annotations[ANNOTATIONS.stoppedReplicas] ?? '';
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}
