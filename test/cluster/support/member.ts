import type { KubeClient } from '../../../src/kube/client.ts';
import { pathOf, type Resource } from '../../../src/kube/resource.ts';
import { SERVICE_ACCOUNTS } from '../../../src/objects/core.ts';
import { TESTER } from './world.ts';

const RBAC = 'rbac.authorization.k8s.io';

const BINDINGS = {
  RoleBinding: resource('RoleBinding', 'rolebindings', true),
  ClusterRoleBinding: resource('ClusterRoleBinding', 'clusterrolebindings', false),
};

function resource(kind: string, plural: string, namespaced: boolean): Resource {
  return { group: RBAC, version: 'v1', plural, kind, namespaced };
}

/**
 * Token of a new ServiceAccount of a namespace with a ClusterRole there, everywhere with `ClusterRoleBinding`, or
 * without role. Its audiences are `audiences`, or else the API server.
 */
export async function member(
  client: KubeClient,
  metadata: { readonly namespace: string; readonly name: string },
  role?: { readonly name: string; readonly by?: keyof typeof BINDINGS },
  audiences?: readonly string[],
): Promise<string> {
  await client.apply(SERVICE_ACCOUNTS, { apiVersion: 'v1', kind: 'ServiceAccount', metadata }, TESTER);
  if (role !== undefined) {
    const binding = BINDINGS[role.by ?? 'RoleBinding'];
    const draft = {
      apiVersion: `${RBAC}/v1`,
      kind: binding.kind,
      metadata: binding.namespaced ? metadata : { name: `${metadata.namespace}-${metadata.name}` },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role.name },
      subjects: [{ kind: 'ServiceAccount', ...metadata }],
    };
    await client.apply(binding, draft, TESTER);
  }
  const path = pathOf(SERVICE_ACCOUNTS, { ...metadata, subresource: 'token' });
  const request = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: 3600, ...(audiences === undefined ? {} : { audiences }) },
  };
  const { status } = await client.post<{ readonly status: { readonly token: string } }>(path, request);
  return status.token;
}
