import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { placeRenderer } from '../../../deploy/local/binaries/renderer.ts';
import type { ClusterFile } from '../../../deploy/local/cluster/clusterfile.ts';
import { stateFolder } from '../../../deploy/local/supervisor/statefolder.ts';
import { localCluster, obstacle } from '../../loop/running.ts';
import { silentProgress } from '../../support/progress.ts';
import { abandonCluster, cli, newStateFolder, startCluster } from './cli.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly cluster: ClusterFile;
    readonly stateDir: string;
    /** Whether it belongs to a user, who keeps it. */
    readonly shared: boolean;
    /** Reason why it does not run the current files; undefined if it does. */
    readonly obstacle: string | undefined;
  }
}

/**
 * Provides one cluster for all tests of the project, that of STOA_RUNNING or a new one; tests work in namespaces of
 * their own.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { STOA_RUNNING: running } = process.env;
  const stateDir = running ?? (await newStateFolder());
  // Interrupted tests (Ctrl-C) have no time to wait for the end of their cluster.
  const abandon = () => abandonCluster(stateDir);
  if (running === undefined) {
    process.once('exit', abandon);
  }
  const cluster = running === undefined ? await startCluster(stateDir) : localCluster(stateFolder(stateDir));
  await placeRenderer({ progress: silentProgress });
  project.provide('cluster', cluster);
  project.provide('stateDir', stateDir);
  project.provide('shared', running !== undefined);
  project.provide('obstacle', undefined);
  project.onTestsRerun(async () => project.provide('obstacle', await obstacle(stateFolder(stateDir))));
  if (running !== undefined) {
    return async () => undefined;
  }
  return async () => {
    const { code, stderr } = await cli('stop', `--state-dir=${stateDir}`);
    if (code !== 0) {
      throw new Error(`the cluster did not stop: ${stderr}`);
    }
    process.off('exit', abandon);
    await rm(stateDir, { recursive: true });
  };
}
