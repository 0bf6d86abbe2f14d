import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cacheFolder } from '../../../../../deploy/local/binaries/cache.ts';
import { CATALOGUE } from '../../../../../deploy/local/binaries/catalogue.ts';
import { ensureBinaries } from '../../../../../deploy/local/binaries/ensure.ts';
import { currentPlatform } from '../../../../../deploy/local/binaries/platform.ts';
import { buildLog, cacheRoot } from '../../../../../deploy/local/binaries/toolchain.mjs';
import { eventually } from '../../../../support/eventually.ts';
import { contents, publish, recordedProgress, script, startMirror, temporaryFolder } from './support.ts';

const names = ['kubectl'] as const;

/** Another process that gets kubectl, as `npm test` beside `npm start` does. */
const otherProcess = `
  const { ensureBinaries } = await import(process.argv[1]);
  const progress = { info() {}, task: (title) => (console.log(title), { note() {}, reached() {}, done() {}, failed() {} }) };
  await ensureBinaries({ names: ['kubectl'], progress });
`;

function startOther(env: NodeJS.ProcessEnv) {
  const module = join(import.meta.dirname, '../../../../../deploy/local/binaries/ensure.ts');
  const child = spawn(process.execPath, ['--input-type=module', '-e', otherProcess, module], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  return { child, output: () => Buffer.concat(output).toString() };
}

function folderOf(env: NodeJS.ProcessEnv): string {
  return cacheFolder(CATALOGUE.kubectl, currentPlatform(), env);
}

test('an aborted download ends at once, leaves nothing, and no other way is tried', async () => {
  const mirror = await startMirror();
  const path = await publish(mirror, 'kubectl', 'program');
  const abort = new AbortController();
  mirror.files.set(path, (_, response) => {
    response.writeHead(200, { 'content-length': 1_000 });
    response.write('a beginning', () => abort.abort(new Error('stop')));
  });
  const env = { XDG_CACHE_HOME: await temporaryFolder(), STOA_MIRROR: mirror.url, PATH: '' };
  const progress = recordedProgress();
  const work = ensureBinaries({ names, progress, env, signal: abort.signal });
  await expect(work).rejects.toThrow('stop');
  expect(await contents(cacheRoot(env))).toEqual([]);
  expect(progress.lines).toHaveLength(2);
});

test('an aborted build is interrupted and leaves only its log', async () => {
  const folder = await temporaryFolder();
  const abort = new AbortController();
  await script(
    join(folder, 'go'),
    `[ "$1" = version ] && { echo "go version go1.26.1 linux/amd64"; exit 0; }
[ "$1" = list ] && exit 1
while [ "$1" != -o ]; do shift; done
trap 'echo interrupted; exit 1' INT
echo half > "$2kubectl"; echo begun
while :; do /bin/sleep 0.05; done`,
  );
  const env = { XDG_CACHE_HOME: await temporaryFolder(), STOA_MIRROR: 'http://127.0.0.1:1', PATH: folder };
  const work = ensureBinaries({ names, progress: recordedProgress(), env, signal: abort.signal });
  const ended = expect(work).rejects.toThrow('stop');
  const log = buildLog('controlplane', env);
  await eventually(async () => expect(await readFile(log, 'utf8').catch(() => '')).toBe('begun\n'));
  abort.abort(new Error('stop'));
  await ended;
  expect(await readFile(log, 'utf8')).toBe('begun\ninterrupted\n');
  expect(await contents(cacheRoot(env))).toEqual(['controlplane-build.log']);
});

test('a process that was killed leaves nothing that the next one minds', async () => {
  const mirror = await startMirror();
  const path = await publish(mirror, 'kubectl', 'program');
  const file = mirror.files.get(path) ?? '';
  const env = { XDG_CACHE_HOME: await temporaryFolder(), STOA_MIRROR: mirror.url, PATH: '' };
  mirror.files.set(path, (_, response) => {
    response.writeHead(200, { 'content-length': 1_000 });
    response.write('a beginning');
  });
  const { child } = startOther(env);
  const killed = once(child, 'exit');
  await eventually(async () => {
    const found = await contents(cacheRoot(env)).catch(() => []);
    expect(found).toContainEqual(expect.stringMatching(/^\.work-.*\/kubectl$/));
  });
  child.kill('SIGKILL');
  await killed;
  expect(await contents(cacheRoot(env))).toContain('.lock');
  mirror.files.set(path, file);
  const { kubectl } = await ensureBinaries({ names, progress: recordedProgress(), env });
  expect(await readFile(kubectl, 'utf8')).toBe('program');
  expect(await contents(folderOf(env))).toEqual(['kubectl']);
  expect(await contents(cacheRoot(env))).not.toContain('.lock');
});

test('of two processes at once one downloads, and the other waits for it', async () => {
  const mirror = await startMirror();
  const path = await publish(mirror, 'kubectl', 'program');
  const file = mirror.files.get(path) ?? '';
  const env = { XDG_CACHE_HOME: await temporaryFolder(), STOA_MIRROR: mirror.url, PATH: '' };
  const waiting = Promise.withResolvers<void>();
  mirror.files.set(path, (_, response) => {
    // Else the download is given up as one that nobody answers, however long the other process takes to start.
    response.flushHeaders();
    void waiting.promise.then(() => response.end(file));
  });
  const first = ensureBinaries({ names, progress: recordedProgress(), env });
  await eventually(() => expect(mirror.asked).toContain(path));
  const { child, output } = startOther(env);
  const exit = once(child, 'exit');
  await eventually(() => expect(output()).toContain(`Waiting for process ${process.pid}`));
  waiting.resolve();
  const { kubectl } = await first;
  expect((await exit)[0]).toBe(0);
  expect(await readFile(kubectl, 'utf8')).toBe('program');
  expect(mirror.asked.filter((asked) => asked === path)).toHaveLength(1);
});
