import { INSTALL_ACCOUNT } from '../../api/group.ts';
import type { KubeClient } from '../../kube/client.ts';
import type { MarketCaches } from '../caches.ts';

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

/** Whether a namespace has the account. The API server lets the operator act as one that does not exist, too. */
export function hasAccount({ accounts }: Pick<MarketCaches, 'accounts'>, namespace: string): boolean {
  return accounts.store.get(`${namespace}/${INSTALL_ACCOUNT}`) !== undefined;
}
