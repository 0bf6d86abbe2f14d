import { readFile, readlink, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CHART_BOUNDS } from '../../../src/chart/bounds.ts';
import { ENGINE_FILE } from '../../../src/chart/files.ts';
import type { Licensed } from '../../bundle/packages.ts';
import { digestOf } from '../bundle.ts';
import { UserError } from '../errors.ts';
import type { Progress } from '../progress.ts';
import { repository } from '../repository.ts';
import { buildWithGo, type Go } from './build.ts';
import { install, makeFolder } from './cache.ts';
import { SourceFailed } from './failure.ts';
import { modulesOf } from './gomodules.ts';
import { initialized } from './initialized.ts';
import { isProgram } from './installed.ts';
import { takeLock } from './lock.ts';
import { buildLog, cacheRoot, findGo, GO_VERSION } from './toolchain.mjs';

/** Circumstances of a build. */
export interface RendererOptions {
  readonly progress: Progress;
  /** Environment; by default that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}

/** Module of the renderer. */
export const RENDERER = 'renderer';

/** Sources of the renderer and of its build, from the root of the repository. */
const SOURCES = [
  ...inFolder('deploy/local/binaries', RENDERER, 'renderer.ts', 'gomodules.ts'),
  ...inFolder('deploy/local/binaries', 'initialized.ts', 'memorysize.ts', 'sections.ts'),
  ...inFolder('src/chart', 'bounds.ts', 'sandbox/wasi.ts', 'sandbox/random.ts'),
];

/** File beside the renderer with the modules in it. */
const MODULES_FILE = 'modules.json';

/** System that the renderer is built for. */
export const TARGET = { GOOS: 'wasip1', GOARCH: 'wasm' };

/**
 * Absolute path of the WebAssembly module that renders charts: cached, else built with Go from the sources beside this
 * file, as nobody publishes it, and initialized. Throws a UserError where there is no Go or the build fails.
 */
export async function ensureRenderer({
  progress,
  env = process.env,
  signal,
}: RendererOptions): Promise<string> {
  const root = cacheRoot(env);
  const folder = join(root, `renderer-${await digestOf(SOURCES)}`);
  const target = join(folder, ENGINE_FILE);
  if (await isProgram(target)) {
    return target;
  }
  await makeFolder(root);
  await using lock = await takeLock(join(root, '.renderer.lock'), {
    settled: () => isProgram(target),
    onWait: (pid) => progress.info(`Waiting for process ${pid}, which is building ${ENGINE_FILE}`),
    signal,
  });
  if (lock !== undefined) {
    await install(root, async (work) => {
      const built = await build(work, { progress, env, ...(signal && { signal }) });
      // Whoever finds the renderer finds its modules.
      return [
        { file: built.modules, target: join(folder, MODULES_FILE) },
        { file: built.renderer, target },
      ];
    });
  }
  return target;
}

/** Puts the renderer, as `ensureRenderer` gives it, where the sources look for it: a link. */
export async function placeRenderer(options: RendererOptions, link = repository.renderer): Promise<void> {
  const target = await ensureRenderer(options);
  if ((await readlink(link).catch(() => undefined)) !== target) {
    const draft = `${link}.${process.pid}`;
    await symlink(target, draft);
    await rename(draft, link);
  }
}

/** Go modules in a renderer of the cache, and Go's own packages, with the texts of their licences. */
export async function modulesIn(renderer: string): Promise<readonly Licensed[]> {
  return JSON.parse(await readFile(join(dirname(renderer), MODULES_FILE), 'utf8')) as readonly Licensed[];
}

/** Files in a work folder. */
interface Built {
  readonly renderer: string;
  readonly modules: string;
}

async function build(
  work: string,
  { progress, env, signal }: RendererOptions & { readonly env: NodeJS.ProcessEnv },
): Promise<Built> {
  const found = await findGo(env);
  if ('reason' in found) {
    throw new UserError(`cannot build ${ENGINE_FILE} (${found.reason}): install Go >= ${GO_VERSION}`);
  }
  const go: Go = { path: found.path, env: { ...found.env, ...TARGET } };
  const task = progress.task(`Building ${ENGINE_FILE} with Go`);
  try {
    const { files } = await buildWithGo(
      {
        module: RENDERER,
        programs: [{ build: { module: RENDERER, package: 'stoa.dev/local/renderer' } }],
        go,
        log: buildLog(RENDERER, env),
        pace: undefined,
        onProgress: task.reached,
        signal,
      },
      work,
    );
    const [built = work] = files;
    await writeFile(built, await initialized(await readFile(built), CHART_BOUNDS.memory));
    const modules = join(work, MODULES_FILE);
    await writeFile(modules, JSON.stringify(await modulesOf(join(import.meta.dirname, RENDERER), go)));
    task.done();
    return { renderer: built, modules };
  } catch (error) {
    task.failed(error instanceof SourceFailed ? error.message : 'stopped');
    throw error instanceof SourceFailed
      ? new UserError(`cannot build ${ENGINE_FILE}: ${error.message}`)
      : error;
  }
}

function inFolder(folder: string, ...names: readonly string[]): readonly string[] {
  return names.map((name) => `${folder}/${name}`);
}
