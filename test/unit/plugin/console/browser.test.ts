import { expect, it } from 'vitest';
import { openerFor } from '../../../../src/plugin/console/browser.ts';

it.each([
  ['darwin', {}, 'open'],
  ['linux', { DISPLAY: ':0' }, 'xdg-open'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
  ['linux', { DISPLAY: '' }, undefined],
  ['win32', { DISPLAY: ':0' }, undefined],
] as const)('on %s with %j, %s opens the browser', (platform, env, opener) => {
  expect(openerFor(platform, env)).toBe(opener);
});
