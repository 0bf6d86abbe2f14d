import type { Resource } from '../kube/resource.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS, SERVICE_ACCOUNTS, SERVICES } from './core.ts';
import { namespaced } from './resource.ts';
import { GATEWAY_RULES } from './stoa.ts';
import { WORKLOADS } from './workload.ts';

/** Resource of HorizontalPodAutoscalers. */
export const AUTOSCALERS: Resource = namespaced(
  'autoscaling',
  'v2',
  'horizontalpodautoscalers',
  'HorizontalPodAutoscaler',
);

/** Resource of PodDisruptionBudgets. */
export const DISRUPTION_BUDGETS: Resource = namespaced(
  'policy',
  'v1',
  'poddisruptionbudgets',
  'PodDisruptionBudget',
);

/** Resource of NetworkPolicies. */
export const NETWORK_POLICIES: Resource = namespaced(
  'networking.k8s.io',
  'v1',
  'networkpolicies',
  'NetworkPolicy',
);

/** Resource of ServiceMonitors of the Prometheus operator. */
export const SERVICE_MONITORS: Resource = namespaced(
  'monitoring.coreos.com',
  'v1',
  'servicemonitors',
  'ServiceMonitor',
);

/**
 * Resources of every object that an install can make: none that belongs to the cluster, gives rights, or is an
 * install itself.
 */
export const INSTALLED: readonly Resource[] = [
  ...[SECRETS, CONFIG_MAPS, SERVICE_ACCOUNTS, CLAIMS, SERVICES],
  ...WORKLOADS,
  ...[AUTOSCALERS, DISRUPTION_BUDGETS, NETWORK_POLICIES],
  SERVICE_MONITORS,
  GATEWAY_RULES,
];
