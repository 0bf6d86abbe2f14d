import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../errors.ts';
import { repository } from '../repository.ts';
import { logFile, stateFolder } from '../supervisor/statefolder.ts';
import { type AttachedCluster, type ClusterFile, readCluster } from './clusterfile.ts';

/** Failed start of a detached supervisor, which has printed the reason itself. */
export class DetachedFailure extends UserError {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super('the supervisor ended during start');
    this.exitCode = exitCode;
  }
}

const POLL_INTERVAL_MS = 100;

/**
 * Starts a supervisor in a session of its own with these arguments, passes its output on and returns when its cluster
 * is ready. Throws DetachedFailure; an abort stops the supervisor and throws the reason of the signal.
 */
export async function startDetached(
  args: readonly string[],
  stateDir: string,
  signal: AbortSignal,
  output: (text: string) => void,
): Promise<ClusterFile | AttachedCluster> {
  const state = stateFolder(stateDir);
  mkdirSync(state.logs, { recursive: true, mode: 0o700 });
  // Appended, because a second start must not empty the log of a running supervisor.
  const log = openSync(logFile(state, 'supervisor'), 'a+', 0o600);
  const tail = follow(log, output);
  const child = spawn(process.execPath, [repository.cli, ...args], {
    detached: true,
    stdio: ['ignore', 'ignore', log],
  });
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  try {
    for (;;) {
      const ended = hasEnded(child);
      tail();
      if (ended) {
        break;
      }
      const cluster = readCluster(state);
      if (cluster && cluster.pids.supervisor === child.pid) {
        return cluster;
      }
      await delay(POLL_INTERVAL_MS);
    }
  } finally {
    closeSync(log);
    child.unref();
  }
  signal.throwIfAborted();
  throw new DetachedFailure(child.exitCode || 1);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Function that passes on what was appended to the file since its last call. */
function follow(file: number, output: (text: string) => void): () => void {
  const buffer = Buffer.alloc(65_536);
  const decoder = new TextDecoder();
  let position = fstatSync(file).size;
  return () => {
    for (;;) {
      const length = readSync(file, buffer, 0, buffer.length, position);
      if (length === 0) {
        return;
      }
      position += length;
      output(decoder.decode(buffer.subarray(0, length), { stream: true }));
    }
  };
}
