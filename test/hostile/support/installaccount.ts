import type { KubeClient } from '../../../src/kube/client.ts';
import {
  bindInstallAccount,
  createInstallAccount,
  deleteInstallAccount,
  unbindInstallAccount,
} from '../../support/installaccount.ts';

/** Deletes the account as which installs of a namespace are made, and takes its rights. */
export async function deleteAccount(administrator: KubeClient, namespace: string): Promise<void> {
  await unbindInstallAccount(administrator, namespace);
  await deleteInstallAccount(administrator, namespace);
}

/** Gives the account of a namespace one ClusterRole in place of all rights that it had, and creates it if need be. */
export async function bindAccount(administrator: KubeClient, namespace: string, role: string): Promise<void> {
  await unbindInstallAccount(administrator, namespace);
  await bindInstallAccount(administrator, namespace, [role]);
  await createInstallAccount(administrator, namespace);
}
