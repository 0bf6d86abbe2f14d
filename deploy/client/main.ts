/**
 * `npm run client [-- <folder>]`: builds the npm package stoa-client, the typed client of the REST API, and prints the
 * path of its archive. The folder is `.stoa/client` by default.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');

const run = promisify(execFile);

const manifestSchema = z.object({
  version: z.string(),
  license: z.string(),
  engines: z.object({ node: z.string() }),
  dependencies: z.object({ 'openapi-fetch': z.string() }),
});

/** Manifest of the package, by that of Stoa. */
async function manifest(): Promise<object> {
  const own = manifestSchema.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  return {
    name: 'stoa-client',
    version: own.version,
    description: 'Typed client of the REST API of Stoa',
    license: own.license,
    type: 'module',
    engines: own.engines,
    exports: { '.': { types: './client.d.ts', default: './client.js' } },
    files: ['client.js', 'client.d.ts', 'paths.d.ts'],
    dependencies: own.dependencies,
  };
}

/** Builds the package in a folder, which is emptied; returns the path of its archive. */
export async function buildClient(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await run(join(root, 'node_modules/.bin/tsc'), [
    ...['--project', join(import.meta.dirname, 'tsconfig.json')],
    ...['--outDir', folder],
  ]);
  await cp(join(root, 'src/client/paths.d.ts'), join(folder, 'paths.d.ts'));
  await cp(join(import.meta.dirname, 'README.md'), join(folder, 'README.md'));
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`);
  const { stdout } = await run('npm', ['pack', '--silent', '--ignore-scripts'], { cwd: folder });
  return join(folder, stdout.trim());
}

if (import.meta.main) {
  process.stdout.write(`${await buildClient(process.argv[2] ?? join(root, '.stoa/client'))}\n`);
}
