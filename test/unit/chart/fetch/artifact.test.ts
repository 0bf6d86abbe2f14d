import { expect, it } from 'vitest';
import { chartLayerOf } from '../../../../src/chart/fetch/artifact.ts';
import { indexOfTags } from '../../../../src/chart/fetch/tags.ts';
import type { Manifest } from '../../../../src/registry/manifest.ts';

const CONFIG = 'application/vnd.cncf.helm.config.v1+json';
const CONTENT = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip';
const PROVENANCE = 'application/vnd.cncf.helm.chart.provenance.v1.prov';
const IMAGE = 'application/vnd.oci.image.config.v1+json';

const blobs = (types: readonly string[]) =>
  types.map((mediaType, size) => ({ mediaType, digest: `sha256:${'0'.repeat(64)}`, size }));

function manifest(config: string, ...layers: readonly string[]): Manifest {
  const [first = { mediaType: '', digest: '', size: 0 }] = blobs([config]);
  return { config: first, layers: blobs(layers) };
}

it.each<[string, Manifest, number | undefined]>([
  ['a chart', manifest(CONFIG, CONTENT), 0],
  ['a chart with its provenance', manifest(CONFIG, PROVENANCE, CONTENT), 1],
  ['a chart without its archive', manifest(CONFIG, PROVENANCE), undefined],
  ['two archives', manifest(CONFIG, CONTENT, CONTENT), undefined],
  ['an image with an archive', manifest(IMAGE, CONTENT), undefined],
  ['an index', { manifests: blobs([CONFIG]) }, undefined],
])('the layer of %s', (_title, all, layer) => {
  expect(chartLayerOf(all)?.size).toBe(layer);
});

it('tags are versions where they have all three numbers', () => {
  const tags = [
    'latest',
    '1',
    '1.2',
    '1.2.3',
    'v1.2.4',
    '1.3.0_build.5',
    '1.4.0-rc.1',
    '1.2.3.4',
    'sha256-abc.sig',
  ];
  expect(JSON.parse(indexOfTags('shop', tags).toString())).toEqual({
    entries: {
      shop: ['1.2.3', 'v1.2.4', '1.3.0+build.5', '1.4.0-rc.1'].map((version) => ({ version })),
    },
  });
});
