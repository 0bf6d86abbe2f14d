import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cacheFolder } from '../../../deploy/local/binaries/cache.ts';
import { CATALOGUE } from '../../../deploy/local/binaries/catalogue.ts';
import { currentPlatform } from '../../../deploy/local/binaries/platform.ts';
import { buildLog } from '../../../deploy/local/binaries/toolchain.mjs';
import { eventually } from '../../support/eventually.ts';
import { script, startMirror, temporaryFolder } from '../deploy/local/binaries/support.ts';

/** A process that begins the build and ends it when its standard input ends. */
const program = `
  const { EarlyBuild } = await import(process.argv[1]);
  const build = new EarlyBuild();
  process.stdin.resume().on('end', async () => { await build.end(); console.log('ended'); });
`;

async function begin(env: NodeJS.ProcessEnv) {
  const module = join(import.meta.dirname, '../../../bin/early.mjs');
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, module], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  const end = async (): Promise<string> => {
    const exit = once(child, 'close');
    child.stdin.end();
    await exit;
    return Buffer.concat(output).toString();
  };
  return { end };
}

async function environment(more: NodeJS.ProcessEnv = {}): Promise<NodeJS.ProcessEnv> {
  const folder = await temporaryFolder();
  await script(
    join(folder, 'go'),
    `[ "$1" = version ] && { echo "go version go1.26.1 linux/amd64"; exit 0; }
trap 'echo interrupted; exit 1' INT
echo "$*"
while :; do /bin/sleep 0.05; done`,
  );
  return {
    XDG_CACHE_HOME: await temporaryFolder(),
    PATH: folder,
    STOA_MIRROR: 'http://127.0.0.1:1',
    ...more,
  };
}

function logOf(env: NodeJS.ProcessEnv): Promise<string> {
  return readFile(buildLog('controlplane', env), 'utf8').catch(() => 'no log');
}

test('without programs the control plane is compiled, with the flags of the build, until the packages are there', async () => {
  const env = await environment();
  const { end } = await begin(env);
  await eventually(async () =>
    expect(await logOf(env)).toMatch(
      /^build -v -trimpath -gcflags=all=-dwarf=false .*-l go\.etcd\.io\S+ \S+kube-apiserver \S+kube-controller-manager\n$/,
    ),
  );
  expect(await end()).toBe('ended\n');
  expect(await logOf(env)).toMatch(/\ninterrupted\n$/);
});

test('nothing is compiled if the releases can be downloaded', async () => {
  const mirror = await startMirror();
  const env = await environment({ STOA_MIRROR: mirror.url });
  const { end } = await begin(env);
  await eventually(() => expect(mirror.asked).toEqual(['dl.k8s.io/']));
  expect(await end()).toBe('ended\n');
  expect(await logOf(env)).toBe('no log');
});

test('nothing is compiled behind a proxy, without Go, or with existing programs', async () => {
  const cached = await environment();
  const folder = cacheFolder(CATALOGUE['kube-apiserver'], currentPlatform(), cached);
  await script(join(folder, 'kube-apiserver'), 'exit 0');
  const environments = [
    await environment({ HTTPS_PROXY: 'http://127.0.0.1:1' }),
    await environment({ PATH: '' }),
    cached,
  ];
  for (const env of environments) {
    const { end } = await begin(env);
    expect(await end()).toBe('ended\n');
    expect(await logOf(env)).toBe('no log');
  }
});
