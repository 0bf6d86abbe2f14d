import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SourceFailed } from '../local/binaries/failure.ts';
import type { Platform } from '../local/binaries/platform.ts';
import { cacheRoot } from '../local/binaries/toolchain.mjs';
import { UserError } from '../local/errors.ts';
import { runTool } from '../local/runtool.ts';
import { controlOf, filesOf } from './deb.ts';
import debian from './debian.json' with { type: 'json' };
import { isNeeded } from './libraries.ts';

type DebianPackage = (typeof debian.packages)[Platform['arch']][number];

/** Release and pinned packages, for people. */
export const DEBIAN_SOURCE = `${debian.release}: ${debian.packages.amd64.map(({ name, version }) => `${name} ${version}`).join(', ')}`;

const RELEASE_NUMBER = debian.release.replace('Debian ', '');

/**
 * Files by which scanners find the packages in `/var/lib/dpkg/status.d`, as in images without a package manager: they
 * look for the release of the distribution in one of them.
 */
const RELEASE_FILES = {
  'etc/os-release': `PRETTY_NAME="${debian.release}"\nNAME="Debian GNU/Linux"\nVERSION_ID="${RELEASE_NUMBER}"\nID=debian\n`,
  'etc/debian_version': `${RELEASE_NUMBER}\n`,
};

/**
 * Puts the libraries of Debian's pinned packages below `root`, with their licences and the descriptions of the packages.
 * Throws SourceFailed.
 */
export async function placeDebianLibraries(
  root: string,
  { arch }: Platform,
  work: string,
  signal: AbortSignal,
): Promise<void> {
  const packages = debian.packages[arch];
  const debs = await pinnedPackages(arch, signal);
  for (const [index, deb] of debs.entries()) {
    for (const { path, content } of await filesOf(deb, work, isWanted, signal)) {
      await place(join(root, path), content);
    }
    await place(
      join(root, 'var/lib/dpkg/status.d', packages[index]?.name ?? ''),
      await controlOf(deb, work, signal),
    );
  }
  for (const [path, content] of Object.entries(RELEASE_FILES)) {
    await place(join(root, path), content);
  }
}

async function place(file: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content, { mode: isNeeded(basename(file)) ? 0o755 : 0o644 });
}

function isWanted(path: string): boolean {
  const isLibrary = /^(\/usr)?\/lib/.test(path) && isNeeded(basename(path));
  return isLibrary || /^\/usr\/share\/doc\/[^/]+\/copyright$/.test(path);
}

/** Files of the pinned packages, from the cache or downloaded; a file with another checksum is never used. */
async function pinnedPackages(arch: Platform['arch'], signal: AbortSignal): Promise<readonly string[]> {
  const packages = debian.packages[arch];
  await mkdir(cacheFolder(), { recursive: true });
  const sums = await Promise.all(packages.map((each) => sumOf(fileOf(each))));
  const missing = packages.filter(({ sha256 }, index) => sums[index] !== sha256);
  if (missing.length > 0) {
    await fetch(missing, arch, signal);
  }
  return packages.map(fileOf);
}

/** Folder of downloaded packages between runs. */
function cacheFolder(): string {
  return join(dirname(cacheRoot(process.env)), 'debian');
}

function fileOf({ sha256 }: DebianPackage): string {
  return join(cacheFolder(), `${sha256}.deb`);
}

/** Downloads packages with the machine's apt settings, but lists of its own: without root, and without changes to the machine. */
async function fetch(
  packages: readonly DebianPackage[],
  arch: Platform['arch'],
  signal: AbortSignal,
): Promise<void> {
  const work = await mkdtemp(join(cacheFolder(), '.work-'));
  try {
    await mkdir(join(work, 'lists', 'partial'), { recursive: true });
    const settings = [
      `Dir::State::Lists=${work}/lists`,
      `Dir::Cache=${work}/cache`,
      'APT::Sandbox::User=',
      // The platform of the image may be another one than that of this machine.
      `APT::Architecture=${arch}`,
      `APT::Architectures=${arch}`,
    ];
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
