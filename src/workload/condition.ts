import type { Pod, Workload } from '../objects/workload.ts';

/** Condition of a type, where its status is as given. */
export function conditionOf(
  status: Pick<NonNullable<Workload['status']>, 'conditions'> | undefined,
  type: string,
  is: 'True' | 'False',
) {
  return status?.conditions?.find((condition) => condition.type === type && condition.status === is);
}

/** Whether a pod is ready for its Services. */
export function isReadyPod({ status }: Pod): boolean {
  return conditionOf(status, 'Ready', 'True') !== undefined;
}
