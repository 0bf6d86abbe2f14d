import { namespacedResource, type Resource } from '../kube/resource.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS, SERVICE_ACCOUNTS, SERVICES } from './core.ts';
import { GATEWAY_RULES } from './stoa.ts';
import { WORKLOADS } from './workload.ts';

/** Resource of HorizontalPodAutoscalers. */
export const AUTOSCALERS = namespacedResource(
  'autoscaling/v2',
  'HorizontalPodAutoscaler',
  'horizontalpodautoscalers',
);

/** Resource of PodDisruptionBudgets. */
export const DISRUPTION_BUDGETS = namespacedResource(
  'policy/v1',
  'PodDisruptionBudget',
  'poddisruptionbudgets',
);

/** Resource of NetworkPolicies. */
export const NETWORK_POLICIES = namespacedResource(
  'networking.k8s.io/v1',
  'NetworkPolicy',
  'networkpolicies',
);

/** Resource of Roles. */
export const ROLES = namespacedResource('rbac.authorization.k8s.io/v1', 'Role', 'roles');

/** Resource of RoleBindings. */
export const ROLE_BINDINGS = namespacedResource(
  'rbac.authorization.k8s.io/v1',
  'RoleBinding',
  'rolebindings',
);

/** Resource of ServiceMonitors of the Prometheus operator. */
export const SERVICE_MONITORS = namespacedResource(
  'monitoring.coreos.com/v1',
  'ServiceMonitor',
  'servicemonitors',
);

/**
 * Resources of every object that an install can make as the account of its namespace: none that belongs to the cluster,
 * or is an install itself. Roles give pods only rights that the account has.
 */
export const INSTALLABLE: readonly Resource[] = [
  ...[SECRETS, CONFIG_MAPS, SERVICE_ACCOUNTS, CLAIMS, SERVICES],
  ...WORKLOADS,
  ...[AUTOSCALERS, DISRUPTION_BUDGETS, NETWORK_POLICIES],
  ...[ROLES, ROLE_BINDINGS],
  SERVICE_MONITORS,
  GATEWAY_RULES,
];
