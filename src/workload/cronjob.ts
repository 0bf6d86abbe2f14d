import { CRON_JOBS, JOBS } from '../objects/workload.ts';
import { READY } from './readiness.ts';
import type { OwnedPod, WorkloadTraits } from './traits.ts';

/** CronJob: a Job at each scheduled time. */
export const cronJob: WorkloadTraits<'CronJob'> = {
  resource: CRON_JOBS,
  templatePath: ['jobTemplate', 'spec', 'template'],
  immutableTemplate: false,
  // A CronJob must have a schedule: this one exists, and never runs.
  specOf: ({ template }) => ({
    schedule: '0 0 * * *',
    suspend: true,
    jobTemplate: { spec: { template } },
  }),
  limitation: 'the model has no schedule: the CronJob is suspended, create Jobs from it',
  stop: (spec) => ({ ...spec, suspend: true }),
  runs: 'on-schedule',
  gracePeriodSeconds: undefined,
  stablePods: false,
  workloadOfPod,
  podLabels: [],
  isStopped: ({ spec }) => spec.suspend === true,
  readiness: () => READY,
  replicas: () => ({ ready: 0, wanted: 0 }),
  outdatedPods: () => 0,
};

/** Name of the CronJob of a Job, which is `<CronJob>-<minutes since 1970>`; a user may have given a Job such a name too. */
function workloadOfPod({ owner: { kind, name } }: OwnedPod): string | undefined {
  return kind === JOBS.kind ? /^(.+)-\d{8,}$/.exec(name)?.[1] : undefined;
}
