import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';

/** Folder, environment and cancellation of a child process. */
export interface ChildOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal | undefined;
  /** Called with the output of both streams. */
  readonly onOutput: (chunk: Buffer) => void;
}

const NICENESS = 10;
const GRACE_MS = 5_000;

/**
 * Runs a program to its end and returns its exit code, null where a signal ended it. Throws where it cannot start.
 * An abort interrupts the program, so that it can remove its temporary files, and waits for its end.
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
    // A process group of its own: a Ctrl-C reaches this process only, which ends the child in order.
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

/** Lowers the priority: a build of minutes must slow neither the user nor the cluster that starts meanwhile. */
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
