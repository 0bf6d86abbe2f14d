/**
 * `npm run e2e:kind`: installs Stoa from its image and charts in a cluster with real nodes; uses, kills, upgrades and
 * uninstalls it. With `--cluster=current`, in the cluster of the kubeconfig. Exits with 1 at the first deviation.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../deploy/local/errors.ts';
import { imagesIn } from './images.ts';
import { parseOptions } from './options.ts';
import { openWorld } from './shippedcluster.ts';
import { runStep, STEPS_HEAD } from './step.ts';
import { story } from './story.ts';
import { openCluster } from './targetcluster.ts';

async function main(signal: AbortSignal): Promise<void> {
  const { cluster, images } = parseOptions(process.argv.slice(2));
  const folder = await mkdtemp(join(tmpdir(), 'stoa-shipped-'));
  try {
    const archives = await imagesIn(images ?? folder, signal);
    const where = await openCluster(cluster, folder, signal);
    try {
      const world = await openWorld(where, folder, signal);
      process.stdout.write(STEPS_HEAD);
      await story(world, archives, runStep).finally(() => world.close());
    } finally {
      await where.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => stop.abort(new UserError('stopped')));
}

try {
  await main(stop.signal);
  process.stdout.write('all parts passed\n');
} catch (error) {
  process.stderr.write(`${error instanceof UserError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
