import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { licencesOf, packageIn } from '../../../../deploy/bundle/packages.ts';

/** Folder with a package of these files, until the test ends. */
async function packageOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-package-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'lib'));
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
  }
  return folder;
}

const manifest = JSON.stringify({ name: 'a', version: '1.2.3', license: 'MIT', main: 'index.js' });

it('reads the licence of a package and its notices', async () => {
  const folder = await packageOf({
    'package.json': manifest,
    'index.js': 'code',
    'NOTICE.txt': 'of a',
    LICENCE: ' terms\n',
  });
  expect(await packageIn(folder)).toEqual({
    name: 'a',
    version: '1.2.3',
    license: 'MIT',
    texts: ['terms', 'of a'],
  });
});

it('refuses a package without the text of its licence', async () => {
  const folder = await packageOf({ 'package.json': manifest, 'index.js': 'code' });
  await expect(packageIn(folder)).rejects.toThrow('a 1.2.3 has no file with its licence');
});

it('takes the licence of another package of the same scope, repository and licence', async () => {
  const scope = await mkdtemp(join(tmpdir(), 'stoa-scope-'));
  onTestFinished(() => rm(scope, { recursive: true }));
  const add = async (name: string, repository: string, license: string, files: object) => {
    await mkdir(join(scope, name));
    const own = JSON.stringify({
      name: `@s/${name}`,
      version: '1.2.3',
      license,
      repository: { url: repository },
    });
    for (const [file, text] of Object.entries({ 'package.json': own, ...files })) {
      await writeFile(join(scope, name, file), text);
    }
  };
  await add('a', 'git://other', 'MIT', { LICENSE: 'of others' });
  await add('b', 'git://s', 'GPL', { LICENSE: 'others' });
  await add('d', 'git://s', 'MIT', {});
  await expect(packageIn(join(scope, 'd'))).rejects.toThrow('@s/d 1.2.3 has no file with its licence');
  await add('c', 'git://s', 'MIT', { LICENSE: 'terms' });
  expect(await packageIn(join(scope, 'd'))).toMatchObject({ name: '@s/d', texts: ['terms'] });
});

it('puts the licences of packages into one text', () => {
  const [a, b] = [
    { name: 'a', version: '1.2.3', license: 'MIT', texts: ['terms', 'of a'] },
    { name: 'b.io/c', version: 'v2.0.0', texts: ['others'] },
  ];
  const rule = '-'.repeat(80);
  expect(licencesOf([a, b])).toBe(`a 1.2.3 (MIT)\n\nterms\n\nof a\n\n${rule}\n\nb.io/c v2.0.0\n\nothers\n`);
});
