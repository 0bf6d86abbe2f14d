import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type ClusterFile, clusterFileSchema } from '../../../deploy/local/cluster/clusterfile.ts';
import { identify } from '../../../deploy/local/processes.ts';
import { waiting } from '../../report/meter.ts';

const CLI = join(import.meta.dirname, '../../../deploy/local/cli.ts');

/** Exit code and output of a command. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. */
export function run(program: string, args: readonly string[], input = ''): Promise<Ended> {
  return waiting('command', () => ended(program, args, input));
}

async function ended(program: string, args: readonly string[], input: string): Promise<Ended> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  // A program may end before it reads its input.
  child.stdin.on('error', () => undefined).end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: code as number | null, stdout, stderr };
}

/** Runs the command line of the local cluster, as `npm start` and `npm run stop` do. */
export function cli(...args: string[]): Promise<Ended> {
  return run(process.execPath, [CLI, ...args]);
}

/** A new folder for the state of a cluster. */
export function newStateFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'stoa-cluster-'));
}

/** Starts a complete cluster at addresses of its own. Throws the output of the command if it fails. */
export async function startCluster(stateDir: string): Promise<ClusterFile> {
  const { code, stderr, stdout } = await cli('start', '--detach', '--host=own', `--state-dir=${stateDir}`);
  if (code !== 0) {
    throw new Error(`the cluster did not start: ${stdout}${stderr}`);
  }
  return clusterFileSchema.parse(JSON.parse(await readFile(join(stateDir, 'cluster.json'), 'utf8')));
}

/** Stops a cluster and removes its folder in a process that outlives this one. */
export function abandonCluster(stateDir: string): void {
  const script = '"$0" "$1" stop --state-dir="$2" && rm -r "$2"';
  const args = ['-c', script, process.execPath, CLI, stateDir];
  spawn('sh', args, { detached: true, stdio: 'ignore' }).unref();
}

/** Whether a process of that id runs. */
export function isAlive(pid: number): boolean {
  return identify(pid) !== undefined;
}
