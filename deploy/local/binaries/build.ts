import { execFile } from 'node:child_process';
import { appendFile, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import type { UserError } from '../errors.ts';
import { BuildMeter, type Pace } from './buildmeter.ts';
import { type GoBuild, type GoModule, MODULE_FLAGS } from './catalogue.ts';
import { runChild } from './childprocess.ts';
import { diskFull, errorCode, lastErrorLine, SourceFailed } from './failure.ts';
import { overlayFlags } from './overlay.ts';
import { SHARED_FLAGS } from './toolchain.mjs';

const run = promisify(execFile);
const REPORT_INTERVAL_MS = 1_000;
/** Share of a build from which its pace can be told. */
const MIN_PACE_SHARE = 0.03;

/** Go command, and the environment of its builds. */
export interface Go {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Programs of one wrapper module to build together. */
export interface BuildJob {
  readonly module: GoModule;
  readonly programs: readonly { readonly build: GoBuild }[];
  readonly go: Go;
  /** Log file, to which Go's output is appended. */
  readonly log: string;
  /** Pace of an earlier build of this run. */
  readonly pace: Pace | undefined;
  /** Called about once a second with the share that is done (0 to 1) and the estimated seconds that are left. */
  readonly onProgress: (share: number, secondsLeft: number | undefined) => void;
  readonly signal: AbortSignal | undefined;
}

/** Paths of the built programs in the order of the job, and the pace of the build. */
export interface BuildResult {
  readonly files: readonly string[];
  readonly pace: Pace | undefined;
}

/** Builds the programs into the work folder with one `go build`, which compiles shared packages once. Throws SourceFailed. */
export async function buildWithGo(job: BuildJob, work: string): Promise<BuildResult> {
  const { module, programs, go, log, signal } = job;
  const overlay = await moduleOverlay(job, work);
  const gauge = new BuildProgress(job, overlay);
  const lines: string[] = [];
  const output = new PassThrough();
  const reading = (async () => {
    for await (const line of createInterface({ input: output })) {
      gauge.record(line);
      if (!isPackage(line)) {
        lines.push(line);
      }
      await appendFile(log, `${line}\n`);
    }
  })();
  // With a trailing slash, Go names the programs itself.
  const args = ['build', '-v', ...SHARED_FLAGS, ...MODULE_FLAGS[module], ...overlay, '-o', `${work}/`];
  const code = await runChild(go.path, [...args, ...programs.map(({ build }) => build.package)], {
    cwd: moduleFolder(module),
    env: go.env,
    signal,
    onOutput: (chunk) => output.write(chunk),
  })
    .catch((error) => {
      throw new SourceFailed(`go build cannot start (${errorCode(error)})`);
    })
    .finally(async () => {
      gauge.end();
      output.end();
      await reading;
    });
  signal?.throwIfAborted();
  if (code !== 0) {
    throw failureOf(lines, log);
  }
  return { files: programs.map(({ build }) => join(work, executableName(build.package))), pace: gauge.pace };
}

/** Flags of the wrapper's overlay, for which Go may have to download a module. */
async function moduleOverlay(
  { module, go, log, signal }: BuildJob,
  work: string,
): Promise<readonly string[]> {
  try {
    return await overlayFlags(moduleFolder(module), work, async (cwd, ...args) => {
      const { stdout } = await run(go.path, args, { cwd, env: go.env, ...(signal && { signal }) });
      return stdout;
    });
  } catch (error) {
    signal?.throwIfAborted();
    const words = lastErrorLine(error);
    await appendFile(log, `${words}\n`);
    throw failureOf([words], log);
  }
}

/** Progress of a build by the packages that Go names. */
class BuildProgress {
  readonly #job: BuildJob;
  readonly #seen: string[] = [];
  readonly #timer: NodeJS.Timeout;
  #meter: BuildMeter | undefined;
  #began = 0;

  constructor(job: BuildJob, overlay: readonly string[]) {
    this.#job = job;
    void meterFor(job, overlay).then((meter) => {
      this.#meter = meter;
      for (const name of this.#seen) {
        meter?.record(name);
      }
    });
    this.#timer = setInterval(() => this.#report(), REPORT_INTERVAL_MS);
  }

  record(line: string): void {
    if (!isPackage(line)) {
      return;
    }
    if (this.#began === 0) {
      this.#began = performance.now();
    }
    this.#seen.push(line);
    this.#meter?.record(line);
  }

  /** Pace of this build; undefined until enough of it is done. */
  get pace(): Pace | undefined {
    const meter = this.#meter;
    if (meter === undefined || meter.done === 0 || meter.share < MIN_PACE_SHARE) {
      return undefined;
    }
    return { weight: meter.done, seconds: (performance.now() - this.#began) / 1_000 };
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #report(): void {
    const meter = this.#meter;
    if (meter === undefined) {
      return;
    }
    const pace = this.pace ?? this.#job.pace;
    this.#job.onProgress(meter.share, pace && meter.secondsLeft(pace));
  }
}

/** Meter of a build; undefined where Go cannot list its packages, of which the build then reports the cause. */
async function meterFor(job: BuildJob, overlay: readonly string[]): Promise<BuildMeter | undefined> {
  try {
    const earlier = await readFile(job.log, 'utf8').catch(() => '');
    const sizes = await packageSizes(job, overlay);
    return new BuildMeter(sizes, earlier.split('\n').filter(isPackage));
  } catch {
    return undefined;
  }
}

/** Bytes of the sources of each package of the programs. */
async function packageSizes(
  { module, programs, go, signal }: BuildJob,
  overlay: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const format = '{{.ImportPath}}\t{{.Dir}}\t{{join .GoFiles "\t"}}';
  const args = [
    'list',
    '-deps',
    ...tagsOf(module),
    ...overlay,
    '-f',
    format,
    ...programs.map(({ build }) => build.package),
  ];
  const { stdout } = await run(go.path, args, {
    cwd: moduleFolder(module),
    env: go.env,
    maxBuffer: 64 * 1024 * 1024,
    ...(signal && { signal }),
  });
  const packages = stdout.split('\n').map((line) => line.split('\t'));
  const sizes = packages.map(async ([name = '', folder = '', ...files]) => {
    const each = await Promise.all(files.map((file) => sizeOf(join(folder, file))));
    return [name, each.reduce((total, size) => total + size, 0)] as const;
  });
  return new Map(await Promise.all(sizes));
}

function tagsOf(module: GoModule): readonly string[] {
  const flags = MODULE_FLAGS[module];
  const at = flags.indexOf('-tags');
  return at < 0 ? [] : flags.slice(at, at + 2);
}

function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

function moduleFolder(module: GoModule): string {
  return join(import.meta.dirname, module);
}

/** Whether a line of `go build -v` names a package, as most do. */
function isPackage(line: string): boolean {
  return /^[\w.~-]+(?:\/[\w.~-]+)*$/.test(line);
}

/** Name that Go gives a program: the last part of its package that is no major version. */
function executableName(path: string): string {
  return path.split('/').findLast((part) => !/^v\d+$/.test(part)) ?? path;
}

/** Failure of a build by Go's last line; of a full disk, with the folder that Go wrote to. */
function failureOf(lines: readonly string[], log: string): SourceFailed | UserError {
  const full = lines.find((line) => /no space left on device|disk quota exceeded/i.test(line));
  if (full !== undefined) {
    const file = /\b(?:write|open|mkdir|create|copy) (\/\S+):/.exec(full)?.[1] ?? log;
    return diskFull(dirname(file));
  }
  const trimmed = lines.map((line) => line.trim());
  const last = trimmed.findLast((line) => line !== '' && !line.startsWith('#')) ?? 'no message';
  return new SourceFailed(`go build failed: ${last.slice(0, 300)} (log: ${log})`);
}
