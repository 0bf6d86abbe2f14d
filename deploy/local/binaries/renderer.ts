import { join } from 'node:path';
import { digestOf } from '../bundle.ts';
import { UserError } from '../errors.ts';
import type { Progress } from '../progress.ts';
import { buildWithGo } from './build.ts';
import { install, makeFolder } from './cache.ts';
import { SourceFailed } from './failure.ts';
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

/** Sources of the renderer, from the root of the repository. */
const SOURCES = 'deploy/local/binaries/renderer';

const NAME = 'renderer.wasm';

/** System that the renderer is built for. */
const TARGET = { GOOS: 'wasip1', GOARCH: 'wasm' };

/**
 * Absolute path of the WebAssembly module that renders charts: cached, else built with Go from the sources beside this
 * file, as nobody publishes it. Throws a UserError where there is no Go or the build fails.
 */
export async function ensureRenderer({
  progress,
  env = process.env,
  signal,
}: RendererOptions): Promise<string> {
  const root = cacheRoot(env);
  const target = join(root, `renderer-${await digestOf([SOURCES])}`, NAME);
  if (await isProgram(target)) {
    return target;
  }
  await makeFolder(root);
  await using lock = await takeLock(join(root, '.renderer.lock'), {
    settled: () => isProgram(target),
    onWait: (pid) => progress.info(`Waiting for process ${pid}, which is building ${NAME}`),
    signal,
  });
  if (lock !== undefined) {
    await install(root, async (work) => [
      { file: await build(work, { progress, env, ...(signal && { signal }) }), target },
    ]);
  }
  return target;
}

async function build(
  work: string,
  { progress, env, signal }: RendererOptions & { readonly env: NodeJS.ProcessEnv },
): Promise<string> {
  const go = await findGo(env);
  if ('reason' in go) {
    throw new UserError(`cannot build ${NAME} (${go.reason}): install Go >= ${GO_VERSION}`);
  }
  const task = progress.task(`Building ${NAME} with Go`);
  try {
    const { files } = await buildWithGo(
      {
        module: 'renderer',
        programs: [{ build: { module: 'renderer', package: 'stoa.dev/local/renderer' } }],
        go: { path: go.path, env: { ...go.env, ...TARGET } },
        log: buildLog('renderer', env),
        pace: undefined,
        onProgress: task.reached,
        signal,
      },
      work,
    );
    task.done();
    return files[0] ?? work;
  } catch (error) {
    task.failed(error instanceof SourceFailed ? error.message : 'stopped');
    throw error instanceof SourceFailed ? new UserError(`cannot build ${NAME}: ${error.message}`) : error;
  }
}
