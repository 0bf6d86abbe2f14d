import { isFailure } from '../kube/error.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import type { Connection } from './connect.ts';
import { Refused } from './failure.ts';

/** Object of a name in the namespace of a connection. Throws Refused where there is none, and KubeError. */
export async function readObject<T extends KubeObject>(
  { client, namespace }: Connection,
  resource: Resource<T>,
  name: string,
): Promise<T> {
  try {
    return await client.get(resource, { namespace, name });
  } catch (error) {
    if (isFailure(error, 'not-found')) {
      throw new Refused(
        `the namespace ${namespace} has no ${resource.kind} ${name}: name another namespace by -n, or look with kubectl get ${resource.plural} -A`,
      );
    }
    throw error;
  }
}
