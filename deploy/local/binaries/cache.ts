import { chmod, mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { UserError } from '../errors.ts';
import type { Binary } from './catalogue.ts';
import { isAlive, self } from './owner.ts';
import type { Platform } from './platform.ts';
import { diskFull, errorCode, isDiskFull } from './way.ts';

const workPrefix = '.work-';

/** Where programs are kept between runs: `$XDG_CACHE_HOME/stoa/bin`, by default under `~/.cache`. */
export function cacheRoot(env: NodeJS.ProcessEnv): string {
  const set = env.XDG_CACHE_HOME;
  // The XDG specification has relative paths ignored.
  const base = set && isAbsolute(set) ? set : join(env.HOME || homedir(), '.cache');
  return join(base, 'stoa', 'bin');
}

/** The folder for one program of one version. */
export function cacheFolder(binary: Binary, platform: Platform, env: NodeJS.ProcessEnv): string {
  return join(cacheRoot(env), binary.version, `${platform.os}-${platform.arch}`);
}

/** Makes the folder; a UserError when the place cannot be written. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    if (isDiskFull(error)) throw diskFull(folder);
    throw new UserError(
      `cannot make the cache folder ${folder} (${errorCode(error)}): point XDG_CACHE_HOME at a folder you own`,
    );
  }
}

/**
 * Puts a program into the cache folder whole or not at all: `make` writes it somewhere below the work
 * folder it is given and returns its path. Returns the path of the installed program.
 */
export async function install(
  folder: string,
  name: string,
  make: (work: string) => Promise<string>,
): Promise<string> {
  await removeLeftovers(folder);
  const work = await mkdtemp(join(folder, `${workPrefix}${self()}-`));
  try {
    const file = await make(work);
    await chmod(file, 0o755);
    await flush(file);
    const target = join(folder, name);
    await rename(file, target);
    await flush(folder);
    return target;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Work folders of processes that were killed. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    if (!entry.startsWith(workPrefix) || isAlive(entry.slice(workPrefix.length))) continue;
    await rm(join(folder, entry), { recursive: true, force: true });
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
