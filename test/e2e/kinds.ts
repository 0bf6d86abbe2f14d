import type { KubeObject } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';

/** The readiness part of a Deployment. */
export interface Deployment extends KubeObject {
  readonly spec: { readonly replicas: number };
  readonly status?: { readonly observedGeneration?: number; readonly availableReplicas?: number };
}

export const DEPLOYMENTS: Resource<Deployment> = namespaced('apps', 'deployments', 'Deployment');
export const SECRETS: Resource = namespaced('', 'secrets', 'Secret');
export const SERVICE_ACCOUNTS: Resource = namespaced('', 'serviceaccounts', 'ServiceAccount');
export const ROLES: Resource = namespaced('rbac.authorization.k8s.io', 'roles', 'Role');
export const ROLE_BINDINGS: Resource = namespaced('rbac.authorization.k8s.io', 'rolebindings', 'RoleBinding');

function namespaced<T extends KubeObject>(group: string, plural: string, kind: string): Resource<T> {
  return { group, version: 'v1', plural, kind, namespaced: true };
}
