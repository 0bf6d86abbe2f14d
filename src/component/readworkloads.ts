import type { KubeClient } from '../kube/client.ts';
import { tryRead } from '../kube/error.ts';
import { SERVICES, type Service } from '../objects/core.ts';
import { APPLICATIONS } from '../objects/stoa.ts';
import { WORKLOADS, type Workload } from '../objects/workload.ts';
import { asAdopted } from './adoption.ts';
import { type Exposure, targetsNames } from './exposure.ts';

type Reader = Pick<KubeClient, 'list'>;

/** Place and labels of the objects that are read. */
interface Where {
  readonly namespace?: string | undefined;
  readonly labelSelector?: string;
}

/**
 * Workloads of components, where one of their Services targets a port by its name; none where none does, which costs no
 * call, and those that the caller may not list. Throws KubeError.
 */
export async function readNamingWorkloads(
  client: Reader,
  where: Where,
  services: readonly Service[],
): Promise<readonly Workload[]> {
  return services.some(targetsNames) ? await readableWorkloads(client, where) : [];
}

/**
 * All Services and workloads of a namespace, as applications adopt them; of the workloads, those that the caller may list
 * unless `readWorkloads` is stricter. Throws KubeError.
 */
export async function readAdopted(
  client: Reader,
  namespace: string,
  readWorkloads = readableWorkloads,
): Promise<Exposure> {
  const [applications, services, workloads] = await Promise.all([
    client.list(APPLICATIONS, { namespace }),
    client.list(SERVICES, { namespace }),
    readWorkloads(client, { namespace }),
  ]);
  return asAdopted({ applications, services, workloads });
}

/** Workloads of all kinds. Throws KubeError. */
export async function listWorkloads(client: Reader, where: Where): Promise<readonly Workload[]> {
  const found = await Promise.all(WORKLOADS.map((resource) => client.list(resource, where)));
  return found.flat();
}

/** Workloads of the kinds that the caller may list. Throws KubeError. */
async function readableWorkloads(client: Reader, where: Where): Promise<readonly Workload[]> {
  const found = await Promise.all(WORKLOADS.map((resource) => tryRead(client.list(resource, where))));
  return found.flatMap((each) => (each.type === 'found' ? each.value : []));
}
