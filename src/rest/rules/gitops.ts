import { type KubeObject, keyOf } from '../../kube/object.ts';
import { managerOf } from '../../objects/managed.ts';
import { Problem } from '../problem/problem.ts';

/** Throws the Problem `managedElsewhere` for an object that a tool keeps as its sources say. */
export function refuseManaged(object: KubeObject): void {
  const manager = managerOf(object);
  if (manager !== undefined) {
    throw new Problem(
      'managedElsewhere',
      `the ${object.kind} ${keyOf(object)} is managed by ${manager}, which would undo this: change it there`,
    );
  }
}
