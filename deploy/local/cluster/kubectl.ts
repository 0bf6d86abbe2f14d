import { runTool } from '../runtool.ts';
import type { StateFolder } from '../supervisor/statefolder.ts';

/** A kubectl bound to one cluster. */
export interface Kubectl {
  run(...args: readonly string[]): Promise<string>;
  /** Server-side apply of `-f` or `-k` sources, given as arguments. */
  apply(...sources: readonly string[]): Promise<string>;
}

/** Binds a kubectl binary to a state folder's admin kubeconfig. */
export function openKubectl(binary: string, state: StateFolder, signal: AbortSignal): Kubectl {
  const env = {
    KUBECONFIG: state.kubeconfig,
    // Kept apart from the user's: a new cluster at an old address would be taken for the old one.
    KUBECACHEDIR: state.kubectlCache,
  };
  const run = (...args: readonly string[]) => runTool(binary, args, { signal, env });
  return { run, apply: (...sources) => run('apply', '--server-side', ...sources) };
}
