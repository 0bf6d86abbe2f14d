import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { checksumsOf } from '../../../../deploy/release/checksums.ts';
import { makeRelease } from '../../../../deploy/release/release.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-release-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

function releaseIn(out: string, signal = new AbortController().signal): Promise<void> {
  const downloads = 'https://example.com';
  return makeRelease({
    version: '1.2.3',
    out,
    registry: '',
    downloads,
    helm: 'helm',
    done: () => undefined,
    signal,
  });
}

it('is not made over what is there', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(releaseIn(folder)).rejects.toThrow(
    `--out is ${folder}, which is not empty: remove it, or name another folder`,
  );
  await expect(releaseIn(join(folder, 'file'))).rejects.toThrow('which is no folder (ENOTDIR)');
  expect(await readdir(folder)).toEqual(['file']);
});

it('leaves nothing where it is stopped', async () => {
  const out = join(folder, 'out');
  await expect(releaseIn(out, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  expect(await readdir(folder)).toEqual([]);
});

it('has checksums of all files, by their paths in order', async () => {
  await mkdir(join(folder, 'b'));
  await writeFile(join(folder, 'b/c'), 'text');
  await writeFile(join(folder, 'a'), '');
  expect(await checksumsOf(folder)).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n' +
      '982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1  b/c\n',
  );
});
