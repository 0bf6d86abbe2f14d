/**
 * `npm run image:verify`: compares the Node of images with the release of its publisher, for all platforms. It needs
 * the publisher's host, or `STOA_MIRROR`; a release of Stoa is not made without it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Downloads } from '../local/binaries/download.ts';
import { NODE, verifyNode } from './node.ts';

const work = await mkdtemp(join(tmpdir(), 'stoa-node-'));
try {
  await using downloads = new Downloads(process.env);
  for (const arch of ['amd64', 'arm64'] as const) {
    await verifyNode(arch, downloads, work);
    process.stdout.write(`Node ${NODE.version} for ${arch} is the build that nodejs.org released\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await rm(work, { recursive: true, force: true });
}
