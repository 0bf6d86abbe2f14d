import { loadAccess } from './access.ts';
import { hasKubeconfig } from './kubeconfig/load.ts';
import { podAccess, podServer } from './podaccess.ts';
import type { ClusterAccess } from './transport.ts';

/**
 * Access of a process of Stoa: by kubectl's rules with a kubeconfig, of which `context` selects a context, else as the
 * ServiceAccount of the pod. In a pod, the proxy of the environment is for what is outside of the cluster.
 */
export function findAccess(context?: string): ClusterAccess {
  const server = podServer(process.env);
  return server !== undefined && !hasKubeconfig(process.env) && context === undefined
    ? podAccess(server)
    : loadAccess({ context });
}
