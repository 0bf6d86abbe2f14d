import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { create } from 'tar';

/** Layer as it is stored: a gzipped tar archive. */
export interface Layer {
  readonly file: string;
  /** Digest of the file, `sha256:…`. */
  readonly digest: string;
  /** Size of the file in bytes. */
  readonly size: number;
  /** Digest of the uncompressed archive, `sha256:…`. */
  readonly diffId: string;
}

/** Paths of programs and libraries in a root folder. */
const PROGRAMS = /^\/(usr\/local\/bin|(usr\/)?lib)/;

/**
 * Packs a folder. The result depends on names and contents alone: every entry belongs to root, dates from 1970,
 * and is readable by all and writable by its owner; files whose paths match `programs` may be run.
 */
export async function packLayer(folder: string, file: string, programs = PROGRAMS): Promise<Layer> {
  const paths = await normalised(folder, programs);
  // tar's stream types are not those of Node.
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
async function normalised(folder: string, programs: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    // Only links of npm to programs are known, and they are not packed.
    if (entry.isSymbolicLink()) {
      throw new Error(`${path} is a link`);
    }
    const isOpen = entry.isDirectory() || programs.test(path.slice(folder.length));
    await chmod(path, isOpen ? 0o755 : 0o644);
    paths.push(path.slice(folder.length + 1));
  }
  return paths.toSorted();
}

/** Counter and hash of the bytes that pass through `measure`. */
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
