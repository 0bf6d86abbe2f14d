import { filled } from '../base/fields.ts';
import { STATEFUL_SETS, type Workload } from '../objects/workload.ts';
import { type Readiness, rolledOut, unobserved } from './readiness.ts';
import type { SpecParts, WorkloadTraits } from './traits.ts';

/** StatefulSet: numbered pods, each with a name and volumes of its own. */
export const statefulSet: WorkloadTraits<'StatefulSet'> = {
  resource: STATEFUL_SETS,
  templatePath: ['template'],
  immutableTemplate: false,
  specOf: ({ replicas, selector, template, ...parts }) => ({
    replicas,
    ...identityOf(parts),
    selector: { matchLabels: selector },
    template,
  }),
  limitation: undefined,
  stop: (spec) => ({ ...spec, replicas: 0 }),
  runs: 'continuously',
  gracePeriodSeconds: undefined,
  stablePods: true,
  workloadOfPod: ({ owner }) => (owner.kind === STATEFUL_SETS.kind ? owner.name : undefined),
  podLabels: [],
  isStopped: ({ spec }) => spec.replicas === 0,
  readiness: (workload) => unobserved(workload) ?? readiness(workload),
  replicas: ({ spec, status = {} }) => ({ ready: status.readyReplicas ?? 0, wanted: spec.replicas ?? 1 }),
  outdatedPods,
};

function identityOf({
  headlessService,
  claimTemplates,
}: Pick<SpecParts, 'headlessService' | 'claimTemplates'>) {
  return filled({
    serviceName: headlessService,
    // In order, pods of a version that never gets ready would keep those of the next from coming.
    podManagementPolicy: 'Parallel',
    volumeClaimTemplates: claimTemplates,
  });
}

function readiness({ spec, status = {} }: Workload): Readiness {
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = status;
  const wanted = spec.replicas ?? 1;
  const { type, rollingUpdate } = spec.updateStrategy ?? {};
  const staying = type === 'OnDelete' ? wanted : (rollingUpdate?.partition ?? 0);
  return rolledOut({
    wanted,
    existing: replicas,
    outdated: 0,
    updated: updatedReplicas + staying,
    available: availableReplicas,
  });
}

function outdatedPods({ status = {} }: Workload): number {
  const { replicas = 0, updatedReplicas = 0, currentRevision, updateRevision } = status;
  return currentRevision === updateRevision ? 0 : replicas - updatedReplicas;
}
