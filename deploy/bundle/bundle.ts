import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { escaped } from './ascii.ts';
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

/**
 * Writes the bundle of the sources and packages below `root` to `folder`: scripts with their source maps, and the files
 * that they serve. The result depends on the content below `root` alone.
 */
export async function makeBundle(root: string, folder: string): Promise<Bundle> {
  await using build = await rolldown({
    cwd: root,
    input: join(root, 'deploy/bundle/main.ts'),
    platform: 'node',
    tsconfig: false,
    plugins: [kubeconfigPart(root)],
    // An import that cannot be resolved is only a warning, and would be one at runtime.
    onwarn: ({ message }) => {
      throw new Error(message);
    },
    checks: { bundlerTimings: false },
  });
  const { output } = await build.generate({
    format: 'esm',
    entryFileNames: BUNDLE_MAIN,
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
  await cp(join(root, PAGE), join(folder, 'page'), { recursive: true });
  await mkdir(join(folder, VIEWER), { recursive: true });
  for (const name of VIEWER_FILES) {
    await cp(join(root, VIEWER, name), join(folder, VIEWER, name));
  }
  const paths = [...new Set([...chunks.flatMap(packagesOf), VIEWER])].toSorted();
  return { chunks, packages: await Promise.all(paths.map((path) => packageIn(join(root, path)))) };
}

/** Writes a script in ASCII, and its map unless it is only the bundler's own code. */
async function writeChunk(folder: string, { fileName, code, map }: OutputChunk): Promise<void> {
  await writeFile(join(folder, fileName), escaped(code));
  if (map !== null) {
    const mappings = stretched(map.mappings, code, (piece) => escaped(piece).length);
    await writeFile(join(folder, `${fileName}.map`), JSON.stringify({ ...map, mappings }));
  }
}

/** Plugin that leaves the generated API of the Kubernetes client out, as `src/kube/kubeconfig.ts` does without bundle. */
function kubeconfigPart(root: string): Plugin {
  return {
    name: 'kubeconfig-part',
    resolveId(specifier, importer = '') {
      if (specifier === './gen/index.js' && importer.endsWith('/@kubernetes/client-node/dist/config.js')) {
        return join(root, 'src/kube/generated.ts');
      }
      return specifier === './kubeconfig.ts' ? join(root, 'deploy/bundle/kubeconfig.ts') : undefined;
    },
  };
}

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
