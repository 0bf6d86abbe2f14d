import { chmod, mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../errors.ts';
import { isOwnerAlive, ownerTag } from '../processes.ts';
import type { Binary } from './catalogue.ts';
import { diskFull, errorCode, isDiskFull } from './failure.ts';
import type { Platform } from './platform.ts';
import { versionFolder } from './toolchain.mjs';

const WORK_PREFIX = '.work-';

/** Folder of a program in one version. */
export function cacheFolder(binary: Binary, platform: Platform, env: NodeJS.ProcessEnv): string {
  return versionFolder(binary.version, platform, env);
}

/** Creates a folder. Throws a UserError where that is not possible. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    if (isDiskFull(error)) {
      throw diskFull(folder);
    }
    throw new UserError(
      `cannot make the cache folder ${folder} (${errorCode(error)}): point XDG_CACHE_HOME at a folder you own`,
    );
  }
}

/** Program in a work folder, and its path in the cache. */
export interface CacheEntry {
  readonly file: string;
  readonly target: string;
}

/**
 * Puts programs into the cache atomically: `make` writes them below the work folder that it is given, which is in
 * `folder`, on the disk of the cache.
 */
export async function install(
  folder: string,
  make: (work: string) => Promise<readonly CacheEntry[]>,
): Promise<void> {
  await makeFolder(folder);
  await removeLeftovers(folder);
  const work = await mkdtemp(join(folder, `${WORK_PREFIX}${ownerTag()}-`));
  try {
    for (const { file, target } of await make(work)) {
      await chmod(file, 0o755);
      await flush(file);
      await makeFolder(dirname(target));
      await rename(file, target);
      await flush(dirname(target));
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Removes work folders of processes that were killed. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    if (!entry.startsWith(WORK_PREFIX) || isOwnerAlive(entry.slice(WORK_PREFIX.length))) {
      continue;
    }
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
