import { dirname, join } from 'node:path';
import { repository } from '../repository.ts';
import type { AttachedCluster, ClusterFile } from './clusterfile.ts';

/** Content of `.stoa/env` for shells: the variables that the commands of the documents use, kubectl and its plugin. */
export function shellEnvironment(cluster: ClusterFile | AttachedCluster): string {
  const { kubeconfig, restUrl, kubectl } = cluster;
  const local =
    'token' in cluster
      ? {
          TOKEN: cluster.token,
          GATEWAY: cluster.gatewayHttpUrl,
          GATEWAY_HTTPS: cluster.gatewayHttpsUrl,
          STORE: cluster.storeUrl,
        }
      : {};
  const lines = Object.entries({ KUBECONFIG: kubeconfig, STOA: restUrl, ...local }).map(
    ([name, value]) => `export ${name}=${quoted(value)}`,
  );
  const folders = [dirname(kubectl), join(repository.root, 'bin')].map(quoted).join(':');
  return `${[...lines, `export PATH=${folders}:"$PATH"`].join('\n')}\n`;
}

/** Word quoted for a POSIX shell. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
