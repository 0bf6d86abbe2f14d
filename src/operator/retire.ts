import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { LEASES } from '../controller/lease.ts';
import { KubeClient } from '../kube/client.ts';
import { unlessGone } from '../kube/error.ts';
import { keyOf } from '../kube/object.ts';
import type { Permission } from '../kube/permissions.ts';
import { type ClusterAccess, createTransport } from '../kube/transport.ts';
import { RELEASE_PERMISSIONS, releaseInstalls } from '../market/removal/release.ts';
import { NAMESPACES } from '../objects/core.ts';

/** Milliseconds within which the API server must say how the operator's namespace is, when the operator ends. */
const LOOK_MS = 2_000;

/** What it takes to retire Stoa. */
export interface Retirement {
  readonly access: ClusterAccess;
  readonly config: Pick<Config, 'operator'>;
  readonly log: Logger;
}

/** All that whoever retires Stoa must be allowed to do; deploy/chart grants it, and nothing else. */
export function retirePermissions({
  namespace,
  watchNamespaces,
}: Pick<Config['operator'], 'namespace' | 'watchNamespaces'>): readonly Permission[] {
  const places = watchNamespaces.map((watched) => ({ namespace: watched }));
  return [
    ...(places.length > 0 ? places : [{}]).flatMap((place) =>
      RELEASE_PERMISSIONS.map((permission) => ({ ...permission, ...place })),
    ),
    { group: 'coordination.k8s.io', resource: 'leases', verbs: ['get', 'delete'], namespace },
  ];
}

/**
 * Takes away what would hold up others when Stoa is gone, or be left behind: its finalizers and its lease. An operator
 * that is still at work sets them again. Throws KubeError.
 */
export async function retire({ access, config, log }: Retirement): Promise<void> {
  const transport = await createTransport(access);
  try {
    const client = new KubeClient(transport);
    await release(client, config.operator, log);
    await removeLease(client, config.operator);
  } finally {
    await transport.close();
  }
}

/**
 * Where the operator's namespace is being deleted, no other operator comes: nobody else would release the installs. One
 * that has Roles alone may not look.
 */
export async function retireWithNamespace(
  client: KubeClient,
  operator: Config['operator'],
  log: Logger,
): Promise<void> {
  const { namespace } = operator;
  try {
    const fieldSelector = `metadata.name=${namespace}`;
    const [found] = await client.list(NAMESPACES, { fieldSelector, timeoutMs: LOOK_MS });
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
  for (const install of await releaseInstalls(client, watchNamespaces)) {
    log.info({ install: keyOf(install) }, 'install released, its objects stay until they are deleted');
  }
}

async function removeLease(
  client: KubeClient,
  { namespace, leaderElection: { leaseName: name } }: Config['operator'],
): Promise<void> {
  const lease = await unlessGone(client.get(LEASES, { namespace, name }));
  if (lease !== undefined) {
    await unlessGone(client.delete(LEASES, { namespace, name, uid: lease.metadata.uid }));
  }
}
