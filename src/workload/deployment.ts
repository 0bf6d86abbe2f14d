import { DEPLOYMENTS, type Workload } from '../objects/workload.ts';
import { conditionWith } from './condition.ts';
import { failed, progressing, type Readiness, rolledOut, unobserved } from './readiness.ts';
import type { OwnedPod, SpecParts, WorkloadTraits } from './traits.ts';

/** Label by which a Deployment distinguishes the pods of its versions. */
const TEMPLATE_HASH = 'pod-template-hash';

/** Deployment: interchangeable pods, replaced one by one. */
export const deployment: WorkloadTraits<'Deployment'> = {
  resource: DEPLOYMENTS,
  templatePath: ['template'],
  immutableTemplate: false,
  specOf: ({ replicas, selector, template, ...parts }) => ({
    replicas,
    strategy: strategyOf(parts),
    selector: { matchLabels: selector },
    template,
  }),
  limitation: undefined,
  stop: (spec) => ({ ...spec, replicas: 0 }),
  runs: 'continuously',
  gracePeriodSeconds: 10,
  stablePods: false,
  workloadOfPod,
  podLabels: [TEMPLATE_HASH],
  isStopped: ({ spec }) => spec.replicas === 0,
  readiness: (workload) => unobserved(workload) ?? readiness(workload),
  replicas: ({ spec, status = {} }) => ({ ready: status.readyReplicas ?? 0, wanted: spec.replicas ?? 1 }),
  outdatedPods: ({ status: { replicas = 0, updatedReplicas = 0 } = {} }) => replicas - updatedReplicas,
};

/** An old pod goes when a new one is ready, or at once where the new one waits for its volume. */
function strategyOf({ exclusiveVolumes }: Pick<SpecParts, 'exclusiveVolumes'>) {
  return exclusiveVolumes
    ? { type: 'Recreate' }
    : { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
}

/** Name of the Deployment of a ReplicaSet, which is `<Deployment>-<template hash>`. */
function workloadOfPod({ owner: { kind, name }, labels }: OwnedPod): string | undefined {
  const suffix = `-${labels[TEMPLATE_HASH]}`;
  return kind === 'ReplicaSet' && name.endsWith(suffix) ? name.slice(0, -suffix.length) : undefined;
}

function readiness({ metadata, spec, status = {} }: Workload): Readiness {
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = status;
  const stuck = conditionWith(status, 'Progressing', 'False');
  if (stuck?.reason === 'ProgressDeadlineExceeded') {
    return failed(stuck.message ?? 'its rollout made no progress in time');
  }
  const refused = conditionWith(status, 'ReplicaFailure', 'True');
  if (refused !== undefined) {
    return progressing(`pods cannot be created: ${refused.message ?? refused.reason}`);
  }
  const state = rolledOut({
    wanted: spec.replicas ?? 1,
    existing: replicas,
    outdated: replicas - updatedReplicas,
    updated: updatedReplicas,
    available: availableReplicas,
  });
  return spec.paused === true && state.type === 'progressing'
    ? progressing(
        `the Deployment is paused, so that it does not roll out: kubectl rollout resume deployment/${metadata.name} -n ${metadata.namespace} (${state.why})`,
      )
    : state;
}
