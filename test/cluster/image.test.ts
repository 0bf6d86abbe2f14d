import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { bundledPackages } from '../../deploy/bundle/bundle.ts';
import { makeConsole } from '../../deploy/bundle/console.ts';
import { LICENCES } from '../../deploy/image/app.ts';
import { type BuiltImage, stoaImage } from '../../deploy/image/image.ts';
import versions from '../../deploy/local/binaries/versions.json' with { type: 'json' };
import { repository } from '../../deploy/local/repository.ts';
import { ENGINE_FILE } from '../../src/chart/files.ts';
import { Renderer } from '../../src/chart/renderer.ts';
import { crashing } from '../e2e/shipped/crash.ts';
import { chartArchive } from '../support/chartarchive.ts';
import { contentOf, renderRequest } from '../support/charts.ts';
import { sandboxScript } from '../support/sandboxscript.ts';
import { run } from './support/cli.ts';
import { type UnpackedImage, unpackImage } from './support/unpackedimage.ts';

let folder: string;
/** The image's file system, unpacked. */
let root: string;
let image: BuiltImage;

let inImage: UnpackedImage['command'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-image-'));
  ({ image, root, command: inImage } = await unpackImage(stoaImage('stoa:test'), folder));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Names and versions of the production packages of the lock file. */
async function lockedPackages(): Promise<ReadonlyMap<string, string>> {
  const lock = JSON.parse(await readFile(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { version: string; dev?: boolean; optional?: boolean }>>;
  };
  const entries = Object.entries(lock.packages)
    .filter(([path, { dev, optional }]) => path !== '' && !dev && !optional)
    .map(([path, { version }]) => [path, `${path.split('node_modules/').at(-1)}@${version}`] as const);
  return new Map(entries);
}

/** Sources that the source maps in the image name. */
async function bundledSources(): Promise<readonly string[]> {
  const app = join(root, 'app');
  const maps = (await readdir(app)).filter((name) => name.endsWith('.map'));
  const sources = maps.map(async (name) => {
    const map = JSON.parse(await readFile(join(app, name), 'utf8')) as { readonly sources: string[] };
    return map.sources;
  });
  return (await Promise.all(sources)).flat();
}

it('the image has Node and the bundle, and lists the packages in the bundle as CycloneDX', async () => {
  const locked = await lockedPackages();
  const sources = await bundledSources();
  expect(sources).toEqual(
    expect.arrayContaining(['src/main.ts', 'src/rest/app.ts', 'src/operator/operator.ts']),
  );
  const paths = [...locked.keys()].filter((path) => sources.some((source) => source.startsWith(`${path}/`)));
  // The console's scripts have no maps.
  const page = await bundledPackages(
    repository.root,
    await makeConsole(repository.root, join(folder, 'console')),
  );
  const inside = [...paths, 'node_modules/swagger-ui-dist'].map((path) => locked.get(path));
  const all = new Set([...inside, ...page.map(({ name, version }) => `${name}@${version}`)]);
  const stray = sources.filter((path) => !/^(src|deploy\/bundle|node_modules)\//.test(path));
  expect(stray).toEqual([]);
  const npm = image.bom?.components.filter(({ purl }) => purl.startsWith('pkg:npm/')) ?? [];
  expect(npm.map(({ name, version }) => `${name}@${version}`).toSorted()).toEqual([...all].toSorted());
  expect(image.bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
  expect(image.bom?.components).toContainEqual(
    expect.objectContaining({ name: 'node', version: image.runtime.node }),
  );
  const helm = { name: 'helm.sh/helm/v4', version: `v${versions.helmEngine}` };
  expect(image.bom?.components).toContainEqual(expect.objectContaining(helm));
  expect(image.bom?.components).toContainEqual(
    expect.objectContaining({ name: 'stdlib', version: expect.stringMatching(/^go1\.\d+/) }),
  );
  const [program, args] = inImage('--version');
  expect((await run(program, args)).stdout.trim()).toBe(`v${image.runtime.node}`);
});

it('the image has the licences of Stoa, of the packages in the bundle and of the modules in the renderer', async () => {
  const own = await readFile(join(import.meta.dirname, '../../LICENSE'), 'utf8');
  expect(await readFile(join(root, 'app/LICENSE'), 'utf8')).toBe(own);
  const text = await readFile(join(root, 'app', LICENCES), 'utf8');
  const npm = image.bom?.components.filter(({ purl }) => purl.startsWith('pkg:npm/')) ?? [];
  const missing = npm.filter(({ name, version }) => !text.includes(`${name} ${version} (`));
  expect(missing).toEqual([]);
  const modules = image.bom?.components.filter(({ purl }) => purl.startsWith('pkg:golang/')) ?? [];
  expect(modules.length).toBeGreaterThan(10);
  expect(modules.filter(({ name, version }) => !text.includes(`\n${name} ${version}\n`))).toEqual([]);
  expect(text).toMatch(new RegExp(`^helm\\.sh/helm/v4 v${versions.helmEngine}\n\n *Apache License$`, 'm'));
  for (const name of ['express', 'undici', 'swagger-ui-dist']) {
    const licence = await readFile(join(import.meta.dirname, '../../node_modules', name, 'LICENSE'), 'utf8');
    expect(text).toContain(licence.trim());
  }
});

it('the image has no shell, and nothing of the build machine', async () => {
  await expect(readFile(join(root, 'bin/sh'))).rejects.toThrow('ENOENT');
  await expect(readFile(join(root, 'app/node_modules/.package-lock.json'))).rejects.toThrow('ENOENT');
  expect(await readdir(join(root, 'app/node_modules'))).toEqual(['swagger-ui-dist']);
  const passwd = await readFile(join(root, 'etc/passwd'), 'utf8');
  expect(passwd).toContain('stoa:x:65532:65532:');
});

it('the image renders a chart, as its own user', async () => {
  const [program, args] = inImage('/app/sandbox/main.mjs', `/app/${ENGINE_FILE}`);
  const command = [program, args, { stdio: 'inherit', env: { PATH: process.env.PATH } }];
  const script = await sandboxScript(
    `const { spawnSync } = await import('node:child_process'); spawnSync(...${JSON.stringify(command)});`,
  );
  const renderer = new Renderer({ script, module: join(root, 'app', ENGINE_FILE) });
  onTestFinished(() => renderer.close());
  const template = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: {{ .Release.Name | quote }} }\n';
  const archive = chartArchive('one', { 'templates/map.yaml': template });
  const { objects } = contentOf(await renderer.render(renderRequest(archive)));
  expect(objects.map(({ object }) => object.metadata)).toEqual([{ name: 'mine' }]);
});

it('processes in the image cannot write to it', async () => {
  const [program, args] = inImage('--eval', 'fs.writeFileSync("/app/new", "")');
  const { code, stderr } = await run(program, args);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/EROFS|EACCES|ENOENT/);
});

/** Starts the REST API of the image on a real cluster. */
async function startRest(): Promise<ChildProcess> {
  await mkdir(join(root, 'etc/stoa'), { recursive: true });
  const [config, kubeconfig] = ['/etc/stoa/config.yaml', '/etc/stoa/kubeconfig'];
  const isRoot = process.getuid?.() === 0;
  await writeFile(
    join(root, config),
    'gateway: { namespace: default, name: none }\nrest: { listen: "127.0.0.1:0", metrics: "127.0.0.1:0", tls: { insecure: true } }\n',
  );
  await writeFile(join(root, kubeconfig), await readFile(inject('cluster').kubeconfig, 'utf8'), {
    mode: 0o644,
  });
  const place = (path: string) => (isRoot ? path : join(root, path));
  const [program, args] = inImage('/app/stoa.mjs', 'rest');
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, STOA_CONFIG: place(config), KUBECONFIG: place(kubeconfig) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

it('the image serves the REST API of a real cluster, as its own user', async () => {
  const child = await startRest();
  const { listen, metrics } = await listening(child);
  expect((await fetch(`http://127.0.0.1:${metrics.port}/readyz`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${listen.port}/openapi.json`)).status).toBe(200);
  for (const path of ['/docs', '/docs/show.js', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js']) {
    expect((await fetch(`http://127.0.0.1:${listen.port}${path}`)).status, path).toBe(200);
  }
  if (process.getuid?.() === 0) {
    expect(await readFile(`/proc/${child.pid}/status`, 'utf8')).toMatch(/^Uid:\t65532\t65532/m);
    expect(await readlink(`/proc/${child.pid}/root`)).toBe(root);
  }
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

it('the Node of the image can end a process of the image at once, as the end-to-end test does', async () => {
  const child = await startRest();
  await listening(child);
  const ended = once(child, 'exit');
  const [program, args] = inImage(...crashing(child.pid ?? 0));
  await run(program, args);
  expect(await ended).toEqual([null, 'SIGABRT']);
});

/** Ports from the first log line of the process. */
async function listening(
  child: ChildProcess,
): Promise<Record<'listen' | 'metrics', { readonly port: number }>> {
  if (child.stdout === null) {
    throw new Error('its output is not read');
  }
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return JSON.parse(line);
}
