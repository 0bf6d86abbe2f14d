import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Licensed, legalTexts } from '../../bundle/packages.ts';
import type { Go } from './build.ts';

const run = promisify(execFile);

/** Packages of a program by a tab: module, version, folder of the module, and of the package; none of this repository. */
const FORMAT =
  '{{with .Module}}{{if not (or .Main .Replace)}}{{.Path}}\t{{.Version}}\t{{.Dir}}\t{{$.Dir}}{{end}}{{end}}';

/** Name of Go's own packages, by which scanners know them. */
const STANDARD_LIBRARY = 'stdlib';

/**
 * Modules whose code is in the program of a folder, and Go's own packages, each with the texts of its licences. Throws an
 * Error for one that has none.
 */
export async function modulesOf(folder: string, go: Go): Promise<readonly Licensed[]> {
  const options = { cwd: folder, env: go.env, maxBuffer: 64 * 1024 * 1024 };
  const [listed, own] = await Promise.all([
    run(go.path, ['list', '-deps', '-f', FORMAT, '.'], options),
    run(go.path, ['env', 'GOVERSION', 'GOROOT'], options),
  ]);
  const [version = '', root = ''] = own.stdout.trim().split('\n');
  const packages = listed.stdout.split('\n').filter((line) => line !== '');
  const modules = Map.groupBy(packages, (line) => line.slice(0, line.lastIndexOf('\t')));
  return Promise.all([
    licensed({ name: STANDARD_LIBRARY, version }, [root]),
    ...[...modules].map(([module, lines]) => {
      const [name = '', moduleVersion = '', top = ''] = module.split('\t');
      const folders = lines.map((line) => line.slice(line.lastIndexOf('\t') + 1));
      return licensed({ name, version: moduleVersion }, foldersUpTo(top, folders));
    }),
  ]);
}

async function licensed(
  { name, version }: Pick<Licensed, 'name' | 'version'>,
  folders: readonly string[],
): Promise<Licensed> {
  const texts = [...new Set((await Promise.all(folders.map(legalTexts))).flat())];
  if (texts.length === 0) {
    throw new Error(`${name} ${version} has no file with its licence`);
  }
  return { name, version, texts };
}

/** Folders and their parents up to that of the module: a package may have a licence of its own. */
export function foldersUpTo(top: string, folders: readonly string[]): readonly string[] {
  const all = new Set([top]);
  for (const folder of folders) {
    for (let each = folder; each.startsWith(join(top, '/')); each = dirname(each)) {
      all.add(each);
    }
  }
  return [...all].toSorted();
}
