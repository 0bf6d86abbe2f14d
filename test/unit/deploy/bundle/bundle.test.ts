import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bundle, makeBundle, makeScripts } from '../../../../deploy/bundle/bundle.ts';
import { BUNDLE_MAIN } from '../../../../deploy/bundle/name.ts';
import { repository } from '../../../../deploy/local/repository.ts';
import { rendererFiles as ofSources } from '../../../../src/chart/files.ts';

let folder: string;
let bundle: Bundle;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-bundle-'));
  bundle = await makeBundle(repository.root, join(folder, 'one'));
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Error that a process of the bundle logs before it ends. */
async function fatal(args: readonly string[], env: NodeJS.ProcessEnv): Promise<{ readonly stack: string }> {
  const main = join(folder, 'one', BUNDLE_MAIN);
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, [main, ...args], { env }, (_error, stdout) => resolve(stdout));
  return (JSON.parse(await promise) as { readonly err: { readonly stack: string } }).err;
}

/** Line of a source file that has this text, and its number. */
async function lineOf(file: string, text: string): Promise<number> {
  const lines = (await readFile(join(repository.root, file), 'utf8')).split('\n');
  return lines.findIndex((line) => line.includes(text)) + 1;
}

it('traces of errors name the lines of the sources', async () => {
  const usage = await fatal([], {});
  const thrown = await lineOf('src/main.ts', "throw new Error('usage: ");
  const called = await lineOf('src/main.ts', 'main().catch');
  expect(usage.stack.split('\n').slice(0, 3)).toEqual([
    'Error: usage: main.ts operator|rest|retire',
    expect.stringMatching(new RegExp(`^    at main \\(src/main\\.ts:${thrown}:\\d+\\)$`)),
    expect.stringMatching(new RegExp(`^    at src/main\\.ts:${called}:\\d+$`)),
  ]);
  const { stack } = await fatal(['operator'], {});
  const unset = await lineOf('src/config.ts', "throw new Error('STOA_CONFIG is not set");
  expect(stack).toContain(`    at loadConfig (src/config.ts:${unset}:`);
});

it('an error of a package names the file of the package', async () => {
  const config = join(repository.root, 'deploy/bundle/bundle.ts');
  const { stack } = await fatal(['operator'], { STOA_CONFIG: config });
  expect(stack).toMatch(/^ {4}at .*\(node_modules\/yaml\/dist\/compose\/composer\.js:\d+:\d+\)$/m);
  expect(stack).not.toContain('file://');
});

it('needs no package beside it', () => {
  const imported = bundle.chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  const scripts = new Set(bundle.chunks.map(({ fileName }) => fileName));
  const known = (name: string) => scripts.has(name) || builtinModules.includes(name.replace(/^node:/, ''));
  expect(imported.filter((name) => !known(name))).toEqual([]);
});

/** Sources in the scripts that a script loads without an `import()`. */
function loadedWith(fileName: string, seen = new Set<string>()): readonly string[] {
  const chunk = bundle.chunks.find((each) => each.fileName === fileName);
  if (chunk === undefined || seen.has(fileName)) {
    return [];
  }
  seen.add(fileName);
  return [...Object.keys(chunk.modules), ...chunk.imports.flatMap((each) => loadedWith(each, seen))];
}

function scriptOf(source: string): string {
  const chunk = bundle.chunks.find(({ modules }) =>
    Object.keys(modules).some((path) => path.endsWith(source)),
  );
  return chunk?.fileName ?? '';
}

it.each([
  [
    'operator',
    [
      'node_modules/express/',
      'src/chart/sandbox/',
      'src/rest/app.ts',
      'src/roles/rest.ts',
      'undici/lib/mock/',
    ],
  ],
  [
    'rest',
    [
      'src/chart/sandbox/',
      'src/chart/source.ts',
      'src/chart/content.ts',
      'src/operator/',
      'src/roles/operator.ts',
      'undici/lib/mock/',
    ],
  ],
  ['retire', ['node_modules/express/', 'src/rest/app.ts', 'src/gateway/controller.ts']],
])('%s loads nothing of the other roles, and of packages what it uses', (role, others) => {
  const loaded = loadedWith(scriptOf(`/src/roles/${role}.ts`));
  expect(loaded.some((path) => path.endsWith(`/src/roles/${role}.ts`))).toBe(true);
  expect(loaded.filter((path) => others.some((each) => path.includes(each)))).toEqual([]);
});

it('has the sources in ASCII', async () => {
  const names = (await readdir(join(folder, 'one'))).filter((name) => name.endsWith('.mjs'));
  const scripts = await Promise.all(names.map((name) => readFile(join(folder, 'one', name), 'latin1')));
  expect(names).toHaveLength(bundle.chunks.length);
  expect(scripts.filter((script) => /[^\0-\x7f]/.test(script))).toEqual([]);
});

it('has the sandbox of charts, which needs nothing beside it, where the operator looks for it', async () => {
  const sources = ['frames', 'sandbox/wasi'].map((name) => join(repository.root, `src/chart/${name}.ts`));
  const files = join(folder, 'files');
  await makeScripts(repository.root, 'src/chart/files.ts', files);
  const { rendererFiles } = (await import(join(files, BUNDLE_MAIN))) as { rendererFiles: typeof ofSources };
  const { script, module } = rendererFiles();
  const sandbox = join(folder, 'one', relative(files, script));
  expect(dirname(module)).toBe(files);
  const text = await readFile(sandbox, 'utf8');
  const imported = [...text.matchAll(/\bimport\b[^;]*?["']([^"']+)["']/g)].map(([, name = '']) => name);
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter((name) => !builtinModules.includes(name.replace(/^node:/, '')))).toEqual([]);
  const { sources: names } = JSON.parse(await readFile(`${sandbox}.map`, 'utf8'));
  expect(names).toEqual(expect.arrayContaining(sources.map((path) => relative(repository.root, path))));
  expect(existsSync(ofSources().script)).toBe(true);
});

it('is the same when it is made again', async () => {
  await makeBundle(repository.root, join(folder, 'two'));
  const files = await readdir(join(folder, 'one'), { recursive: true, withFileTypes: true });
  const paths = files.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  expect(paths.length).toBeGreaterThan(bundle.chunks.length * 1.5);
  for (const path of paths) {
    const other = path.replace(join(folder, 'one'), join(folder, 'two'));
    expect((await readFile(other)).equals(await readFile(path)), path).toBe(true);
  }
});

it('knows its packages, each with the texts of its licence', () => {
  const names = bundle.packages.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['express', 'pino', 'swagger-ui-dist', 'undici', 'zod']));
  expect(names).not.toContain('vitest');
  expect(bundle.packages.filter(({ texts }) => texts.length === 0)).toEqual([]);
});
