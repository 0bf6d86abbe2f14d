import { join } from 'node:path';
import { EXAMPLE_NAMESPACE } from '../../../deploy/local/cluster/examples.ts';
import { repository } from '../../../deploy/local/repository.ts';
import { until } from '../until.ts';
import { expectNoFinalizer, installed } from './market.ts';
import { deleteKinds, RELEASE, uninstall, uninstallKinds } from './release.ts';
import type { ShippedCluster } from './shippedcluster.ts';

/** An order of Stoa's removal other than the usual one, in which Stoa goes first and its kinds last. */
export interface Order {
  readonly name: string;
  /**
   * Performs everything except the deletion of the namespaces. Throws if anything hangs, or disappears and must stay.
   */
  readonly order: (world: ShippedCluster) => Promise<void>;
}

/** All orders. */
export const ORDERS: readonly Order[] = [
  { name: 'uninstall the CRDs first, then Stoa', order: kindsFirst },
  { name: 'delete the namespace of Stoa first', order: namespaceFirst },
  { name: 'uninstall Stoa without hooks, delete a team, then apply deploy/retire', order: retireLast },
];

/** Deletes the installs together with their kind, so that Stoa uninstalls them. */
async function kindsFirst(world: ShippedCluster): Promise<void> {
  await uninstallKinds(world);
  await until('the installed workloads are gone', () => installed(world));
  await uninstall(world);
}

/** Deletes the namespace first. Helm cannot uninstall afterwards, because its release data is in that namespace. */
async function namespaceFirst(world: ShippedCluster): Promise<void> {
  await world.kubectl('delete', 'namespace', RELEASE.namespace, '--timeout=120s');
  await expectNoFinalizer(world);
  if ((await installed(world)).length === 0) {
    throw new Error('the installed workloads were deleted together with Stoa');
  }
  await deleteKinds(world);
  const roles = ['clusterroles,clusterrolebindings', '--selector=app.kubernetes.io/part-of=stoa'];
  await world.kubectl('delete', ...roles);
}

/** Deletes the team's namespace first, which hangs until Stoa is retired. */
async function retireLast(world: ShippedCluster): Promise<void> {
  await uninstall(world, '--no-hooks');
  await world.kubectl('delete', 'namespace', EXAMPLE_NAMESPACE, '--wait=false');
  const folder = join(repository.root, 'deploy/retire');
  await world.kubectl('apply', '-k', folder);
  const job = [`--namespace=${RELEASE.namespace}`, `job/${RELEASE.name}-retire`];
  await world.kubectl('wait', '--for=condition=Complete', ...job, '--timeout=300s');
  await world.kubectl('wait', '--for=delete', `namespace/${EXAMPLE_NAMESPACE}`, '--timeout=120s');
  await world.kubectl('delete', '-k', folder, '--timeout=120s');
  await deleteKinds(world);
}
