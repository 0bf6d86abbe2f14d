import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { list, type ReadEntry } from 'tar';
import { SourceFailed } from '../local/binaries/failure.ts';
import { runTool } from '../local/runtool.ts';

/** Regular file of a package: its absolute path and content. */
export interface PackedFile {
  readonly path: string;
  readonly content: Buffer;
}

const MAGIC = '!<arch>\n';
const HEADER_BYTES = 60;

/** Member of an ar archive whose name has this prefix. Throws SourceFailed where there is none. */
export function memberOf(
  archive: Buffer,
  prefix: string,
): { readonly name: string; readonly content: Buffer } {
  if (archive.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new SourceFailed('it is no ar archive');
  }
  for (let at = MAGIC.length; at + HEADER_BYTES <= archive.length; ) {
    const name = archive.toString('latin1', at, at + 16).trim();
    const size = Number(archive.toString('latin1', at + 48, at + 58));
    const begin = at + HEADER_BYTES;
    if (name.startsWith(prefix)) {
      return { name, content: archive.subarray(begin, begin + size) };
    }
    // Members begin at even offsets.
    at = begin + size + (size % 2);
  }
  throw new SourceFailed(`the archive has no member ${prefix}`);
}

/**
 * Files of a Debian package whose paths are `wanted`; links are followed within the package. Needs the program
 * xz.
 */
export async function filesOf(
  deb: string,
  work: string,
  wanted: (path: string) => boolean,
  signal: AbortSignal,
): Promise<readonly PackedFile[]> {
  const [contents, links] = await unpacked(deb, 'data.tar', work, signal);
  const paths = [...contents.keys(), ...links.keys()].filter(wanted).toSorted();
  return paths.map((path) => ({ path, content: followed(path, contents, links) }));
}

/** Description of a Debian package: its name, version, source and dependencies. Needs the program xz. */
export async function controlOf(deb: string, work: string, signal: AbortSignal): Promise<Buffer> {
  const [contents, links] = await unpacked(deb, 'control.tar', work, signal);
  return followed('/control', contents, links);
}

async function unpacked(
  deb: string,
  member: string,
  work: string,
  signal: AbortSignal,
): Promise<readonly [Contents, Links]> {
  const { name, content } = memberOf(await readFile(deb), member);
  const packed = join(work, `${basename(deb)}.${name}`);
  await writeFile(packed, content);
  await runTool('xz', ['--decompress', '--force', packed], { signal });
  const tarball = packed.replace(/\.xz$/, '');
  const found = await read(tarball);
  await rm(tarball);
  return found;
}

type Contents = ReadonlyMap<string, Buffer>;
type Links = ReadonlyMap<string, string>;

async function read(tarball: string): Promise<readonly [Contents, Links]> {
  const contents = new Map<string, Buffer>();
  const links = new Map<string, string>();
  const onReadEntry = (entry: ReadEntry): void => {
    const path = posix.resolve('/', entry.path);
    if (entry.type === 'SymbolicLink') {
      links.set(path, posix.resolve(posix.dirname(path), entry.linkpath ?? ''));
    }
    if (entry.type !== 'File') {
      return;
    }
    const chunks: Buffer[] = [];
    entry.on('data', (chunk: Buffer) => chunks.push(chunk));
    entry.on('end', () => contents.set(path, Buffer.concat(chunks)));
  };
  await list({ file: tarball, onReadEntry });
  return [contents, links];
}

function followed(path: string, contents: Contents, links: Links): Buffer {
  const target = links.get(path);
  const content = target === undefined ? contents.get(path) : followed(target, contents, links);
  if (content === undefined) {
    throw new SourceFailed(`${path} leads out of its package`);
  }
  return content;
}
