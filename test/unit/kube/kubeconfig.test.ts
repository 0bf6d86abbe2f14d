import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('loads no class for every kind of Kubernetes', async () => {
  const access = new URL('../../../src/kube/access.ts', import.meta.url);
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import('${access}');
    console.log(loaded.filter((url) => url.includes('/client-node/dist/gen/')).join('\\n'));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  const names = stdout.trim().split('\n');
  expect(names).toContainEqual(expect.stringMatching(/gen\/configuration\.js$/));
  expect(names.filter((name) => /gen\/(index|apis|models|types)/.test(name))).toEqual([]);
});
