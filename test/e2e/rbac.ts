import { namespacedResource } from '../../src/kube/resource.ts';

/** Roles. */
export const ROLES = namespacedResource('rbac.authorization.k8s.io/v1', 'Role', 'roles');

/** RoleBindings. */
export const ROLE_BINDINGS = namespacedResource(
  'rbac.authorization.k8s.io/v1',
  'RoleBinding',
  'rolebindings',
);
