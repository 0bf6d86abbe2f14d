import type { Progress } from '../progress.ts';
import { ComponentExited } from '../supervisor/fleet.ts';
import { openRun, type Run } from '../supervisor/run.ts';
import { announceCluster } from './announce.ts';
import type { AttachedCluster, ClusterFile } from './clusterfile.ts';
import { bringUpCurrent } from './current.ts';
import { bringUpKind } from './kind.ts';
import { bringUpLocal } from './local.ts';
import type { StartOptions } from './options.ts';
import { renewOnSignal } from './renew.ts';

/** Reason of an abort by the user, which is no error. */
export class StopRequested extends Error {}

/** Switch by which the user stops a supervisor; aborts with `StopRequested`. */
export interface StopSwitch {
  readonly signal: AbortSignal;
  /** Takes the function that kills everything at once, for a second signal. */
  onStarted(kill: () => void): void;
}

/**
 * Starts a cluster, announces it in `cluster.json` and to `ready`, and keeps it until the user stops it. Throws
 * ComponentExited where a component ends by itself; nothing is left running in either case.
 */
export async function supervise(
  options: StartOptions,
  progress: Progress,
  { signal, onStarted }: StopSwitch,
  ready: (cluster: ClusterFile | AttachedCluster) => void,
): Promise<void> {
  const run = await openRun({ stateDir: options.stateDir, progress, signal });
  onStarted(() => run.fleet.kill());
  try {
    const cluster = await bringUp(run, options);
    run.signal.throwIfAborted();
    renewOnSignal(run);
    announceCluster(run.state, cluster);
    ready(cluster);
    await aborted(run.signal);
    if (run.signal.reason instanceof StopRequested) {
      return;
    }
    printLog(progress, run.signal.reason);
    throw run.signal.reason;
  } finally {
    await run.close();
  }
}

function bringUp(run: Run, { cluster, portBase }: StartOptions): Promise<ClusterFile | AttachedCluster> {
  if (cluster.kind === 'local') {
    return bringUpLocal(run, { host: cluster.host, portBase });
  }
  if (cluster.kind === 'kind') {
    return bringUpKind(run, portBase);
  }
  return bringUpCurrent(run, portBase, cluster.gateway);
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    // An abort signal does not keep the process alive.
    const keepAlive = setInterval(() => undefined, 60_000);
    signal.addEventListener('abort', () => clearInterval(keepAlive), { once: true });
  });
}

function printLog(progress: Progress, reason: unknown): void {
  if (!(reason instanceof ComponentExited)) {
    return;
  }
  for (const line of reason.logLines) {
    progress.info(`  ${line}`);
  }
}
