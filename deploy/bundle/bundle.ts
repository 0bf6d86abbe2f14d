import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { CONSOLE_FOLDER } from '../../src/rest/console/page.ts';
import { escaped } from './ascii.ts';
import { makeConsole } from './console.ts';
import { BUNDLE_MAIN } from './name.ts';
import { type BundledPackage, packageIn } from './packages.ts';
import { stretched } from './sourcemap.ts';

/** Bundle that was made. */
export interface Bundle {
  readonly chunks: readonly OutputChunk[];
  /** Packages that have code or files in the bundle. */
  readonly packages: readonly BundledPackage[];
}

/** Package whose files the REST API serves, and those files. */
const VIEWER = 'node_modules/swagger-ui-dist';
const VIEWER_FILES = [
  'package.json',
  'LICENSE',
  'NOTICE',
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
];

/** Page of the REST API, which it finds beside its module. */
const PAGE = 'src/rest/openapi/page';

/** Program in which charts are rendered; the operator finds it by `rendererFiles`. */
const SANDBOX = 'src/chart/sandbox/main.ts';

/**
 * Writes the bundle of the sources and packages below `root` to `folder`: scripts with their source maps, and the files
 * that they serve. The result depends on the content below `root` alone.
 */
export async function makeBundle(root: string, folder: string): Promise<Bundle> {
  const chunks = await makeScripts(root, 'deploy/bundle/main.ts', folder);
  const sandbox = await makeScripts(root, SANDBOX, join(folder, 'sandbox'), 'main.mjs');
  const pages = await makePages(root, folder);
  return { chunks, packages: await bundledPackages(root, [...chunks, ...sandbox, ...pages]) };
}

/**
 * Writes the console and the documentation with its viewer to where the REST API in a script in `folder` finds them;
 * returns the scripts of the console.
 */
export async function makePages(root: string, folder: string): Promise<readonly OutputChunk[]> {
  const scripts = await makeConsole(root, join(folder, CONSOLE_FOLDER));
  await cp(join(root, PAGE), join(folder, 'page'), { recursive: true });
  await mkdir(join(folder, VIEWER), { recursive: true });
  for (const name of VIEWER_FILES) {
    await cp(join(root, VIEWER, name), join(folder, VIEWER, name));
  }
  return scripts;
}

/** Packages with code in scripts, and the viewer of the documentation. */
export function bundledPackages(
  root: string,
  chunks: readonly OutputChunk[],
): Promise<readonly BundledPackage[]> {
  const paths = [...new Set([...chunks.flatMap(packagesOf), VIEWER])].toSorted();
  return Promise.all(paths.map((path) => packageIn(join(root, path))));
}

/** Writes a module of this repository and all that it imports to `folder`: a script with this name, and further ones. */
export async function makeScripts(
  root: string,
  main: string,
  folder: string,
  name = BUNDLE_MAIN,
): Promise<readonly OutputChunk[]> {
  await using build = await rolldown({
    cwd: root,
    input: join(root, main),
    platform: 'node',
    tsconfig: false,
    plugins: [partsOnly(root)],
    // An import that cannot be resolved is only a warning, and would be one at runtime.
    onwarn: ({ message }) => {
      throw new Error(message);
    },
    checks: { bundlerTimings: false },
  });
  const { output } = await build.generate({
    format: 'esm',
    entryFileNames: name,
    chunkFileNames: '[name].mjs',
    minify: false,
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
    sourcemapPathTransform: (source) => fromRoot(root, resolve(root, 'dist', source)),
  });
  const chunks = output.filter((each) => each.type === 'chunk');
  await mkdir(folder, { recursive: true });
  for (const chunk of chunks) {
    await writeChunk(folder, chunk);
  }
  return chunks;
}

/** Writes a script in ASCII, and its map unless it is only the bundler's own code. */
async function writeChunk(folder: string, { fileName, code, map }: OutputChunk): Promise<void> {
  await writeFile(join(folder, fileName), escaped(code));
  if (map !== null) {
    const mappings = stretched(map.mappings, code, (piece) => escaped(piece).length);
    await writeFile(join(folder, `${fileName}.map`), JSON.stringify({ ...map, mappings }));
  }
}

/** Plugin that leaves out the parts of packages that Stoa does not use: most of undici. */
function partsOnly(root: string): Plugin {
  return {
    name: 'parts-only',
    resolveId(specifier, importer = '') {
      const part = importer.includes(MODULES) ? undefined : PARTS.get(specifier);
      return part && join(root, 'deploy/bundle', part);
    },
  };
}

/** Modules of this folder in place of others, by the specifier in the sources. */
const PARTS = new Map([['undici', 'undici.mjs']]);

/** Paths of packages with code in a script, from the root: `node_modules/express`. */
function packagesOf({ modules }: OutputChunk): readonly string[] {
  return Object.entries(modules)
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .flatMap(([path]) => packageOf(path) ?? []);
}

/** Path of the package of a file; undefined for a file of this repository. */
function packageOf(file: string): string | undefined {
  const path = file.slice(Math.max(0, file.indexOf(MODULES)));
  const name = path.lastIndexOf(MODULES) + MODULES.length;
  const parts = path.slice(name).split('/');
  const length = path.startsWith('@', name) ? 2 : 1;
  return path.startsWith(MODULES) ? path.slice(0, name) + parts.slice(0, length).join('/') : undefined;
}

const MODULES = 'node_modules/';

/** Path from the root; the folder of the packages may be a link to another one. */
function fromRoot(root: string, file: string): string {
  const modules = file.indexOf(MODULES);
  return modules < 0 ? relative(root, file) : file.slice(modules);
}
