import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { OutputChunk } from 'rolldown';
import { build, type InlineConfig } from 'vite';

/** Sources of the console, from the root. */
const CONSOLE = 'src/console';

/**
 * Builds the console of the sources below `root` to `folder`: the page, and below `assets` its scripts, each beside
 * itself as compressed by Brotli and gzip. Returns the scripts.
 */
export async function makeConsole(root: string, folder: string): Promise<readonly OutputChunk[]> {
  const result = await inTurn({
    root: join(root, CONSOLE),
    base: './',
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
    },
  });
  await compressAll(join(folder, 'assets'));
  const outputs = Array.isArray(result) ? result : [result];
  return outputs.flatMap((each) =>
    'output' in each ? (each.output.filter(({ type }) => type === 'chunk') as OutputChunk[]) : [],
  );
}

/** End of the last build. */
let last: Promise<unknown> = Promise.resolve();

/** Builds after the builds before: each needs an environment of its own. */
function inTurn(config: InlineConfig): ReturnType<typeof build> {
  const built = last.then(() => buildForProduction(config));
  last = built.catch(() => undefined);
  return built;
}

/** Builds for production: where NODE_ENV is another one, as in tests, scripts would be larger and name paths of this machine. */
async function buildForProduction(config: InlineConfig): ReturnType<typeof build> {
  const { NODE_ENV: before } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    return await build(config);
  } finally {
    if (before === undefined) {
      delete process.env.NODE_ENV;
    } else {
      process.env.NODE_ENV = before;
    }
  }
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

async function compressAll(folder: string): Promise<void> {
  const names = await readdir(folder);
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const content = await readFile(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
      await writeFile(`${file}.br`, await brotli(content, { params }));
      await writeFile(`${file}.gz`, await gzipped(content, { level: 9 }));
    }),
  );
}
