import type { KubeClient } from '../kube/client.ts';
import { tryRead } from '../kube/error.ts';
import type { Service } from '../objects/core.ts';
import { WORKLOADS, type Workload } from '../objects/workload.ts';
import { targetsNames } from './exposure.ts';

/**
 * Workloads of components, where one of their Services targets a port by its name; none where none does, which costs no
 * call, and those that the caller may not list. Throws KubeError.
 */
export async function readNamingWorkloads(
  client: Pick<KubeClient, 'list'>,
  where: { readonly namespace?: string | undefined; readonly labelSelector: string },
  services: readonly Service[],
): Promise<readonly Workload[]> {
  if (!services.some(targetsNames)) {
    return [];
  }
  const found = await Promise.all(WORKLOADS.map((resource) => tryRead(client.list(resource, where))));
  return found.flatMap((each) => (each.type === 'found' ? each.value : []));
}
