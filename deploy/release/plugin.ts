import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import { bundledPackages, makePages, makeScripts } from '../bundle/bundle.ts';
import { licencesOf } from '../bundle/packages.ts';
import { LICENCES } from '../image/app.ts';
import { packLayer } from '../image/layer.ts';
import { repository } from '../local/repository.ts';
import { sha256Of } from './checksums.ts';
import type { BaseLayer } from './images.ts';

/** Command of the plugin in its archives. */
const COMMAND = 'kubectl-stoa';

/** Folder with what the archives of all platforms have. */
const COMMON = 'common';

/** Platforms of the plugin, in the terms of krew. Those for Linux bring their Node with them. */
const PLATFORMS = [
  { os: 'linux', arch: 'amd64' },
  { os: 'linux', arch: 'arm64' },
  { os: 'darwin', arch: 'amd64' },
  { os: 'darwin', arch: 'arm64' },
] as const;

/** Archive of the plugin for one platform. */
export interface PluginArchive {
  readonly os: string;
  readonly arch: string;
  readonly file: string;
}

/** Makes the archives of the plugin in the folder `work`; those for Linux have the Node of the images. */
export async function makePlugin(
  version: string,
  bases: readonly BaseLayer[],
  work: string,
): Promise<readonly PluginArchive[]> {
  await makeCommon(join(work, COMMON));
  const archives = PLATFORMS.map((platform) => makeArchive(version, platform, bases, work));
  // The caller removes the folder after a failure.
  await Promise.allSettled(archives);
  return Promise.all(archives);
}

async function makeArchive(
  version: string,
  { os, arch }: (typeof PLATFORMS)[number],
  bases: readonly BaseLayer[],
  work: string,
): Promise<PluginArchive> {
  const folder = join(work, `${os}-${arch}`);
  await cp(join(work, COMMON), folder, { recursive: true });
  const base = bases.find(({ platform }) => platform.os === os && platform.arch === arch);
  if (base !== undefined) {
    await cp(join(base.root, 'usr/local/bin/node'), join(folder, 'node'));
    await cp(join(base.root, 'usr/share/doc/node/copyright'), join(folder, 'LICENSE.node'));
  }
  const file = join(work, `${COMMAND}_${version}_${os}_${arch}.tar.gz`);
  await packLayer(folder, file, /^\/(node|kubectl-stoa)$/);
  return { os, arch, file };
}

/** Makes the folder with what all platforms have: the program with all that it imports, its start and the licences. */
async function makeCommon(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const chunks = await makeScripts(repository.root, 'src/plugin/main.ts', folder);
  for (const name of await readdir(folder)) {
    if (name.endsWith('.map')) {
      await rm(join(folder, name));
    }
  }
  const pages = await makePages(repository.root, folder);
  const packages = await bundledPackages(repository.root, [...chunks, ...pages]);
  await writeFile(join(folder, LICENCES), licencesOf(packages));
  await cp(join(repository.root, 'LICENSE'), join(folder, 'LICENSE'));
  await cp(join(import.meta.dirname, `${COMMAND}.sh`), join(folder, COMMAND));
}

/** Manifest by which krew installs the plugin from archives below that URL. */
export async function krewManifest(
  version: string,
  downloads: string,
  archives: readonly PluginArchive[],
): Promise<string> {
  const platforms = archives.map(async ({ os, arch, file }) => ({
    selector: { matchLabels: { os, arch } },
    uri: `${downloads}/${basename(file)}`,
    sha256: await sha256Of(file),
    bin: COMMAND,
  }));
  return stringify({
    apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
    kind: 'Plugin',
    metadata: { name: 'stoa' },
    spec: {
      version: `v${version}`,
      homepage: downloads.replace(/\/releases\/.*$/, ''),
      shortDescription: 'Shows applications and gateway rules of Stoa',
      description:
        'Shows applications of Stoa as trees, explains why an object is not ready, shows what an install or a file ' +
        'would change, rolls installs back, and opens and closes ports.',
      caveats:
        'On macOS, and on Linux without glibc, the plugin needs Node.js 24 or newer on PATH. On other Linux systems it ' +
        'brings its own.',
      platforms: await Promise.all(platforms),
    },
  });
}
