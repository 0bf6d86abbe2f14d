import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The files of one cluster; all paths absolute. */
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
}

/** The layout of a state folder; touches nothing. */
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
  };
}

/** The log file of one component. */
export function logFile(state: StateFolder, component: string): string {
  return join(state.logs, `${component}.log`);
}

/** Replaces a file in one step: a reader sees the old content or the new, never a part; readable by the owner only. */
export function writeWhole(file: string, content: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600 });
  renameSync(draft, file);
}

/** Removes what gives access to the cluster. */
export function removeCredentials(state: StateFolder): void {
  const { cluster, shell, kubeconfig, operatorKubeconfig, restKubeconfig, pki } = state;
  removeAll([cluster, shell, kubeconfig, operatorKubeconfig, restKubeconfig, pki]);
}

/** Makes the folder fresh for a new cluster: empty, but for the record and the logs. */
export function refreshState(state: StateFolder): void {
  const { etcd, prometheus, generated, kubectlCache, stoaConfig, logs, pki } = state;
  removeCredentials(state);
  removeAll([etcd, prometheus, generated, kubectlCache, stoaConfig]);
  for (const folder of [logs, pki, generated]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
}

function removeAll(paths: readonly string[]): void {
  for (const path of paths) {
    rmSync(path, { recursive: true, force: true });
  }
}
