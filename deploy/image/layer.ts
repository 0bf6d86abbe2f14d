import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { create } from 'tar';

/** A layer as it is stored: a gzipped tar archive. */
export interface Layer {
  readonly file: string;
  /** `sha256:…` of the file. */
  readonly digest: string;
  /** Of the file, in bytes. */
  readonly size: number;
  /** `sha256:…` of the archive within. */
  readonly diffId: string;
}

/**
 * Packs a folder. What comes out depends on names and contents alone: everything is root's and of 1970,
 * and may be read by all and written by its owner.
 */
export async function packLayer(folder: string, file: string): Promise<Layer> {
  const paths = await normalised(folder);
  // The types of tar's streams are of another lineage than Node's.
  const archive = create(
    { cwd: folder, portable: true, mtime: new Date(0), noDirRecurse: true },
    paths,
  ) as unknown as Readable;
  const inner = hashing();
  const outer = hashing();
  await pipeline(archive, inner.measure, createGzip({ level: 6 }), outer.measure, createWriteStream(file));
  return { file, digest: outer.digest(), size: outer.size(), diffId: inner.digest() };
}

/** All paths in a folder in a fixed order, parents first, with the same modes on every machine. */
async function normalised(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    // Links of npm would lead to programs; there are none in what is packed.
    if (entry.isSymbolicLink()) {
      throw new Error(`${path} is a link`);
    }
    const isOpen = entry.isDirectory() || /^\/(usr\/local\/bin|(usr\/)?lib)/.test(path.slice(folder.length));
    await chmod(path, isOpen ? 0o755 : 0o644);
    paths.push(path.slice(folder.length + 1));
  }
  return paths.toSorted();
}

/** What passes through, counted and hashed. */
function hashing() {
  const hash = createHash('sha256');
  let size = 0;
  return {
    async *measure(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    digest: () => `sha256:${hash.digest('hex')}`,
    size: () => size,
  };
}
