import { type StateFolder, writeWhole } from '../supervisor/statefolder.ts';
import { type AttachedCluster, type ClusterFile, readCluster } from './clusterfile.ts';
import { shellEnvironment } from './shell.ts';

/** Announces a cluster that is ready: to shells in `env`, to programs in `cluster.json`. */
export function announceCluster(state: StateFolder, cluster: ClusterFile | AttachedCluster): void {
  writeWhole(state.shell, shellEnvironment(cluster));
  writeWhole(state.cluster, `${JSON.stringify(cluster, null, 2)}\n`);
}

/** Announces the pids of processes that were started later than the cluster. */
export function announcePids(state: StateFolder, pids: Readonly<Record<string, number>>): void {
  const cluster = readCluster(state);
  if (cluster) {
    announceCluster(state, { ...cluster, pids: { ...cluster.pids, ...pids } });
  }
}
