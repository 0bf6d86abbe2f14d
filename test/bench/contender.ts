import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { runChild } from '../../deploy/local/binaries/childprocess.ts';
import { findGo } from '../../deploy/local/binaries/toolchain.mjs';
import { freePort } from '../support/freeport.ts';
import { type Account, OperatorProcess } from './child.ts';

const PEER = join(import.meta.dirname, 'peer');

/** Ticks per second in which Linux counts CPU time. */
const TICKS = 100;

/** An operator in a process of its own, measured from outside as any process is. */
export interface Contender {
  readonly pid: number;
  /** Waits until it leads, and neither reconciles nor writes for a second. */
  quiet(): Promise<unknown>;
  /** Ends it as Kubernetes does. */
  end(): Promise<void>;
}

/** Start of a contender with the ServiceAccount of Stoa's operator. */
export type Start = (account: Account) => Promise<Contender>;

/** Starts Stoa's operator. */
export const startStoa: Start = async (account) => {
  const operator = new OperatorProcess(account);
  const { pid } = operator;
  return { pid, quiet: () => operator.quiet(), end: () => operator.end('SIGTERM') };
};

/** Builds the peer into a folder; returns its start. Go keeps what it has compiled. Throws where the build fails. */
export async function buildPeer(folder: string): Promise<Start> {
  const go = await findGo(process.env);
  if ('reason' in go) {
    throw new Error(`the peer cannot be built: ${go.reason}`);
  }
  const path = join(folder, 'peer');
  const output: string[] = [];
  const code = await runChild(go.path, ['build', '-o', path, '.'], {
    cwd: PEER,
    env: go.env,
    signal: undefined,
    onOutput: (chunk) => output.push(String(chunk)),
  });
  if (code !== 0) {
    throw new Error(`the peer cannot be built: ${output.join('')}`);
  }
  return (account) => startPeer(path, account);
}

async function startPeer(path: string, { server, folder }: Account): Promise<Contender> {
  const metrics = `127.0.0.1:${await freePort()}`;
  const child = spawn(path, {
    env: { ...process.env, PEER_SERVER: server, PEER_ACCOUNT: folder, PEER_METRICS: metrics },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'spawn');
  // Without this process, it would run forever.
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  child.once('exit', () => process.off('exit', abandon));
  return { pid: child.pid ?? 0, quiet: () => untilQuiet(child, metrics), end: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

async function untilQuiet(child: ChildProcess, metrics: string): Promise<void> {
  for (let before = ''; child.exitCode === null; ) {
    await sleep(1000);
    const now = await activityOf(metrics);
    if (now !== '' && now === before) {
      return;
    }
    before = now;
  }
  throw new Error('the peer has ended');
}

/** Counters of reconciles and writes of a leader; empty where it does not lead. */
async function activityOf(metrics: string): Promise<string> {
  const text = await request(`http://${metrics}/metrics`).then(
    ({ body }) => body.text(),
    () => '',
  );
  const leads = /^leader_election_master_status\{.*\} 1$/m.test(text);
  const counters =
    /^(controller_runtime_reconcile_total|rest_client_requests_total\{.*method="(PATCH|POST|DELETE)").*$/gm;
  return leads ? (text.match(counters) ?? []).join('\n') : '';
}

/** Resident memory of a process, in MiB. */
export async function residentMiB({ pid }: Pick<Contender, 'pid'>): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1]) / 1024;
}

/** CPU time of a process since its start, in seconds. */
export async function cpuSeconds({ pid }: Pick<Contender, 'pid'>): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in parentheses, may have spaces.
  const [user = 0, system = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / TICKS;
}
