import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cacheRoot } from '../local/binaries/cache.ts';
import type { Platform } from '../local/binaries/platform.ts';
import { downloadAgent, readToFile } from '../local/binaries/transfer.ts';
import { WayFailed } from '../local/binaries/way.ts';
import { filesOf } from './deb.ts';
import debian from './debian.json' with { type: 'json' };
import { isNeeded } from './libraries.ts';

type Package = (typeof debian.packages)[Platform['arch']][number];

/** What the pinned packages are, for people. */
export const debianSource = `${debian.release}: ${debian.packages.amd64.map(({ path }) => basename(path).split('_', 2).join(' ')).join(', ')}`;

/** Puts the libraries of Debian's pinned packages below `root`, with their licences; WayFailed where they cannot be had. */
export async function placeDebianLibraries(
  root: string,
  { arch }: Platform,
  work: string,
  signal: AbortSignal,
): Promise<void> {
  const folder = join(dirname(cacheRoot(process.env)), 'debian');
  await mkdir(folder, { recursive: true });
  for (const each of debian.packages[arch]) {
    const deb = await cached(each, folder, signal);
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

/** The package's file, fetched unless it is there already; what is not as pinned is never used. */
async function cached({ path, sha256 }: Package, folder: string, signal: AbortSignal): Promise<string> {
  const file = join(folder, `${sha256}.deb`);
  if ((await sumOf(file)) === sha256) return file;
  const draft = `${file}.${process.pid}`;
  const agent = downloadAgent();
  try {
    const url = new URL(path.replaceAll('+', '%2B'), debian.base).href;
    const sum = await readToFile({ url, agent, signal }, draft, () => undefined);
    if (sum !== sha256) throw new WayFailed(`${url} has SHA-256 ${sum} instead of ${sha256}`);
    await rename(draft, file);
    return file;
  } finally {
    await agent.destroy();
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
