import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { list, type ReadEntry } from 'tar';
import { expect, it, onTestFinished } from 'vitest';
import { packLayer } from '../../../../deploy/image/layer.ts';

const FILES = { 'usr/local/bin/node': 'a program', 'app/src/main.ts': 'a module', 'etc/passwd': 'users' };

/** A folder with these files, written in that order, and a place beside it. */
async function tree(files: Readonly<Record<string, string>>, mode: number) {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-layer-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, 'root', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    await chmod(file, mode);
  }
  return { root: join(folder, 'root'), archive: join(folder, 'layer.tar.gz') };
}

it('the same files come to the same layer, whenever and under whatever mask they were written', async () => {
  const one = await tree(FILES, 0o600);
  const other = await tree(Object.fromEntries(Object.entries(FILES).toReversed()), 0o777);
  await utimes(join(other.root, 'etc/passwd'), 1, 1);
  const { file: _, ...layer } = await packLayer(one.root, one.archive);
  expect(await packLayer(other.root, other.archive)).toMatchObject(layer);
});

it('another content comes to another layer', async () => {
  const one = await tree(FILES, 0o644);
  const other = await tree({ ...FILES, 'etc/passwd': 'others' }, 0o644);
  const { digest, diffId } = await packLayer(one.root, one.archive);
  const second = await packLayer(other.root, other.archive);
  expect(second.digest).not.toBe(digest);
  expect(second.diffId).not.toBe(diffId);
});

it('its digests are those of the file and of the archive in it', async () => {
  const { root, archive } = await tree(FILES, 0o644);
  const { digest, diffId, size } = await packLayer(root, archive);
  const stored = await readFile(archive);
  const sum = (content: Buffer) => `sha256:${createHash('sha256').update(content).digest('hex')}`;
  expect({ digest, diffId, size }).toEqual({
    digest: sum(stored),
    diffId: sum(gunzipSync(stored)),
    size: stored.length,
  });
});

it("everything in it is root's, and only programs may be run", async () => {
  const { root, archive } = await tree(FILES, 0o777);
  await packLayer(root, archive);
  const entries: ReadEntry[] = [];
  await list({ file: archive, onReadEntry: (entry) => void entries.push(entry) });
  const modes = entries.map(({ path, mode }) => `${mode?.toString(8)} ${path}`);
  expect(modes.filter((each) => !each.endsWith('/'))).toEqual([
    '644 app/src/main.ts',
    '644 etc/passwd',
    '755 usr/local/bin/node',
  ]);
  expect(modes.filter((each) => each.endsWith('/')).every((each) => each.startsWith('755 '))).toBe(true);
  expect(entries.map(({ uid, gid, mtime }) => [uid ?? 0, gid ?? 0, mtime?.getTime() ?? 0])).toEqual(
    entries.map(() => [0, 0, 0]),
  );
});

it('a link is refused, since what it leads to may not be there', async () => {
  const { root, archive } = await tree(FILES, 0o644);
  await symlink('/etc/passwd', join(root, 'app/link'));
  await expect(packLayer(root, archive)).rejects.toThrow('link');
});
