import { JOBS, type Workload } from '../objects/workload.ts';
import { conditionWith } from './condition.ts';
import { failed, podCount, progressing, READY, type Readiness } from './readiness.ts';
import type { WorkloadTraits } from './traits.ts';

/** Job: pods that run once, until they have succeeded. */
export const job: WorkloadTraits<'Job'> = {
  resource: JOBS,
  templatePath: ['template'],
  immutableTemplate: true,
  specOf: ({ template }) => ({ suspend: false, template }),
  limitation: undefined,
  stop: (spec) => ({ ...spec, suspend: true }),
  runs: 'to-completion',
  gracePeriodSeconds: undefined,
  stablePods: false,
  workloadOfPod: ({ owner }) => (owner.kind === JOBS.kind ? owner.name : undefined),
  podLabels: [],
  isStopped: ({ spec }) => spec.suspend === true,
  readiness,
  replicas: ({ spec, status = {} }) => ({
    ready: status.succeeded ?? 0,
    wanted: spec.suspend === true ? 0 : (spec.completions ?? 1),
  }),
  outdatedPods: () => 0,
};

/** Readiness of a Job: it has succeeded, or is suspended and has no pods. */
function readiness({ spec, status = {} }: Workload): Readiness {
  const failure = conditionWith(status, 'Failed', 'True');
  if (failure !== undefined) {
    return failed(failure.message ?? 'the Job has failed');
  }
  if (conditionWith(status, 'Complete', 'True') !== undefined) {
    return READY;
  }
  const active = typeof status.active === 'number' ? status.active : 0;
  if (spec.suspend === true) {
    return active === 0 ? READY : progressing(`${podCount(active)} of the suspended Job to end`);
  }
  const wanted = spec.completions ?? 1;
  return progressing(`${status.succeeded ?? 0} of ${wanted} pods have succeeded`);
}
