import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openerFor, openInBrowser } from '../../../../src/plugin/console/browser.ts';

it.each([
  ['darwin', {}, 'open'],
  ['linux', { DISPLAY: ':0' }, 'xdg-open'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
  ['linux', { DISPLAY: '' }, undefined],
  ['win32', { DISPLAY: ':0' }, undefined],
] as const)('on %s with %j, %s opens the browser', (platform, env, opener) => {
  expect(openerFor(platform, env)).toBe(opener);
});

it('the file by which a browser gets the key is for its user alone, and goes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-browser-'));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
  const remove = await openInBrowser('http://127.0.0.1:1/console/#key=secret', 'true');
  const [own = ''] = readdirSync(folder);
  const modes = [own, join(own, 'open.html')].map((path) => statSync(join(folder, path)).mode & 0o077);
  expect(modes).toEqual([0, 0]);
  await remove();
  expect(existsSync(join(folder, own))).toBe(false);
});
