import { expect } from 'vitest';
import { type Condition, conditionOf } from '../../src/api/condition.ts';
import type { KubeObject } from '../../src/kube/object.ts';

/** Object whose status has conditions. */
interface Conditioned extends KubeObject {
  readonly status?: { readonly conditions?: readonly Condition[] | undefined } | undefined;
}

/**
 * The condition of an object with the expected status, and with the expected reason if there is one, for the object's
 * current generation; throws if the object has none.
 */
export function conditionWith(
  object: Conditioned,
  type: string,
  { status, reason }: { readonly status: string; readonly reason?: string | undefined },
): Condition {
  const found = conditionOf(object.status, type);
  // Its reason and message say why it is another one.
  expect(found, `${type}: ${found?.status} ${found?.reason}: ${found?.message}`).toMatchObject({
    status,
    observedGeneration: object.metadata.generation,
    ...(reason === undefined ? {} : { reason }),
  });
  return found as Condition;
}
