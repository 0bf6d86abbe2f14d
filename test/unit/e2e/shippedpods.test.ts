import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { APP, makeModules } from '../../../deploy/image/app.ts';
import { exampleObjects } from '../../e2e/shipped/example.ts';
import { ECHO, ECHO_IMAGE } from '../../e2e/shipped/images.ts';
import { marketObjects } from '../../e2e/shipped/market.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/freeport.ts';
import { modelFolder } from '../store/support.ts';

interface Workload {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly Container[] } } };
}

interface Container {
  readonly image: string;
  readonly command?: readonly string[];
}

/** Root of the image, without its runtime. */
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'stoa-pods-'));
  await makeModules(root, ECHO.scripts.modules);
}, 60_000);

afterAll(() => rm(root, { recursive: true, force: true }));

/** Containers of the workloads that the end-to-end test of the shipped artifacts creates itself, by their workloads. */
function containers(): ReadonlyMap<string, Container> {
  const workloads = [...exampleObjects(), ...marketObjects()].filter(({ kind }) => kind === 'Deployment');
  const all = (workloads as unknown as readonly Workload[]).flatMap(({ metadata, spec }) =>
    spec.template.spec.containers.map((container) => [metadata.name, container] as const),
  );
  return new Map(all);
}

/** Main module of a container: that of its command, or of the image. */
function mainOf({ command }: Container): string {
  return command?.[1] ?? `/${APP}/${ECHO.main}`;
}

/** Starts a module of the image with its runtime and nothing else of this machine. */
function start(main: string, env: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, [join(root, main)], { env, cwd: root, stdio: 'inherit' });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  return child;
}

it('all pods of the shipped test run modules of their image, with the Node of the image', () => {
  const all = [...containers().values()];
  expect(all.map(({ image }) => image)).toEqual(all.map(() => ECHO_IMAGE));
  const mains = Object.keys(ECHO.scripts.modules).map((folder) => `/${APP}/${folder}/stoa.mjs`);
  expect(new Set(all.map(mainOf))).toEqual(new Set(mains));
  const programs = all.flatMap(({ command }) => command?.[0] ?? []);
  expect(programs).toEqual(['/usr/local/bin/node']);
});

it('the store answers from the files of its image alone', async () => {
  const store = containers().get('store');
  const port = await freePort();
  const env = { STORE_LISTEN: `127.0.0.1:${port}`, STORE_MODELS: modelFolder({ 'shop.json': '{}' }) };
  start(mainOf(store as Container), env);
  await eventually(async () => {
    const url = `http://127.0.0.1:${port}/app-server/openapi/apps/shop?marketDomain=d`;
    expect(await (await fetch(url)).json()).toMatchObject({ appKeyID: 'shop' });
  });
});

it('the components answer from the files of their image alone', async () => {
  const catalog = containers().get('catalog');
  const port = await freePort();
  const env = {
    COMPONENT: 'catalog',
    POD: 'one',
    PORT: String(port),
    PROTOCOL: 'http',
    ACCEPTS: 'connections',
  };
  start(mainOf(catalog as Container), env);
  await eventually(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(await answer.json()).toMatchObject({ component: 'catalog', pod: 'one' });
  });
});
