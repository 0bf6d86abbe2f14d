import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ClusterAccess } from './transport.ts';

/**
 * Access by kubectl's rules: the files in KUBECONFIG, ~/.kube/config, or the ServiceAccount of the pod. `context`
 * selects a context of a kubeconfig. The kubeconfig library takes 80 MiB and is loaded only for a kubeconfig.
 */
export async function findAccess(context?: string): Promise<ClusterAccess> {
  const server = podServer(process.env);
  const kubeconfig = process.env.KUBECONFIG || existsSync(join(homedir(), '.kube', 'config'));
  if (server !== undefined && !kubeconfig && context === undefined) {
    return podAccess(server);
  }
  const { loadAccess } = await import('./access.ts');
  return loadAccess(context);
}

/** Folder in a pod with its token and the CA of the API server. */
const FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

/** URL of the API server from a pod's environment; undefined outside of pods. */
export function podServer(env: NodeJS.ProcessEnv): string | undefined {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env;
  if (!host || !port) {
    return undefined;
  }
  return `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Access as the ServiceAccount of the pod. Each request for credentials reads token and CA again. */
export function podAccess(server: string, folder = FOLDER): ClusterAccess {
  return {
    server,
    credentials: async () => {
      const [token, ca] = await Promise.all([
        readFile(join(folder, 'token'), 'utf8'),
        readFile(join(folder, 'ca.crt'), 'utf8'),
      ]);
      return { ca, headers: { Authorization: `Bearer ${token.trim()}` } };
    },
  };
}
