import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  overlayFlags,
  overlayOf,
  trimmedModuleOf,
  upstreamFolder,
} from '../../../../../deploy/local/binaries/overlay.ts';
import { temporaryFolder } from './support.ts';

const lego = { wrapper: 'traefik', folder: 'lego', module: 'example.com/lego', omitted: 'providers' };

test('the sources of a module are seen in its folder of the wrapper, but for tests and what is left out', () => {
  const files = [
    'acme/api.go',
    'acme/api_test.go',
    'main.go',
    'go.mod',
    'providers/dns/all.go',
    'providersx.go',
  ];
  expect(overlayOf(lego, '/w', '/cache/lego@v1', files)).toEqual({
    Replace: {
      '/w/lego/acme/api.go': '/cache/lego@v1/acme/api.go',
      '/w/lego/main.go': '/cache/lego@v1/main.go',
      '/w/lego/providersx.go': '/cache/lego@v1/providersx.go',
    },
  });
});

test('Go fetches the module as it is pinned, and is told of its files', async () => {
  const work = await temporaryFolder();
  const origin = join(work, 'lego@v1');
  await mkdir(join(origin, 'log'), { recursive: true });
  await writeFile(join(origin, 'log/log.go'), 'package log\n');
  const asked: unknown[] = [];
  const go = async (...call: readonly string[]) => {
    asked.push(call);
    return JSON.stringify({ Dir: origin });
  };
  const flags = await overlayFlags('/w/traefik', work, go);
  const module = trimmedModuleOf('traefik')?.module;
  expect(asked).toEqual([['/w/traefik/lego/upstream', 'mod', 'download', '-json', module]]);
  expect(flags).toEqual(['-overlay', join(work, 'overlay.json')]);
  expect(JSON.parse(await readFile(join(work, 'overlay.json'), 'utf8'))).toEqual({
    Replace: { '/w/traefik/lego/log/log.go': join(origin, 'log/log.go') },
  });
});

test('a wrapper that builds its modules whole needs no flags', async () => {
  const go = () => Promise.reject(new Error('Go is not needed'));
  expect(await overlayFlags('/w/helm', '/scratch', go)).toEqual([]);
  expect(trimmedModuleOf('helm')).toBeUndefined();
  expect(upstreamFolder(lego)).toBe('lego/upstream');
});
