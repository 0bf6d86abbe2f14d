import { INSTALL_ACCOUNT } from '../../src/api/group.ts';
import { clientOfAccount } from '../../src/install/account/account.ts';
import { accountPermissions } from '../../src/install/account/rights.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { missingPermissions } from '../../src/kube/permissions.ts';
import { SERVICE_ACCOUNTS } from '../../src/objects/core.ts';
import { INSTALLABLE, ROLE_BINDINGS } from '../../src/objects/installable.ts';
import { until } from '../e2e/until.ts';

const MANAGER = 'stoa-accounts';

/** ClusterRoles of an account that may make every kind of object: that of the examples, and two of the chart. */
const EVERY_KIND: readonly string[] = ['edit', 'stoa-install-monitors', 'stoa-install-roles'];

/** Creates the account of a namespace, as which installs are made there. */
export async function createInstallAccount(client: KubeClient, namespace: string): Promise<void> {
  const metadata = { name: INSTALL_ACCOUNT, namespace };
  await client.apply(SERVICE_ACCOUNTS, { apiVersion: 'v1', kind: 'ServiceAccount', metadata }, MANAGER);
}

/** Binds the account of a namespace to ClusterRoles. */
export async function bindInstallAccount(
  client: KubeClient,
  namespace: string,
  roles: readonly string[],
): Promise<void> {
  for (const name of roles) {
    const draft = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: `${INSTALL_ACCOUNT}-${name}`, namespace },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', name: INSTALL_ACCOUNT, namespace }],
    };
    await client.apply(ROLE_BINDINGS, draft, MANAGER);
  }
}

/** Creates the account with the rights to make every kind of object, once the API server grants them. */
export async function openInstallAccount(client: KubeClient, namespace: string): Promise<void> {
  await bindInstallAccount(client, namespace, EVERY_KIND);
  const account = clientOfAccount(client, namespace);
  const needed = accountPermissions(INSTALLABLE).map((permission) => ({ ...permission, namespace }));
  await until('the account of installs has its rights', () => missingPermissions(account, needed));
  await createInstallAccount(client, namespace);
}

/** Takes all rights from the account of a namespace, and waits until the API server denies them. */
export async function unbindInstallAccount(client: KubeClient, namespace: string): Promise<void> {
  const bindings = await client.list(ROLE_BINDINGS, { namespace });
  const ours = bindings.filter(({ metadata }) => metadata.name.startsWith(INSTALL_ACCOUNT));
  for (const { metadata } of ours) {
    await client.delete(ROLE_BINDINGS, { namespace, name: metadata.name, uid: metadata.uid });
  }
  const account = clientOfAccount(client, namespace);
  const rights = accountPermissions(INSTALLABLE).map((permission) => ({ ...permission, namespace }));
  const count = rights.reduce((sum, { verbs }) => sum + verbs.length, 0);
  await until('the account of installs has no rights', async () => {
    const missing = await missingPermissions(account, rights);
    return missing.length === count ? [] : [`${count - missing.length} rights are left`];
  });
}

/** Deletes the account of a namespace; its bindings stay. */
export async function deleteInstallAccount(client: KubeClient, namespace: string): Promise<void> {
  const target = { namespace, name: INSTALL_ACCOUNT };
  const { uid } = (await client.get(SERVICE_ACCOUNTS, target)).metadata;
  await client.delete(SERVICE_ACCOUNTS, { ...target, uid });
}
