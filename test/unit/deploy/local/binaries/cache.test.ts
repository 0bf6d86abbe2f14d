import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type CacheEntry,
  cacheFolder,
  install,
  makeFolder,
} from '../../../../../deploy/local/binaries/cache.ts';
import { CATALOGUE } from '../../../../../deploy/local/binaries/catalogue.ts';
import { UserError } from '../../../../../deploy/local/errors.ts';
import { ownerTag } from '../../../../../deploy/local/processes.ts';
import { contents, temporaryFolder } from './support.ts';

async function writeProgram(work: string, target: string): Promise<readonly CacheEntry[]> {
  await writeFile(join(work, 'rest'), 'left in the work folder');
  await writeFile(join(work, 'made'), 'program', { mode: 0o600 });
  return [{ file: join(work, 'made'), target }];
}

test('the folder is keyed by version and platform', () => {
  const platform = { os: 'linux', arch: 'arm64' } as const;
  const { version } = CATALOGUE.etcd;
  expect(cacheFolder(CATALOGUE.etcd, platform, { XDG_CACHE_HOME: '/c' })).toBe(
    `/c/stoa/bin/${version}/linux-arm64`,
  );
  expect(cacheFolder(CATALOGUE.etcd, platform, { HOME: '/h', XDG_CACHE_HOME: 'relative' })).toBe(
    `/h/.cache/stoa/bin/${version}/linux-arm64`,
  );
});

test('a program is installed executable, and the work folder goes', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'below', 'etcd');
  await install(folder, (work) => writeProgram(work, path));
  expect(await readFile(path, 'utf8')).toBe('program');
  expect((await stat(path)).mode & 0o777).toBe(0o755);
  expect(await contents(folder)).toEqual(['below', 'below/etcd']);
});

test('work that fails leaves nothing, not even in place of what was there', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'etcd'), 'before');
  const failing = install(folder, async (work) => {
    await writeProgram(work, join(folder, 'etcd'));
    throw new Error('interrupted');
  });
  await expect(failing).rejects.toThrow('interrupted');
  expect(await contents(folder)).toEqual(['etcd']);
  expect(await readFile(join(folder, 'etcd'), 'utf8')).toBe('before');
});

test('work folders of dead processes are removed, those of live ones stay', async () => {
  const folder = await temporaryFolder();
  const live = `.work-${await ownerTag()}-abcdef`;
  await mkdir(join(folder, live));
  // This pid lives, but started at another time: the folder is an earlier process's.
  await mkdir(join(folder, `.work-${process.pid}-1-abcdef`));
  await writeFile(join(folder, `.work-${process.pid}-1-abcdef`, 'half'), 'half');
  await install(folder, (work) => writeProgram(work, join(folder, 'etcd')));
  expect(await contents(folder)).toEqual([live, 'etcd']);
});

test('a cache that cannot be written is told in one line', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  const error = await makeFolder(join(folder, 'file', 'bin')).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  expect(String(error)).toMatch(/cannot make the cache folder .*file\/bin \(ENOTDIR\).*XDG_CACHE_HOME/);
});
