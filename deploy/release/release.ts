import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EXAMPLE_IMAGE } from '../image/example.ts';
import { stoaImage } from '../image/image.ts';
import { UserError } from '../local/errors.ts';
import { repository } from '../local/repository.ts';
import { sectionOf } from './changelog.ts';
import { type ChartPlan, type PackedChart, packChart } from './charts.ts';
import { checksumsOf } from './checksums.ts';
import { type BaseLayer, makeBases, makeImage, type ReleasedImage } from './images.ts';
import { type Artifact, inRegistry, writeLayout } from './layout.ts';
import { crdBundle, installation } from './manifests.ts';
import type { ReleaseOptions } from './options.ts';
import { krewManifest, makePlugin } from './plugin.ts';
import { LAYOUT } from './publishing.ts';

/** Name of the file with the checksums of all others. */
export const CHECKSUMS = 'SHA256SUMS';

/** Making of one release: its options, Helm, and where it reports. */
export interface Making extends ReleaseOptions {
  /** Path of Helm. */
  readonly helm: string;
  /** Called with the name of each step that is done. */
  readonly done: (step: string) => void;
  readonly signal: AbortSignal;
}

/** Folder that is being filled, and one for what goes into it. */
interface Folders {
  readonly release: string;
  readonly work: string;
}

/** Makes all files of a release in a folder that is empty or not there yet, whole or not at all. Throws a UserError. */
export async function makeRelease(making: Making): Promise<void> {
  const { out, version } = making;
  await assertFree(out);
  const notes = sectionOf(await readFile(join(repository.root, 'CHANGELOG.md'), 'utf8'), version);
  await mkdir(dirname(out), { recursive: true });
  const work = await mkdtemp(`${out}.work-`);
  const folders = { release: join(work, 'release'), work };
  try {
    await mkdir(folders.release);
    await writeFile(join(folders.release, 'RELEASE_NOTES.md'), notes);
    await makeFiles(making, folders);
    await writeFile(join(folders.release, CHECKSUMS), await checksumsOf(folders.release));
    making.done('checksums');
    await rm(out, { recursive: true, force: true });
    await rename(folders.release, out);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Throws a UserError if there is anything in the folder. */
async function assertFree(out: string): Promise<void> {
  const present = await readdir(out).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return [];
    }
    throw new UserError(`--out is ${out}, which is no folder (${error.code}): name another one`);
  });
  if (present.length > 0) {
    throw new UserError(`--out is ${out}, which is not empty: remove it, or name another folder`);
  }
}

async function makeFiles(making: Making, { release, work }: Folders): Promise<void> {
  const { version, registry, done, signal } = making;
  const bases = await makeBases(work, signal);
  done('Node and libraries');
  const plan = { ...stoaImage(`stoa:${version}`), version };
  const stoa = await makeImage(plan, bases, join(work, 'stoa'), signal);
  const example = await makeImage(
    { ...EXAMPLE_IMAGE, names: [`stoa-example:${version}`], version },
    bases,
    join(work, 'example'),
    signal,
  );
  await writeBoms(stoa, version, release);
  done('images');
  const charts = await makeCharts(making, stoa.artifact, { release, work });
  done('charts and manifests');
  const artifacts = [stoa.artifact, example.artifact, ...charts.map(({ artifact }) => artifact)];
  await writeLayout(join(release, LAYOUT), artifacts, registry);
  done('OCI layout');
  await makePluginFiles(making, bases, { release, work });
  done('plugin');
}

async function writeBoms({ boms }: ReleasedImage, version: string, release: string): Promise<void> {
  for (const [arch, bom] of Object.entries(boms ?? {})) {
    const file = join(release, `stoa_${version}_linux_${arch}.cdx.json`);
    await writeFile(file, `${JSON.stringify(bom, null, 2)}\n`);
  }
}

/** Makes the charts and the manifests, which name the image by its digest. */
async function makeCharts(
  { version, registry, helm }: Making,
  { top }: Artifact,
  { release, work }: Folders,
): Promise<readonly PackedChart[]> {
  const image = inRegistry(registry, 'stoa');
  const charts: PackedChart[] = [];
  for (const plan of chartPlans(version, image, top.digest)) {
    const chart = await packChart(plan, join(work, 'charts', plan.name));
    await copyFile(chart.archive, join(release, basename(chart.archive)));
    charts.push(chart);
  }
  const crds = await crdBundle();
  await writeFile(join(release, 'crds.yaml'), crds);
  const chart = charts.find(({ folder }) => basename(folder) === 'stoa')?.folder ?? '';
  await writeFile(join(release, 'install.yaml'), await installation(crds, helm, chart));
  return charts;
}

function chartPlans(version: string, image: string, digest: string): readonly ChartPlan[] {
  const annotations = { 'artifacthub.io/prerelease': String(version.includes('-')) };
  return [
    {
      name: 'stoa',
      source: 'deploy/chart',
      version,
      annotations: {
        ...annotations,
        'artifacthub.io/images': `- name: stoa\n  image: ${image}@${digest}\n  platforms: [linux/amd64, linux/arm64]\n`,
      },
      values: [
        [['image', 'repository'], image],
        [['image', 'digest'], digest],
      ],
    },
    { name: 'stoa-crds', source: 'deploy/chart-crds', version, annotations, values: [] },
  ];
}

async function makePluginFiles(
  { version, downloads }: Making,
  bases: readonly BaseLayer[],
  { release, work }: Folders,
): Promise<void> {
  const archives = await makePlugin(version, bases, join(work, 'plugin'));
  await writeFile(join(release, 'krew-stoa.yaml'), await krewManifest(version, downloads, archives));
  for (const { file } of archives) {
    await rename(file, join(release, basename(file)));
  }
}
