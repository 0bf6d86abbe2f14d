import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

/** File in an archive of a chart, or a link. */
export interface ArchiveEntry {
  /** Path in the archive, from the folder of the chart. */
  readonly path: string;
  readonly content?: string | Uint8Array;
  /** Target of a symbolic link. */
  readonly link?: string;
}

const BLOCK = 512;

/** Archive (.tgz) with exactly these entries, whatever they are. */
export function archiveOf(entries: readonly ArchiveEntry[]): Uint8Array {
  const blocks = entries.flatMap((entry) => [headerOf(entry), padded(contentOf(entry))]);
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
}

/** Archive of a chart of this name with these files, by their paths in it. */
export function chartArchive(name: string, files: Readonly<Record<string, string>>): Uint8Array {
  const all = { 'Chart.yaml': `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n`, ...files };
  return archiveOf(Object.entries(all).map(([path, content]) => ({ path: `${name}/${path}`, content })));
}

/** Archive of the chart in a folder. */
export async function folderArchive(folder: string): Promise<Uint8Array> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  return archiveOf(
    await Promise.all(
      paths.map(async (path) => ({
        path: join(basename(folder), relative(folder, path)),
        content: await readFile(path),
      })),
    ),
  );
}

function contentOf({ content = '' }: ArchiveEntry): Uint8Array {
  return Buffer.from(content);
}

function padded(content: Uint8Array): Uint8Array {
  return Buffer.concat([content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}

/** Header in the format `ustar`. */
function headerOf(entry: ArchiveEntry): Uint8Array {
  const header = Buffer.alloc(BLOCK);
  header.write(entry.path, 0, 100);
  header.write('0000644\0', 100);
  header.write(`${contentOf(entry).length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        ', 148);
  header.write(entry.link === undefined ? '0' : '2', 156);
  header.write(entry.link ?? '', 157, 100);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
