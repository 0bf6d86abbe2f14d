import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';

/** How to run a program of the machine: where, with what environment, and when to interrupt it. */
export interface ChildOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal | undefined;
  /** Gets all that the program says, on both streams. */
  readonly onOutput: (chunk: Buffer) => void;
}

const NICENESS = 10;
const GRACE_MS = 5_000;

/**
 * Runs a program to its end and returns its exit code, null where a signal ended it; throws where it cannot start.
 * On an abort the program is interrupted, which lets it remove its own temporary files, and waited for.
 */
export async function runChild(
  file: string,
  args: readonly string[],
  options: ChildOptions,
): Promise<number | null> {
  const { cwd, env, signal, onOutput } = options;
  const child = spawn(file, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group: a terminal's Ctrl-C reaches only this process, which ends it in order.
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', onOutput);
  }
  yieldToOthers(child);
  const stop = (): void => void end(child);
  signal?.addEventListener('abort', stop);
  try {
    if (signal?.aborted) {
      stop();
    }
    const [code] = (await once(child, 'close')) as [number | null];
    return code;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** A build of minutes must not slow what the user does meanwhile, nor the cluster that already starts. */
function yieldToOthers({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) {
      setPriority(pid, NICENESS);
    }
  } catch {
    // It has ended already.
  }
}

function end(child: ChildProcess): void {
  child.kill('SIGINT');
  const timer = setTimeout(() => killGroup(child), GRACE_MS).unref();
  child.once('close', () => clearTimeout(timer));
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) {
      process.kill(-pid, 'SIGKILL');
    }
  } catch {
    // It has ended meanwhile.
  }
}
