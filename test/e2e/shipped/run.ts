/**
 * `npm run e2e:kind`: installs Stoa from its image and charts in a cluster with real nodes; uses, kills, upgrades and
 * uninstalls it. With `--cluster=current`, in the cluster of the kubeconfig; with `--release`, from the charts and images
 * of a release in a registry; with `--from`, upgrades a former commit and takes it back. Exits with 1 at the first deviation.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../deploy/local/errors.ts';
import { cross } from './crossing.ts';
import { formerOf } from './former.ts';
import { parseOptions } from './options.ts';
import { shipmentOfRelease } from './registryshipment.ts';
import { shipmentOfCheckout } from './shipment.ts';
import { openWorld } from './shippedcluster.ts';
import { runStep, STEPS_HEAD } from './step.ts';
import { story } from './story.ts';
import { openCluster } from './targetcluster.ts';

async function main(signal: AbortSignal): Promise<void> {
  const { cluster, images, release, from } = parseOptions(process.argv.slice(2));
  const folder = await mkdtemp(join(tmpdir(), 'stoa-shipped-'));
  try {
    const built = images ?? folder;
    const former = from === undefined ? undefined : await formerOf(from, { folder, images: built, signal });
    const shipment = await (release === undefined
      ? shipmentOfCheckout(built, signal)
      : shipmentOfRelease({ release, images: built, folder }, signal));
    try {
      const where = await openCluster(cluster, folder, signal);
      try {
        const world = await openWorld(where, shipment, folder, signal);
        process.stdout.write(STEPS_HEAD);
        const played = former === undefined ? story(world, runStep) : cross(world, former, runStep);
        await played.finally(() => world.close());
      } finally {
        await where.close();
      }
    } finally {
      await shipment.close();
      await former?.close();
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
