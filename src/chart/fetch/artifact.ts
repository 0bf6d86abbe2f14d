import type { Blob, Manifest } from '../../registry/manifest.ts';
import type { Artifact } from '../../registry/pull.ts';
import { CHART_BOUNDS } from '../bounds.ts';

const CONFIG = 'application/vnd.cncf.helm.config.v1+json';
const CONTENT = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip';

/** Charts in registries, as Helm pushes them. */
export const CHART_ARTIFACT: Artifact = {
  layerOf: chartLayerOf,
  maxBytes: CHART_BOUNDS.archive,
  absent: { type: 'archive-not-found' },
  other: { type: 'not-a-chart-manifest' },
};

/** Layer with the archive of a chart; undefined where a manifest is that of something else. Pure. */
export function chartLayerOf(manifest: Manifest): Blob | undefined {
  if (!('config' in manifest) || manifest.config.mediaType !== CONFIG) {
    return undefined;
  }
  const [layer, ...others] = manifest.layers.filter(({ mediaType }) => mediaType === CONTENT);
  return others.length === 0 ? layer : undefined;
}
