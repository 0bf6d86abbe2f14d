import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ENGINE_FILE } from '../../src/chart/files.ts';
import { makeBundle, makeScripts } from '../bundle/bundle.ts';
import { licencesOf } from '../bundle/packages.ts';
import { ensureRenderer, modulesIn } from '../local/binaries/renderer.ts';
import { terminalProgress } from '../local/progress.ts';
import { repository } from '../local/repository.ts';
import { runTool } from '../local/runtool.ts';
import { type Bom, bomOfPackages, installedPackages, withModules } from './sbom.ts';

/** Folder of the app in an image, from the root. */
export const APP = 'app';

/** File of an image with the licences of the packages in its bundle, and of the modules in the renderer of charts. */
export const LICENCES = 'THIRD-PARTY-LICENSES.txt';

/** Manifest of an npm package. */
const MANIFEST = 'package.json';

/** Sources of the bundle, and the settings of the compiler for the console. */
const SOURCES = ['src', 'deploy/bundle', 'tsconfig.json'];

/**
 * Makes the root with the bundle of the app and of the packages as the lock file pins them, and with the renderer of
 * charts. Returns the bill of materials of the packages and modules in both, for that version of Stoa. npm and the
 * bundler work in the folder `work`.
 */
export async function makeBundledApp(
  root: string,
  work: string,
  version: string,
  signal: AbortSignal,
): Promise<Bom> {
  await mkdir(work, { recursive: true });
  for (const name of ['package-lock.json', '.npmrc', MANIFEST, ...SOURCES]) {
    await cp(join(repository.root, name), join(work, name), { recursive: true });
  }
  const args = ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--prefer-offline'];
  await runTool('npm', ['--prefix', work, ...args], { signal });
  await writeFile(
    join(work, MANIFEST),
    withoutOmitted(await readFile(join(work, MANIFEST), 'utf8'), version),
  );
  const installed = await installedPackages(work, signal);
  const app = join(root, APP);
  const { packages } = await makeBundle(work, app);
  const renderer = await ensureRenderer({ progress: terminalProgress(process.stderr), signal });
  await cp(renderer, join(app, ENGINE_FILE));
  const modules = await modulesIn(renderer);
  await writeFile(join(app, LICENCES), licencesOf([...packages, ...modules]));
  const bom = bomOfPackages(
    installed,
    packages.map(({ name, version }) => `${name}@${version}`),
  );
  return withModules(bom, modules);
}

function withoutOmitted(manifest: string, version: string): string {
  const omitted = { devDependencies: undefined, optionalDependencies: undefined };
  return JSON.stringify({ ...(JSON.parse(manifest) as object), ...omitted, version });
}

/** Makes the root with files and folders of this repository. */
export async function makeFiles(root: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(root, APP, path)), { recursive: true });
    await cp(join(repository.root, path), join(root, APP, path), { recursive: true });
  }
}

/** Makes the root with modules of this repository by their folders, each with all that it imports. */
export async function makeModules(root: string, modules: Readonly<Record<string, string>>): Promise<void> {
  for (const [folder, main] of Object.entries(modules)) {
    await makeScripts(repository.root, main, join(root, APP, folder));
  }
}
