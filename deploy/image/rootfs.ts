/** `node deploy/image/rootfs.ts FOLDER`: writes the root file system of Stoa's image to a folder, for the Dockerfile. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentPlatform } from '../local/binaries/platform.ts';
import { makeRoots, stoaImage } from './image.ts';

const [target] = process.argv.slice(2);
if (target === undefined) {
  throw new Error('say in which folder');
}
const work = await mkdtemp(join(tmpdir(), 'stoa-rootfs-'));
const { signal } = new AbortController();
const { folders, runtime } = await makeRoots(stoaImage(), currentPlatform(), work, signal);
for (const folder of folders) {
  await cp(folder, target, { recursive: true });
}
await rm(work, { recursive: true });
process.stdout.write(`Node ${runtime.node}; libraries: ${runtime.libraries.description}\n`);
