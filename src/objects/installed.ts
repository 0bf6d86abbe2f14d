import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS, SERVICE_ACCOUNTS, SERVICES } from './core.ts';
import { GATEWAY_RULES } from './stoa.ts';
import { WORKLOADS } from './workload.ts';

/** Where ServiceMonitors of the Prometheus operator are served. */
export const SERVICE_MONITORS: Resource = namespaced(
  'monitoring.coreos.com',
  'servicemonitors',
  'ServiceMonitor',
);

/** Kinds that a model may bring along and that need not be served everywhere. */
const BROUGHT_ALONG: readonly Resource[] = [
  namespaced('autoscaling', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler', 'v2'),
  namespaced('policy', 'poddisruptionbudgets', 'PodDisruptionBudget'),
  namespaced('networking.k8s.io', 'networkpolicies', 'NetworkPolicy'),
];

/**
 * Every kind of object that an install can make. What is in no namespace, gives rights, or is an install
 * itself, is not among them.
 */
export const INSTALLED: readonly Resource[] = [
  ...[SECRETS, CONFIG_MAPS, SERVICE_ACCOUNTS, CLAIMS, SERVICES],
  ...WORKLOADS,
  ...BROUGHT_ALONG,
  SERVICE_MONITORS,
  GATEWAY_RULES,
];

function namespaced<T extends KubeObject>(
  group: string,
  plural: string,
  kind: string,
  version = 'v1',
): Resource<T> {
  return { group, version, plural, kind, namespaced: true };
}
