import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { presentBundle } from '../../deploy/local/bundle.ts';
import { type ClusterFile, clusterFileSchema, readCluster } from '../../deploy/local/cluster/clusterfile.ts';
import { RENEW_SIGNAL, RENEWABLE } from '../../deploy/local/cluster/renew.ts';
import { UserError } from '../../deploy/local/errors.ts';
import { isAlive, signalProcess } from '../../deploy/local/processes.ts';
import { repository } from '../../deploy/local/repository.ts';
import { lastLines } from '../../deploy/local/supervisor/logtail.ts';
import { type RunRecord, readRun } from '../../deploy/local/supervisor/runrecord.ts';
import { logFile, type StateFolder } from '../../deploy/local/supervisor/statefolder.ts';

/** The latest changed file of several, and its time (milliseconds since 1970). */
interface Change {
  readonly file: string;
  readonly at: number;
}

/** Changes since the start of a running cluster: in the sources of its processes, and in those of its setup. */
export interface Changes {
  readonly sources: Change;
  readonly setup: Change;
}

/** Whether a cluster's tests apply to the current files. */
export type Verdict =
  | { readonly kind: 'current' }
  | { readonly kind: 'old processes'; readonly because: string }
  | { readonly kind: 'unfit'; readonly because: string };

/** Verdict on a cluster by its record, which is undefined if no cluster is ready. */
export function verdictOf(
  record: RunRecord | undefined,
  { sources, setup }: Changes,
  lives: typeof isAlive = isAlive,
): Verdict {
  if (record === undefined || !lives(record.supervisor)) {
    return { kind: 'unfit', because: 'no cluster is running' };
  }
  const processes = record.children.filter(({ name }) => RENEWABLE.some((each) => each === name));
  if (processes.length < RENEWABLE.length) {
    return { kind: 'unfit', because: 'the running cluster is not a local one' };
  }
  if (setup.at > record.supervisor.startedAt) {
    return { kind: 'unfit', because: `the running cluster is older than ${setup.file}` };
  }
  const dead = processes.find((child) => !lives(child));
  if (dead !== undefined) {
    return { kind: 'old processes', because: `${dead.name} has ended` };
  }
  const isOld = processes.some(({ startedAt }) => startedAt < sources.at);
  return isOld ? { kind: 'old processes', because: `${sources.file} has changed` } : { kind: 'current' };
}

const SOURCES = ['src', 'deploy/bundle', 'package-lock.json'];
const SETUP = ['crds', 'deploy/base', 'deploy/examples', 'deploy/local'];
const LOADED = /\.(json|mjs|ts|ya?ml)$/;

/** Verdict on the cluster of a state folder. */
function judge(state: StateFolder): Verdict {
  const record = readCluster(state) === undefined ? undefined : readRun(state);
  return verdictOf(record, { sources: lastChange(SOURCES), setup: lastChange(SETUP) });
}

/** The last change in files and folders; paths are relative to the repository. */
function lastChange(paths: readonly string[]): Change {
  const changes = paths.flatMap((path) => filesOf(join(repository.root, path))).map(changeOf);
  return changes.reduce((last, each) => (each.at > last.at ? each : last));
}

function filesOf(path: string): string[] {
  if (statSync(path).isFile()) {
    return [path];
  }
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && LOADED.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));
}

/**
 * Time of a file's last change. A moved file keeps its old modification time, so the time of its directory entry
 * counts, too.
 */
function changeOf(file: string): Change {
  const { mtimeMs, ctimeMs } = statSync(file);
  return { file: relative(repository.root, file), at: Math.max(mtimeMs, ctimeMs) };
}

/**
 * Restarts the processes of a state folder's cluster with the current sources if possible, and returns the verdict
 * before. Throws a UserError if a process does not start with them; the cluster stays.
 */
export async function refresh(state: StateFolder, print: (line: string) => void): Promise<Verdict> {
  const verdict = judge(state);
  if (verdict.kind !== 'old processes') {
    return verdict;
  }
  print(`${verdict.because}: restarting ${RENEWABLE.join(', ')} of the cluster`);
  await renew(state);
  return verdict;
}

/**
 * Refreshes the cluster before tests are repeated; returns the obstacle if that is impossible, because no other cluster
 * starts at that time.
 */
export async function obstacle(state: StateFolder): Promise<string | undefined> {
  try {
    const verdict = await refresh(state, (line) => void process.stderr.write(`\n${line}\n`));
    return verdict.kind === 'unfit' ? `there is no cluster to test with: ${verdict.because}` : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const patience = 60_000;

async function renew(state: StateFolder): Promise<void> {
  // The supervisor would tell in its log alone that the sources cannot be bundled.
  await presentBundle(new AbortController().signal);
  const asked = Date.now();
  const supervisor = readRun(state)?.supervisor;
  if (supervisor !== undefined) {
    signalProcess(supervisor, RENEW_SIGNAL);
  }
  while (!isAnnounced(state, asked)) {
    assertNoneEnded(state, asked);
    if (Date.now() - asked > patience) {
      throw new UserError(`the cluster has not restarted them; its log is ${logFile(state, 'supervisor')}`);
    }
    await delay(50);
  }
}

function newProcesses(state: StateFolder, since: number): RunRecord['children'] {
  const children = readRun(state)?.children ?? [];
  return children.filter(
    ({ name, startedAt }) => startedAt >= since && RENEWABLE.some((each) => each === name),
  );
}

/** Whether the supervisor has announced the new processes, which it does when all are healthy. */
function isAnnounced(state: StateFolder, asked: number): boolean {
  const announced = readCluster(state)?.pids;
  const processes = newProcesses(state, asked);
  return (
    processes.length === RENEWABLE.length && processes.every(({ name, pid }) => announced?.[name] === pid)
  );
}

function assertNoneEnded(state: StateFolder, asked: number): void {
  const ended = newProcesses(state, asked).find((child) => !isAlive(child));
  if (ended === undefined) {
    return;
  }
  const log = logFile(state, ended.name);
  throw new UserError([`${ended.name} does not start; ${log} ends:`, ...lastLines(log, 20)].join('\n  '));
}

/** Announcement of a local cluster. */
export function localCluster(state: StateFolder): ClusterFile {
  return clusterFileSchema.parse(readCluster(state));
}
