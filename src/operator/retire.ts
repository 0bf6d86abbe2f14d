import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { LEASES } from '../controller/lease.ts';
import { RELEASE_PERMISSIONS, releaseInstalls } from '../install/remove/finalizer.ts';
import { KubeClient } from '../kube/client.ts';
import { ignoreNotFound } from '../kube/error.ts';
import { keyOf } from '../kube/object.ts';
import type { Permission } from '../kube/permissions.ts';
import type { Resource } from '../kube/resource.ts';
import { type ClusterAccess, createTransport } from '../kube/transport.ts';
import { ledgerOf } from '../names/ledger.ts';
import { CONFIG_MAPS, NAMESPACES } from '../objects/core.ts';

/** Milliseconds for reading the operator's namespace at its end. */
const READ_TIMEOUT_MS = 2_000;

/** Dependencies of the retirement. */
interface Retirement {
  readonly access: ClusterAccess;
  readonly config: Pick<Config, 'operator'>;
  readonly log: Logger;
}

/** Permissions to retire Stoa; deploy/chart grants exactly these. */
export function retirePermissions({
  namespace,
  watchNamespaces,
  leaderElection: { leaseName: name },
}: Pick<Config['operator'], 'namespace' | 'watchNamespaces' | 'leaderElection'>): readonly Permission[] {
  const ledger = ledgerOf({ namespace, leaderElection: { leaseName: name } });
  const places = watchNamespaces.map((watched) => ({ namespace: watched }));
  return [
    ...(places.length > 0 ? places : [{}]).flatMap((place) =>
      RELEASE_PERMISSIONS.map((permission) => ({ ...permission, ...place })),
    ),
    { group: 'coordination.k8s.io', resource: 'leases', verbs: ['get', 'delete'], namespace, name },
    { group: '', resource: 'configmaps', verbs: ['get', 'delete'], ...ledger },
  ];
}

/**
 * Removes Stoa's finalizers, which would block deletions without it, its lease, and the names that it keeps for their
 * teams. An operator that is still running restores them. Throws KubeError.
 */
export async function retire({ access, config, log }: Retirement): Promise<void> {
  const transport = await createTransport(access);
  try {
    const client = new KubeClient(transport);
    await release(client, config.operator, log);
    const { namespace, leaderElection } = config.operator;
    await remove(client, LEASES, { namespace, name: leaderElection.leaseName });
    await remove(client, CONFIG_MAPS, ledgerOf(config.operator));
  } finally {
    await transport.close();
  }
}

/**
 * Releases the installs if the operator's namespace is being deleted, since no other operator follows. An operator
 * with Roles only cannot read its namespace, and does nothing.
 */
export async function retireWithNamespace(
  client: KubeClient,
  operator: Config['operator'],
  log: Logger,
): Promise<void> {
  const { namespace } = operator;
  try {
    const fieldSelector = `metadata.name=${namespace}`;
    const [found] = await client.list(NAMESPACES, { fieldSelector, timeoutMs: READ_TIMEOUT_MS });
    if (found?.metadata.deletionTimestamp !== undefined) {
      await release(client, operator, log);
    }
  } catch (error) {
    log.info({ err: error, namespace }, 'checking the namespace for deletion failed');
  }
}

async function release(
  client: KubeClient,
  { watchNamespaces }: Config['operator'],
  log: Logger,
): Promise<void> {
  await releaseInstalls(client, watchNamespaces, (install) =>
    log.info({ install: keyOf(install) }, 'install released, its objects stay until they are deleted'),
  );
}

async function remove(
  client: KubeClient,
  resource: Resource,
  at: { readonly namespace: string; readonly name: string },
): Promise<void> {
  const found = await ignoreNotFound(client.get(resource, at));
  if (found !== undefined) {
    await ignoreNotFound(client.delete(resource, { ...at, uid: found.metadata.uid }));
  }
}
