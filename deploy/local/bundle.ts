import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, symlink, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { ENGINE_FILE } from '../../src/chart/files.ts';
import { install } from './binaries/cache.ts';
import { repository } from './repository.ts';
import { runTool } from './runtool.ts';
import type { StateFolder } from './supervisor/statefolder.ts';

/** Files and folders that a bundle is made from; the lock file stands for the packages. */
const SOURCES = ['src', 'deploy/bundle', 'package-lock.json'];

/** Time after which a bundle that no start has used is removed. */
const UNUSED_MS = 7 * 24 * 3600 * 1000;

/**
 * Makes the link `bundle` of a state folder lead to a bundle of the present sources, which is made unless there is one.
 * Throws a UserError if the sources cannot be bundled; the link then stays.
 */
export async function linkBundle(
  { bundle }: StateFolder,
  signal: AbortSignal,
  bundles: string = repository.bundles,
): Promise<void> {
  const draft = `${bundle}.${process.pid}`;
  await rm(draft, { force: true });
  await symlink(await presentBundle(signal, bundles), draft);
  await rename(draft, bundle);
}

/** Folder in `bundles` with the bundle of the present sources. Throws a UserError if they cannot be bundled. */
export async function presentBundle(
  signal: AbortSignal,
  bundles: string = repository.bundles,
): Promise<string> {
  const folder = join(bundles, await digestOf(SOURCES));
  if (!existsSync(folder)) {
    await mkdir(bundles, { recursive: true });
    await removeUnused(bundles);
    await make(folder, signal);
  }
  await utimes(folder, new Date(), new Date());
  return folder;
}

/** Makes a bundle, whole or not at all; two that are made at once are the same. */
async function make(folder: string, signal: AbortSignal): Promise<void> {
  try {
    await install(dirname(folder), async (work) => {
      const made = join(work, 'bundle');
      await runTool(process.execPath, [repository.makeBundle, made], { signal });
      // Built or not: the operator finds it there as soon as it is.
      await symlink(repository.renderer, join(made, ENGINE_FILE));
      return [{ file: made, target: folder }];
    });
  } catch (error) {
    if (!existsSync(folder)) {
      throw error;
    }
  }
}

async function removeUnused(bundles: string): Promise<void> {
  for (const name of await readdir(bundles)) {
    const folder = join(bundles, name);
    // Another start may have removed it.
    const used = await stat(folder).catch(() => undefined);
    if (used !== undefined && Date.now() - used.mtimeMs > UNUSED_MS) {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** Digest of the names and contents of files and folders of this repository. */
export async function digestOf(paths: readonly string[]): Promise<string> {
  const files = (await Promise.all(paths.map((path) => filesOf(join(repository.root, path))))).flat();
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    const content = await readFile(file);
    hash.update(`${relative(repository.root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

async function filesOf(path: string): Promise<readonly string[]> {
  if ((await stat(path)).isFile()) {
    return [path];
  }
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
