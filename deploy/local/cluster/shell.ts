import { dirname } from 'node:path';
import type { AttachedCluster, ClusterFile } from './clusterfile.ts';

/** A file for a shell to read (`. .stoa/env`): what the commands of the documents expect to be set. */
export function shellEnvironment(cluster: ClusterFile | AttachedCluster): string {
  const { kubeconfig, restUrl, kubectl } = cluster;
  const local =
    'token' in cluster
      ? { TOKEN: cluster.token, GATEWAY: cluster.gatewayHttpUrl, STORE: cluster.storeUrl }
      : {};
  const lines = Object.entries({ KUBECONFIG: kubeconfig, STOA: restUrl, ...local }).map(
    ([name, value]) => `export ${name}=${quoted(value)}`,
  );
  return `${[...lines, `export PATH=${quoted(dirname(kubectl))}:"$PATH"`].join('\n')}\n`;
}

/** A word as a POSIX shell reads it back. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
