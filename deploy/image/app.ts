import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { repository } from '../local/repository.ts';
import { runTool } from '../local/runtool.ts';
import { type Bom, installedPackages } from './sbom.ts';

/** Folder of the app in an image, from the root. */
export const APP = 'app';

/** Manifest of an npm package. */
const MANIFEST = 'package.json';

/**
 * Makes the root with the app's packages as the lock file pins them, without those for development, and returns
 * their bill of materials. npm works in the folder `npm`.
 */
export async function makeModules(root: string, npm: string, signal: AbortSignal): Promise<Bom> {
  await mkdir(npm, { recursive: true });
  for (const name of ['package-lock.json', '.npmrc', MANIFEST]) {
    await cp(join(repository.root, name), join(npm, name));
  }
  const args = ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--prefer-offline'];
  await runTool('npm', ['--prefix', npm, ...args], { signal });
  await writeFile(join(npm, MANIFEST), withoutOmitted(await readFile(join(npm, MANIFEST), 'utf8')));
  const packages = await installedPackages(npm, signal);
  const made = join(npm, 'node_modules');
  // Nothing runs the programs of the first; the second names the registry of this machine.
  for (const name of ['.bin', '.package-lock.json']) {
    await rm(join(made, name), { recursive: true, force: true });
  }
  await mkdir(join(root, APP), { recursive: true });
  await rename(made, join(root, APP, 'node_modules'));
  return packages;
}

function withoutOmitted(manifest: string): string {
  const omitted = { devDependencies: undefined, optionalDependencies: undefined };
  return JSON.stringify({ ...(JSON.parse(manifest) as object), ...omitted });
}

/** Makes the root with files and folders of this repository. */
export async function makeApp(root: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(root, APP, path)), { recursive: true });
    await cp(join(repository.root, path), join(root, APP, path), { recursive: true });
  }
}
