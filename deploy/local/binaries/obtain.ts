import { join } from 'node:path';
import type { Progress, ProgressTask } from '../progress.ts';
import { buildWithGo, findGo, type Go } from './build.ts';
import { cacheFolder, cacheRoot, install, makeFolder } from './cache.ts';
import type { Binary } from './catalogue.ts';
import type { Downloads } from './download.ts';
import { isProgram } from './found.ts';
import { takeLock } from './lock.ts';
import type { Platform } from './platform.ts';
import { diskFull, isDiskFull, WayFailed } from './way.ts';

/** What every step of one run shares. */
export interface Run {
  readonly progress: Progress;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal | undefined;
  readonly platform: Platform;
  readonly downloads: Downloads;
}

/** What became of one program: where it is, or why each way failed. */
export type Outcome =
  | { readonly kind: 'ready'; readonly path: string }
  | { readonly kind: 'failed'; readonly reasons: readonly string[] };

/** Brings a program into the cache by download or build; only one process on the machine does so at a time. */
export async function obtain(binary: Binary, run: Run, count: string): Promise<Outcome> {
  const folder = cacheFolder(binary, run.platform, run.env);
  const target = join(folder, binary.name);
  await makeFolder(folder);
  await using lock = await lockUnlessThere(binary, run, target);
  if (lock === undefined) return { kind: 'ready', path: target };
  const label = `${binary.name} ${binary.version} (${count})`;
  const download = await tryDownload(binary, run, folder, label);
  if (download.kind === 'ready') return download;
  const build = await tryBuild(binary, run, folder, label);
  if (build.kind === 'ready') return build;
  return { kind: 'failed', reasons: [...download.reasons, ...build.reasons] };
}

async function lockUnlessThere(
  binary: Binary,
  { progress, env, signal }: Run,
  target: string,
): Promise<AsyncDisposable | undefined> {
  let task: ProgressTask | undefined;
  try {
    return await takeLock(join(cacheRoot(env), '.lock'), {
      settled: () => isProgram(target),
      onWait: (pid) => {
        task = progress.task(`Waiting for process ${pid}, which is getting programs, for ${binary.name}`);
      },
      signal,
    });
  } finally {
    task?.done();
  }
}

async function tryDownload(binary: Binary, run: Run, folder: string, label: string): Promise<Outcome> {
  const release = binary.release(run.platform);
  const hostFailure = run.downloads.failureOf(release);
  if (hostFailure !== undefined) return { kind: 'failed', reasons: [hostFailure] };
  const task = run.progress.task(`Downloading ${label}`);
  const onShare = (share: number): void => task.note(`${Math.floor(share * 100)} %`);
  return installBy(binary, run, folder, task, (work) =>
    run.downloads.fetch(release, work, onShare, run.signal),
  );
}

async function tryBuild(binary: Binary, run: Run, folder: string, label: string): Promise<Outcome> {
  let go: Go;
  try {
    go = await findGo(run.env);
  } catch (error) {
    if (error instanceof WayFailed) return { kind: 'failed', reasons: [error.message] };
    throw error;
  }
  const task = run.progress.task(`Building ${label} with Go`, binary.build.seconds);
  const log = join(folder, `${binary.name}-build.log`);
  return installBy(binary, run, folder, task, (work) => buildWithGo(binary, go, work, log, run.signal));
}

/** Installs what `make` makes, as the task; a full disk or an abort ends everything. */
async function installBy(
  binary: Binary,
  run: Run,
  folder: string,
  task: ProgressTask,
  make: (work: string) => Promise<string>,
): Promise<Outcome> {
  try {
    const path = await install(folder, binary.name, make);
    task.done();
    return { kind: 'ready', path };
  } catch (error) {
    task.failed(error instanceof WayFailed ? error.message : 'stopped');
    run.signal?.throwIfAborted();
    if (isDiskFull(error)) throw diskFull(folder);
    if (error instanceof WayFailed) return { kind: 'failed', reasons: [error.message] };
    throw error;
  }
}
