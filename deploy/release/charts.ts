import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, parseDocument } from 'yaml';
import { packLayer } from '../image/layer.ts';
import { blobOf, TYPES } from '../image/oci.ts';
import { repository } from '../local/repository.ts';
import type { Artifact } from './layout.ts';

/** Media types of charts, as Helm stores them in registries. */
const HELM_TYPES = {
  config: 'application/vnd.cncf.helm.config.v1+json',
  content: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip',
};

/** Chart of this repository, and what a release writes into it. */
export interface ChartPlan {
  readonly name: string;
  /** Folder of the chart, from the root of this repository. */
  readonly source: string;
  readonly version: string;
  /** Annotations of the chart, beside its own. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Values other than those of the source, each with its path in values.yaml. */
  readonly values: readonly (readonly [path: readonly string[], value: string])[];
}

/** Chart in an archive. */
export interface PackedChart {
  /** Path of the archive, `<name>-<version>.tgz`. */
  readonly archive: string;
  /** Folder of the chart that is in the archive. */
  readonly folder: string;
  readonly artifact: Artifact;
}

/** Packs a chart in the folder `work`, which has nothing else. As `helm package`, but the same bytes whenever it runs. */
export async function packChart(plan: ChartPlan, work: string): Promise<PackedChart> {
  const { name, version } = plan;
  const folder = join(work, 'content', name);
  // chart-crds has a link to the CRDs.
  await cp(join(repository.root, plan.source), folder, { recursive: true, dereference: true });
  const metadata = await writeMetadata(plan, join(folder, 'Chart.yaml'));
  if (plan.values.length > 0) {
    await edit(join(folder, 'values.yaml'), plan.values);
  }
  const archive = join(work, `${name}-${version}.tgz`);
  const layer = await packLayer(join(work, 'content'), archive);
  const config = blobOf(metadata);
  const manifest = blobOf({
    schemaVersion: 2,
    mediaType: TYPES.manifest,
    config: { mediaType: HELM_TYPES.config, digest: config.digest, size: config.size },
    layers: [{ mediaType: HELM_TYPES.content, digest: layer.digest, size: layer.size }],
    annotations: {
      'org.opencontainers.image.title': name,
      'org.opencontainers.image.version': version,
    },
  });
  const top = { mediaType: TYPES.manifest, digest: manifest.digest, size: manifest.size };
  const artifact = {
    names: [`charts/${name}:${version}`],
    top,
    documents: [config, manifest],
    files: [layer],
  };
  return { archive, folder, artifact };
}

/** Writes version and annotations of the release; returns the whole metadata of the chart. */
async function writeMetadata({ version, annotations }: ChartPlan, file: string): Promise<object> {
  await edit(file, [
    [['version'], version],
    [['appVersion'], version],
    ...Object.entries(annotations).map(([key, value]) => [['annotations', key], value] as const),
  ]);
  return parse(await readFile(file, 'utf8')) as object;
}

/** Changes values of a YAML file, and keeps its comments. */
async function edit(
  file: string,
  values: readonly (readonly [path: readonly string[], value: string])[],
): Promise<void> {
  const document = parseDocument(await readFile(file, 'utf8'));
  for (const [path, value] of values) {
    document.setIn(path, value);
  }
  await writeFile(file, document.toString({ lineWidth: 0 }));
}
