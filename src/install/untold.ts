import { KubeError } from '../kube/error.ts';
import { UNTOLD } from '../source/untold.ts';
import type { Plan } from './plan/plan.ts';

/** Runs work with the objects of a plan. Throws its errors, as they may be told. */
export async function toldErrors<T>(plan: Pick<Plan, 'fromSecrets'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof KubeError ? toldError(plan, error) : error;
  }
}

/** Error of which conditions and the log have no part of an object, where values of Secrets went into the plan. */
export function toldError({ fromSecrets }: Pick<Plan, 'fromSecrets'>, error: KubeError): KubeError {
  const { failure } = error;
  if (!fromSecrets) {
    return error;
  }
  switch (failure.type) {
    case 'invalid':
    case 'field-conflict':
      return new KubeError({ type: failure.type, causes: [] }, MESSAGE);
    case 'refused':
    case 'ambiguous':
    case 'already-exists':
      return new KubeError(failure, MESSAGE);
    case 'forbidden':
      // The authorizer names the right that lacks; admission may quote the object.
      return failure.denied !== undefined ? error : new KubeError(failure, MESSAGE);
    default:
      return error;
  }
}

const MESSAGE = `the API server does not take an object: ${UNTOLD}`;
