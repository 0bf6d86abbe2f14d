import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { APP, makeModules } from '../../../deploy/image/app.ts';
import { EXAMPLE_IMAGE } from '../../../deploy/image/example.ts';
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

/** Images of the pods that are not Stoa's. */
const PLANS = [ECHO, EXAMPLE_IMAGE];

/** Root of these images, without their runtime. */
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'stoa-pods-'));
  await Promise.all(PLANS.map(({ scripts }) => makeModules(root, scripts.modules)));
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
function mainOf({ command, image }: Container): string {
  const plan = PLANS.find(({ names }) => (names as readonly string[]).includes(image));
  return command?.[1] ?? `/${APP}/${plan?.main}`;
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
  const all = containers();
  expect(Object.fromEntries([...all].map(([name, { image }]) => [name, image]))).toEqual({
    storefront: EXAMPLE_IMAGE.names[0],
    catalog: EXAMPLE_IMAGE.names[0],
    store: ECHO_IMAGE,
  });
  const modules = PLANS.flatMap(({ scripts }) => Object.keys(scripts.modules));
  const mains = [...all.values()].map(mainOf);
  expect(modules.map((folder) => `/${APP}/${folder}/stoa.mjs`)).toEqual(expect.arrayContaining(mains));
  expect(all.get('store')?.command?.[0]).toBe('/usr/local/bin/node');
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
  const env = { COMPONENT: 'catalog', POD: 'one', PORT: String(port) };
  start(mainOf(catalog as Container), env);
  await eventually(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(await answer.json()).toMatchObject({ component: 'catalog', pod: 'one' });
  });
});
