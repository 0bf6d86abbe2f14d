import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Downloads } from '../local/binaries/download.ts';
import type { Platform } from '../local/binaries/platform.ts';
import { UserError } from '../local/errors.ts';
import pins from './node.json' with { type: 'json' };

/** Pinned SHA-256 of the Node of images, by architecture: of the publisher's archive, and of `bin/node` in it. */
export const NODE: NodePins = pins;

/** Pinned Node. */
interface NodePins {
  readonly version: string;
  readonly builds: Readonly<Record<Platform['arch'], NodeBuild>>;
}

/** Pinned build of one platform. */
interface NodeBuild {
  /** Platform as the publisher spells it. */
  readonly name: string;
  readonly archive: string;
  readonly program: string;
}

/** Checks that a program is the pinned Node. Throws a UserError. */
export async function checkNode(program: string, arch: Platform['arch'], node = NODE): Promise<void> {
  const [expected, sum] = [node.builds[arch].program, await sumOf(program)];
  if (sum !== expected) {
    throw new UserError(
      `${program} is not the Node ${node.version} that deploy/image/node.json pins: SHA-256 ${sum} instead of ${expected}`,
    );
  }
}

/**
 * Checks in the folder `work` that the pinned Node is the one that its publisher released: the publisher's list has
 * the checksum of the archive, which is the pinned one, and the program in the archive is the pinned one. Throws
 * SourceFailed and UserError.
 */
export async function verifyNode(
  arch: Platform['arch'],
  downloads: Downloads,
  work: string,
  signal?: AbortSignal,
  node = NODE,
): Promise<void> {
  const { name, archive } = node.builds[arch];
  const folder = `https://nodejs.org/dist/v${node.version}`;
  const stem = `node-v${node.version}-${name}`;
  const release = {
    url: `${folder}/${stem}.tar.gz`,
    checksumUrl: `${folder}/SHASUMS256.txt`,
    member: `${stem}/bin/node`,
  };
  const program = await downloads.fetch(release, work, () => undefined, signal);
  const sum = await sumOf(join(work, `${stem}.tar.gz`));
  if (sum !== archive) {
    throw new UserError(`${release.url} is not the pinned archive: SHA-256 ${sum} instead of ${archive}`);
  }
  await checkNode(program, arch, node);
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
