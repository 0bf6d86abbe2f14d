import { firstFew } from '../base/text.ts';
import { isFailure, tryRead } from '../kube/error.ts';
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
      const has = await namesIn(client, resource, namespace);
      throw new Refused(
        `the namespace ${namespace} has no ${resource.kind} ${name}${has}: name another namespace by -n, or look with kubectl get ${resource.plural} -A`,
      );
    }
    throw error;
  }
}

/** Most names of objects that an error has. */
const MOST_NAMES = 10;

/** Words on the objects of a kind that a namespace has, as far as the user may know them. Throws KubeError. */
async function namesIn(
  client: Connection['client'],
  resource: Resource<KubeObject>,
  namespace: string,
): Promise<string> {
  const listed = await tryRead(client.listMetadata(resource, { namespace }));
  if (listed.type !== 'found') {
    return '';
  }
  const names = listed.value.map(({ metadata }) => metadata.name).toSorted();
  return names.length === 0 ? ', nor any other' : `; it has ${firstFew(names, MOST_NAMES, ', ')}`;
}
