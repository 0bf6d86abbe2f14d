import { runTool } from '../runtool.ts';
import type { StateFolder } from '../supervisor/statefolder.ts';

/** kubectl for one cluster. */
export interface Kubectl {
  run(...args: readonly string[]): Promise<string>;
  /** Server-side apply of the sources in these `-f` or `-k` arguments. */
  apply(...sources: readonly string[]): Promise<string>;
}

/** kubectl with the administrator's kubeconfig of a state folder. */
export function openKubectl(binary: string, state: StateFolder, signal: AbortSignal): Kubectl {
  const env = {
    KUBECONFIG: state.kubeconfig,
    // A cache of its own: a new cluster at an old address would be taken for the old one.
    KUBECACHEDIR: state.kubectlCache,
  };
  const run = (...args: readonly string[]) => runTool(binary, args, { signal, env });
  return { run, apply: (...sources) => run('apply', '--server-side', ...sources) };
}
