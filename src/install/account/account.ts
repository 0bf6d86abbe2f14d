import { INSTALL_ACCOUNT } from '../../api/group.ts';
import type { KubeClient } from '../../kube/client.ts';
import { SERVICE_ACCOUNTS } from '../../objects/core.ts';
import { ACCOUNT_SELECTOR, type MarketCaches } from '../caches.ts';

/** User name of the ServiceAccount as which the objects of installs in a namespace are written. */
export function accountUser(namespace: string): string {
  return `system:serviceaccount:${namespace}:${INSTALL_ACCOUNT}`;
}

/**
 * Client that acts as the account of a namespace. It names no groups: the API server gives a ServiceAccount its own,
 * and the operator may impersonate no group.
 */
export function clientOfAccount(client: KubeClient, namespace: string): KubeClient {
  return client.as({ user: accountUser(namespace), groups: [] });
}

/** Whether a namespace has the account, by the cache. The API server lets the operator act as one that does not exist, too. */
export function hasAccount({ accounts }: Pick<MarketCaches, 'accounts'>, namespace: string): boolean {
  return accounts.store.get(`${namespace}/${INSTALL_ACCOUNT}`) !== undefined;
}

/**
 * Whether a namespace has the account. The API server is asked where the cache has none: of an account and an install
 * that are created together, the watch of the account may tell later. Throws KubeError.
 */
export async function findsAccount(
  client: KubeClient,
  caches: Pick<MarketCaches, 'accounts'>,
  namespace: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (hasAccount(caches, namespace)) {
    return true;
  }
  // The operator may list accounts, but not get them.
  const options = { namespace, fieldSelector: ACCOUNT_SELECTOR, signal };
  return (await client.listMetadata(SERVICE_ACCOUNTS, options)).length > 0;
}
