import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Absolute paths of the files of one cluster. */
export interface StateFolder {
  readonly folder: string;
  readonly run: string;
  readonly cluster: string;
  readonly shell: string;
  readonly logs: string;
  readonly pki: string;
  readonly etcd: string;
  readonly prometheus: string;
  readonly generated: string;
  readonly kubectlCache: string;
  readonly kubeconfig: string;
  readonly operatorKubeconfig: string;
  readonly restKubeconfig: string;
  readonly stoaConfig: string;
  /** Link to the folder with the bundle that operator and REST API run. */
  readonly bundle: string;
}

/** Paths of a state folder, whether or not they exist. */
export function stateFolder(directory: string): StateFolder {
  const folder = resolve(directory);
  const at = (name: string) => join(folder, name);
  return {
    folder,
    run: at('run.json'),
    cluster: at('cluster.json'),
    shell: at('env'),
    logs: at('logs'),
    pki: at('pki'),
    etcd: at('etcd'),
    prometheus: at('prometheus'),
    generated: at('generated'),
    kubectlCache: at('kubectl-cache'),
    kubeconfig: at('kubeconfig'),
    operatorKubeconfig: at('operator.kubeconfig'),
    restKubeconfig: at('rest.kubeconfig'),
    stoaConfig: at('stoa.yaml'),
    bundle: at('bundle'),
  };
}

/** Log file of a component. */
export function logFile(state: StateFolder, component: string): string {
  return join(state.logs, `${component}.log`);
}

/** Replaces a file atomically, readable by its owner only: a reader sees the old content or the new. */
export function writeWhole(file: string, content: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600 });
  renameSync(draft, file);
}

/** Removes the credentials of the cluster. */
export function removeCredentials(state: StateFolder): void {
  const { cluster, shell, kubeconfig, operatorKubeconfig, restKubeconfig, pki } = state;
  removeAll([cluster, shell, kubeconfig, operatorKubeconfig, restKubeconfig, pki]);
}

/** Empties the folder for a new cluster, except for the record and the logs. */
export function refreshState(state: StateFolder): void {
  const { etcd, prometheus, generated, kubectlCache, stoaConfig, bundle, logs, pki } = state;
  removeCredentials(state);
  removeAll([etcd, prometheus, generated, kubectlCache, stoaConfig, bundle]);
  for (const folder of [logs, pki, generated]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
}

function removeAll(paths: readonly string[]): void {
  for (const path of paths) {
    rmSync(path, { recursive: true, force: true });
  }
}
