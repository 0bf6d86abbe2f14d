import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SourceFailed } from '../local/binaries/failure.ts';
import type { Platform } from '../local/binaries/platform.ts';
import { cacheRoot } from '../local/binaries/toolchain.mjs';
import { UserError } from '../local/errors.ts';
import { runTool } from '../local/runtool.ts';
import { filesOf } from './deb.ts';
import debian from './debian.json' with { type: 'json' };
import { isNeeded } from './libraries.ts';

type DebianPackage = (typeof debian.packages)[Platform['arch']][number];

/** Release and pinned packages, for people. */
export const DEBIAN_SOURCE = `${debian.release}: ${debian.packages.amd64.map(({ name, version }) => `${name} ${version}`).join(', ')}`;

/** Puts the libraries of Debian's pinned packages below `root`, with their licences. Throws SourceFailed. */
export async function placeDebianLibraries(
  root: string,
  { arch }: Platform,
  work: string,
  signal: AbortSignal,
): Promise<void> {
  for (const deb of await pinnedPackages(debian.packages[arch], signal)) {
    for (const { path, content } of await filesOf(deb, work, isWanted, signal)) {
      const file = join(root, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content, { mode: isNeeded(basename(path)) ? 0o755 : 0o644 });
    }
  }
}

function isWanted(path: string): boolean {
  const isLibrary = /^(\/usr)?\/lib/.test(path) && isNeeded(basename(path));
  return isLibrary || /^\/usr\/share\/doc\/[^/]+\/copyright$/.test(path);
}

/** Files of the packages, from the cache or downloaded; a file with another checksum is never used. */
async function pinnedPackages(
  packages: readonly DebianPackage[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const folder = join(dirname(cacheRoot(process.env)), 'debian');
  await mkdir(folder, { recursive: true });
  const fileOf = ({ sha256 }: DebianPackage): string => join(folder, `${sha256}.deb`);
  const sums = await Promise.all(packages.map((each) => sumOf(fileOf(each))));
  const missing = packages.filter(({ sha256 }, index) => sums[index] !== sha256);
  if (missing.length > 0) {
    await fetch(missing, folder, fileOf, signal);
  }
  return packages.map(fileOf);
}

/** Downloads packages with the machine's apt settings, but lists of its own: without root, and without changes to the machine. */
async function fetch(
  packages: readonly DebianPackage[],
  folder: string,
  fileOf: (each: DebianPackage) => string,
  signal: AbortSignal,
): Promise<void> {
  const work = await mkdtemp(join(folder, '.work-'));
  try {
    await mkdir(join(work, 'lists', 'partial'), { recursive: true });
    const settings = [`Dir::State::Lists=${work}/lists`, `Dir::Cache=${work}/cache`, 'APT::Sandbox::User='];
    const names = packages.map(({ name, version }) => `${name}=${version}`).join(' ');
    // apt-get downloads into its working directory.
    const script = `cd "$1" && shift && apt-get "$@" update && apt-get "$@" download ${names}`;
    const options = settings.flatMap((setting) => ['-o', setting]);
    await runTool('sh', ['-c', script, 'sh', work, '-q', ...options], { signal });
    const debs = (await readdir(work))
      .filter((name) => name.endsWith('.deb'))
      .map((name) => join(work, name));
    const files = new Map(await Promise.all(debs.map(async (deb) => [await sumOf(deb), deb] as const)));
    for (const each of packages) {
      const file = files.get(each.sha256);
      if (file === undefined) {
        throw new SourceFailed(`apt has another ${each.name} ${each.version} than is pinned`);
      }
      await rename(file, fileOf(each));
    }
  } catch (error) {
    throw error instanceof UserError ? new SourceFailed(error.message) : error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function sumOf(file: string): Promise<string | undefined> {
  try {
    return createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  } catch {
    return undefined;
  }
}
