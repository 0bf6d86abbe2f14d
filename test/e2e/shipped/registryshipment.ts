import { join } from 'node:path';
import { parse } from 'yaml';
import { EXAMPLE_IMAGE } from '../../../deploy/image/example.ts';
import { ensureBinaries } from '../../../deploy/local/binaries/ensure.ts';
import { UserError } from '../../../deploy/local/errors.ts';
import { terminalProgress } from '../../../deploy/local/progress.ts';
import { runTool } from '../../../deploy/local/runtool.ts';
import { LAYOUT } from '../../../deploy/release/publishing.ts';
import { pushLayout, startRegistry } from '../../support/registry.ts';
import { ECHO, imagesIn, RETIRING_IMAGE } from './images.ts';
import { archiveImage, digestOf, namesIn } from './layoutarchive.ts';
import type { Shipment } from './shipment.ts';

/** Path of the release in the registry. */
const PATH = 'release';

/** Places of a shipment: the folder of the release, that of the images that are built, and one for temporary files. */
export interface ReleasePlaces {
  readonly release: string;
  readonly images: string;
  readonly folder: string;
}

/**
 * Charts of a release from a registry that runs until the end, and the images of the release: that of Stoa by the
 * reference in the chart, which the registry has given to Helm.
 */
export async function shipmentOfRelease(
  { release, images, folder }: ReleasePlaces,
  signal: AbortSignal,
): Promise<Shipment> {
  const layout = join(release, LAYOUT);
  const version = await versionIn(layout);
  const echo = await imagesIn(images, { 'echo.tar': ECHO }, signal);
  const registry = await startRegistry(folder);
  try {
    const target = `${registry.address}/${PATH}`;
    await pushLayout(layout, target);
    const charts = { stoa: chartIn(target, 'stoa', version), kinds: chartIn(target, 'stoa-crds', version) };
    const [stoa, example] = [join(folder, 'stoa.tar'), join(folder, 'example.tar')];
    const reference = await imageIn(charts.stoa, signal);
    const [, digest = ''] = reference.split('@');
    await archiveImage(layout, digest, [reference, RETIRING_IMAGE], stoa);
    const exampleDigest = await digestOf(layout, `stoa-example:${version}`);
    await archiveImage(layout, exampleDigest, EXAMPLE_IMAGE.names, example);
    return {
      source: `${charts.stoa[0]} ${version}`,
      charts,
      imageValues: { before: {}, after: {} },
      archives: [stoa, example, ...echo],
      close: registry.stop,
    };
  } catch (error) {
    await registry.stop();
    throw error;
  }
}

/** Version of the charts in a layout. Throws a UserError if there are none. */
async function versionIn(layout: string): Promise<string> {
  const prefix = 'charts/stoa:';
  const name = (await namesIn(layout)).find((each) => each.startsWith(prefix));
  if (name === undefined) {
    throw new UserError(`${layout} has no chart of Stoa: --release is the folder of a release`);
  }
  return name.slice(prefix.length);
}

function chartIn(target: string, name: string, version: string): readonly string[] {
  return [`oci://${target}/charts/${name}`, `--version=${version}`, '--plain-http'];
}

/** Reference of the image in the values of a chart: its repository and its digest. */
async function imageIn(chart: readonly string[], signal: AbortSignal): Promise<string> {
  const progress = terminalProgress(process.stderr);
  const { helm } = await ensureBinaries({ names: ['helm'], progress, signal });
  const values = parse(await runTool(helm, ['show', 'values', ...chart], { signal })) as {
    readonly image: { readonly repository: string; readonly digest: string };
  };
  return `${values.image.repository}@${values.image.digest}`;
}
