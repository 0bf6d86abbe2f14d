import type { RequestOptions } from 'node:https';
import { KubeConfig } from '@kubernetes/client-node';
import type { ClusterAccess } from './transport.ts';

/**
 * Access by the usual rules: the file that KUBECONFIG names, ~/.kube/config, or the ServiceAccount of the
 * pod; `context` chooses one of the file. Throws where there is none.
 */
export function loadAccess(context?: string): ClusterAccess {
  const config = new KubeConfig();
  config.loadFromDefault();
  if (context !== undefined) {
    config.setCurrentContext(context);
  }
  const cluster = config.getCurrentCluster();
  if (!cluster) {
    throw new Error('no Kubernetes cluster is configured: set KUBECONFIG to a kubeconfig file');
  }
  return {
    server: cluster.server,
    credentials: async () => {
      const options: RequestOptions = {};
      await config.applyToHTTPSOptions(options);
      return options;
    },
  };
}
