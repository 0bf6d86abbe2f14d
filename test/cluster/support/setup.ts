import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import type { ClusterFile } from '../../../deploy/local/cluster/clusterfile.ts';
import { cli, newStateFolder, startCluster } from './cli.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly cluster: ClusterFile;
    readonly stateDir: string;
  }
}

/** One cluster for all tests of the project; each test works in namespaces of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stateDir = await newStateFolder();
  const cluster = await startCluster(stateDir);
  project.provide('cluster', cluster);
  project.provide('stateDir', stateDir);
  return async () => {
    const { code, stderr } = await cli('stop', `--state-dir=${stateDir}`);
    if (code !== 0) {
      throw new Error(`the cluster did not stop: ${stderr}`);
    }
    await rm(stateDir, { recursive: true });
  };
}
