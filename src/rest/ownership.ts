import { type KubeObject, keyOf } from '../kube/object.ts';
import { managerOf } from '../objects/managed.ts';
import { Problem } from './problem/problem.ts';

/** Owner of the fields that this API writes, in `metadata.managedFields`. */
export const FIELD_MANAGER = 'stoa-rest';

/** Throws the Problem `managedElsewhere` for an object that a GitOps tool keeps in line with its sources. */
export function refuseManaged(object: KubeObject): void {
  const manager = managerOf(object);
  if (manager !== undefined) {
    throw new Problem(
      'managedElsewhere',
      `the ${object.kind} ${keyOf(object)} is managed by ${manager}, which would undo this: change it there`,
    );
  }
}
