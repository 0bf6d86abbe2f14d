import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { UserError } from './errors.ts';

/** Cancellation of a tool, and additions to its environment. */
export interface ToolOptions {
  readonly signal: AbortSignal;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program to its end and returns its standard output. Throws a UserError with the first line of its error
 * output where it fails or is missing, and the reason of the signal where it is aborted.
 */
export async function runTool(file: string, args: readonly string[], options: ToolOptions): Promise<string> {
  const { signal, env } = options;
  signal.throwIfAborted();
  // A process group of its own: a Ctrl-C reaches the supervisor only, which ends its children in order.
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    signal,
    env: { ...process.env, ...env },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  try {
    const [code, output, complaint] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    if (code === 0) {
      return output;
    }
    throw new UserError(`${commandLine(file, args)} failed: ${errorLine(complaint) || `exit code ${code}`}`);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UserError) {
      throw error;
    }
    throw new UserError(`cannot run ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function commandLine(file: string, args: readonly string[]): string {
  const name = file.split('/').at(-1) ?? file;
  return [name, ...args].join(' ');
}

function errorLine(complaint: string): string {
  const lines = complaint.split('\n').filter((line) => line.trim() && !line.startsWith('Warning:'));
  return lines.find((line) => /error|invalid|fatal/i.test(line)) ?? lines[0] ?? '';
}
