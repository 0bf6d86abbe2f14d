import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { podAccess, podServer } from './podaccess.ts';
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
