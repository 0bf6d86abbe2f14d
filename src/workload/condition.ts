import { conditionOf } from '../api/condition.ts';
import type { Pod, Workload } from '../objects/workload.ts';

/** Condition of a type, where its status is as given. */
export function conditionWith(
  status: Pick<NonNullable<Workload['status']>, 'conditions'> | undefined,
  type: string,
  is: 'True' | 'False',
) {
  const condition = conditionOf(status, type);
  return condition?.status === is ? condition : undefined;
}

/** Whether a pod is ready for its Services. */
export function isReadyPod({ status }: Pod): boolean {
  return conditionWith(status, 'Ready', 'True') !== undefined;
}
