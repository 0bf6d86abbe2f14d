import { mkdir, mkdtemp, readdir, readlink, realpath, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUNDLE_MAIN } from '../../../../deploy/bundle/name.ts';
import { linkBundle, presentBundle } from '../../../../deploy/local/bundle.ts';
import { type StateFolder, stateFolder } from '../../../../deploy/local/supervisor/statefolder.ts';
import { ENGINE_FILE, rendererFiles } from '../../../../src/chart/files.ts';

const signal = new AbortController().signal;
let folder: string;
let bundles: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-bundles-'));
  bundles = join(folder, 'bundles');
});

afterAll(() => rm(folder, { recursive: true }));

async function newState(name: string): Promise<StateFolder> {
  const state = stateFolder(join(folder, name));
  await mkdir(state.folder);
  return state;
}

it('a start that is stopped leaves nothing', async () => {
  const state = await newState('stopped');
  const stop = new AbortController();
  const stopped = linkBundle(state, stop.signal, bundles);
  stop.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
  expect(await readdir(state.folder)).toEqual([]);
  expect(await readdir(bundles)).toEqual([]);
});

it('two starts at once share the bundle of the present sources', async () => {
  const states = await Promise.all(['one', 'two'].map(newState));
  await Promise.all(states.map((state) => linkBundle(state, signal, bundles)));
  const [one = '', two] = await Promise.all(states.map(({ bundle }) => realpath(bundle)));
  expect(two).toBe(one);
  expect(await readdir(bundles)).toHaveLength(1);
  expect(await readdir(one)).toContain(BUNDLE_MAIN);
  expect(await readlink(join(one, ENGINE_FILE))).toBe(rendererFiles().module);
  expect(await presentBundle(signal, bundles)).toBe(one);
});

it('a bundle that no start has used for a week goes when another is made', async () => {
  const [kept, old] = [join(bundles, 'kept'), join(bundles, 'old')];
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000);
  for (const [path, days] of [
    [kept, 6],
    [old, 8],
  ] as const) {
    await mkdir(path);
    await utimes(path, daysAgo(days), daysAgo(days));
  }
  await rm(await presentBundle(signal, bundles), { recursive: true });
  const made = await presentBundle(signal, bundles);
  expect((await readdir(bundles)).map((name) => join(bundles, name)).toSorted()).toEqual(
    [kept, made].toSorted(),
  );
});
