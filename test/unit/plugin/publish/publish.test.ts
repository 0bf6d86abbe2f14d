import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parseCommand } from '../../../../src/plugin/commands.ts';
import { accessKeyFor, configurationFiles, helperFor } from '../../../../src/plugin/publish/accesskey.ts';
import { taggedPlaceOf } from '../../../../src/plugin/publish/place.ts';

it('a place is a repository with a tag', () => {
  expect(taggedPlaceOf('oci://registry.example.com:5000/models/shop:1.0')).toEqual({
    host: 'registry.example.com:5000',
    repository: 'models/shop',
    url: 'oci://registry.example.com:5000/models/shop',
    tag: '1.0',
  });
});

it.each([
  'oci://registry.example.com:5000/models/shop',
  'oci://registry.example.com/models/shop:',
  'oci://registry.example.com/models/shop:a/b',
  'oci://registry.example.com/Models/shop:1.0',
  'oci://user@registry.example.com/shop:1.0',
  'https://registry.example.com/shop:1.0',
  'registry.example.com/shop:1.0',
])('%s is no place', (text) => {
  expect(() => taggedPlaceOf(text)).toThrow(/is no place in a registry/);
});

it.each([
  ['publish shop.json', /publish takes a file and a place/],
  ['publish shop.json oci://r/shop:1 more', /publish takes a file and a place/],
  ['publish shop.json oci://r/shop:1 --username me', /go together/],
  ['publish shop.json oci://r/shop:1 --password-stdin', /go together/],
])('"%s" is refused', async (line, message) => {
  await expect(parseCommand(line.split(' '), {})).rejects.toThrow(message);
});

it('credentials are looked for where docker and podman have them', () => {
  expect(configurationFiles({}, '/home/me')).toEqual(['/home/me/.docker/config.json']);
  const env = { DOCKER_CONFIG: '/d', REGISTRY_AUTH_FILE: '/a.json', XDG_RUNTIME_DIR: '/run/1' };
  expect(configurationFiles(env, '/home/me')).toEqual([
    '/d/config.json',
    '/a.json',
    '/run/1/containers/auth.json',
  ]);
});

it('the program for a host goes before that for all', () => {
  const configuration = JSON.stringify({ credsStore: 'all', credHelpers: { 'r.example.com': 'one' } });
  expect(helperFor(configuration, 'r.example.com')).toBe('one');
  expect(helperFor(configuration, 'other.example.com')).toBe('all');
  expect(helperFor('{"auths": {}}', 'r.example.com')).toBeUndefined();
  expect(helperFor('no json', 'r.example.com')).toBeUndefined();
});

const PLACE = { host: 'r.example.com', repository: 'models/shop' };

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-publish-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'containers'));
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  return folder;
}

it('the first file with an entry for the place counts', async () => {
  const entryFor = (host: string) => JSON.stringify({ auths: { [host]: { auth: btoa('me:pass') } } });
  const folder = await folderWith({
    'config.json': entryFor('other.example.com'),
    'containers/auth.json': entryFor('r.example.com/models'),
  });
  const env = { DOCKER_CONFIG: folder, XDG_RUNTIME_DIR: folder };
  expect(await accessKeyFor(PLACE, env)).toBe(entryFor('r.example.com/models'));
  expect(await accessKeyFor({ ...PLACE, repository: 'charts' }, env)).toBeUndefined();
});

it('a program gives the credential of the host that it is asked for', async () => {
  const folder = await folderWith({
    'config.json': '{"credsStore": "test"}',
    'docker-credential-test': `#!/bin/sh
read -r host
[ "$host" = r.example.com ] || exit 1
echo '{"ServerURL": "r.example.com", "Username": "me", "Secret": "pass:word"}'
`,
  });
  await chmod(join(folder, 'docker-credential-test'), 0o755);
  const env = { DOCKER_CONFIG: folder, PATH: `${folder}:${process.env.PATH}` };
  expect(await accessKeyFor(PLACE, env)).toBe('me:pass:word');
  expect(await accessKeyFor({ ...PLACE, host: 'other.example.com' }, env)).toBeUndefined();
  await expect(accessKeyFor(PLACE, { DOCKER_CONFIG: folder, PATH: '/none' })).rejects.toThrow(
    /docker-credential-test, which your Docker configuration names, does not run/,
  );
});
