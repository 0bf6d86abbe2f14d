import { type StateFolder, writeWhole } from '../supervisor/statefolder.ts';
import { type AttachedCluster, type ClusterFile, readCluster } from './clusterfile.ts';
import { shellEnvironment } from './shell.ts';

/** Announces a cluster as ready: to shells, and to programs. */
export function announceCluster(state: StateFolder, cluster: ClusterFile | AttachedCluster): void {
  writeWhole(state.shell, shellEnvironment(cluster));
  writeWhole(state.cluster, `${JSON.stringify(cluster, null, 2)}\n`);
}

/** Announces processes that have been started since the cluster was. */
export function announcePids(state: StateFolder, pids: Readonly<Record<string, number>>): void {
  const cluster = readCluster(state);
  if (cluster) {
    announceCluster(state, { ...cluster, pids: { ...cluster.pids, ...pids } });
  }
}
