import { type Fields, fieldsOf } from '../base/fields.ts';
import { DAEMON_SETS, type Workload } from '../objects/workload.ts';
import { type Readiness, rolledOut, unobserved } from './readiness.ts';
import type { WorkloadTraits } from './traits.ts';

/** Label that no node has: a DaemonSet has no number of pods that could be 0. */
const NO_NODE = { 'stoa.dev/stopped': 'true' };

/** DaemonSet: one pod on each node. */
export const daemonSet: WorkloadTraits<'DaemonSet'> = {
  resource: DAEMON_SETS,
  templatePath: ['template'],
  immutableTemplate: false,
  specOf: ({ selector, template }) => ({ selector: { matchLabels: selector }, template }),
  limitation: undefined,
  stop,
  runs: 'continuously',
  gracePeriodSeconds: 10,
  stablePods: false,
  workloadOfPod: ({ owner }) => (owner.kind === DAEMON_SETS.kind ? owner.name : undefined),
  podLabels: [],
  isStopped: ({ metadata, status = {} }) =>
    status.desiredNumberScheduled === 0 && status.observedGeneration === metadata.generation,
  readiness: (workload) => unobserved(workload) ?? readiness(workload),
  replicas: ({ status = {} }) => ({
    ready: status.numberReady ?? 0,
    wanted: status.desiredNumberScheduled ?? 0,
  }),
  outdatedPods: ({ status = {} }) =>
    (status.currentNumberScheduled ?? 0) - (status.updatedNumberScheduled ?? 0),
};

function stop(spec: Fields): Fields {
  const template = fieldsOf(spec.template);
  const pod = fieldsOf(template.spec);
  const nodeSelector = { ...fieldsOf(pod.nodeSelector), ...NO_NODE };
  return { ...spec, template: { ...template, spec: { ...pod, nodeSelector } } };
}

function readiness({ spec, status = {} }: Workload): Readiness {
  const { desiredNumberScheduled = 0, updatedNumberScheduled = 0, numberAvailable = 0 } = status;
  const staying = spec.updateStrategy?.type === 'OnDelete' ? desiredNumberScheduled : 0;
  return rolledOut({
    wanted: desiredNumberScheduled,
    existing: 0,
    outdated: 0,
    updated: updatedNumberScheduled + staying,
    available: numberAvailable,
  });
}
