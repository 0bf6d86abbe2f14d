import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ClusterAccess } from './transport.ts';

/**
 * Access by the usual rules: the file that KUBECONFIG names, ~/.kube/config, or the ServiceAccount of the
 * pod; `context` chooses one of the file. The library that reads kubeconfigs takes 80 MiB, so it is loaded only
 * where there is one.
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

/** Where Kubernetes puts a pod's token and the API server's CA. */
const FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The API server as a pod's environment names it; undefined outside of pods. */
export function podServer(env: NodeJS.ProcessEnv): string | undefined {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env;
  if (!host || !port) {
    return undefined;
  }
  return `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Access as the ServiceAccount of the pod; token and CA are read again whenever they are asked for. */
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
