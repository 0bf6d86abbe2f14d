import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { SourceFailed } from '../local/binaries/failure.ts';
import { currentPlatform, type Platform } from '../local/binaries/platform.ts';
import { UserError } from '../local/errors.ts';
import { DEBIAN_SOURCE, placeDebianLibraries } from './debian.ts';
import { copyOwnLibraries } from './libraries.ts';
import { checkNode, nodePackage } from './node.ts';
import { IMAGE_USER } from './oci.ts';

/** Files of `/etc` that programs without a shell read. */
const ETC = {
  passwd: `root:x:0:0:root:/root:/sbin/nologin\nstoa:x:${IMAGE_USER}:${IMAGE_USER}:stoa:/app:/sbin/nologin\n`,
  group: `root:x:0:\nstoa:x:${IMAGE_USER}:\n`,
  'nsswitch.conf': 'hosts: files dns\n',
  // Node trusts these without the file; other programs of an image may need it.
  'ssl/certs/ca-certificates.crt': `${rootCertificates.join('\n')}\n`,
};

/** Origin of an image's shared libraries. */
interface Libraries {
  readonly from: 'debian' | 'machine';
  /** Origin for people: the versions, or why the libraries of the machine were needed. */
  readonly description: string;
}

/** Runtime of the app of an image. */
export interface Runtime {
  /** Version of Node. */
  readonly node: string;
  readonly libraries: Libraries;
}

/** Makes the root with the runtime: Node, the libraries that it is linked with, and `/etc`. */
export async function makeRuntime(
  root: string,
  platform: Platform,
  work: string,
  signal: AbortSignal,
): Promise<Runtime> {
  const packageFolder = await nodePackage(platform, work, signal);
  const program = join(root, 'usr/local/bin/node');
  await mkdir(join(root, 'tmp'), { recursive: true });
  await mkdir(dirname(program), { recursive: true });
  await cp(join(packageFolder, 'bin/node'), program);
  await chmod(program, 0o755);
  await checkNode(program, platform.arch);
  const licence = join(root, 'usr/share/doc/node');
  await mkdir(licence, { recursive: true });
  await cp(join(packageFolder, 'LICENSE'), join(licence, 'copyright'));
  for (const [name, content] of Object.entries(ETC)) {
    const file = join(root, 'etc', name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  return { node: version, libraries: await placeLibraries(root, program, platform, work, signal) };
}

async function placeLibraries(
  root: string,
  program: string,
  platform: Platform,
  work: string,
  signal: AbortSignal,
): Promise<Libraries> {
  try {
    await placeDebianLibraries(root, platform, work, signal);
    return { from: 'debian', description: DEBIAN_SOURCE };
  } catch (error) {
    if (!(error instanceof SourceFailed)) {
      throw error;
    }
    if (platform.arch !== currentPlatform().arch) {
      throw new UserError(`no libraries for ${platform.arch}: ${error.message}`);
    }
    await copyOwnLibraries(program, root, signal);
    return { from: 'machine', description: `those of the machine that built it (${error.message})` };
  }
}
