import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Program that opens a file as the user's desktop does; undefined without a desktop. Pure. */
export function openerFor(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string | undefined {
  if (platform === 'darwin') {
    return 'open';
  }
  return platform === 'linux' && (env.DISPLAY || env.WAYLAND_DISPLAY) ? 'xdg-open' : undefined;
}

/**
 * Opens an address with a secret in the user's browser, by a file that only the user can read: other users of the
 * machine see the arguments of programs. The address is printed too, so that a failure changes nothing. Resolves to the
 * removal of the file.
 */
export async function openInBrowser(url: string, opener: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-console-'));
  const file = join(folder, 'open.html');
  await writeFile(file, `<!doctype html><meta http-equiv="refresh" content="0; url=${url}">\n`, {
    mode: 0o600,
  });
  spawn(opener, [file], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
  return () => rm(folder, { recursive: true, force: true });
}
