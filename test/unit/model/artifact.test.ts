import { expect, it } from 'vitest';
import { MODEL_CONFIG_TYPE, MODEL_TYPE, modelLayerOf } from '../../../src/model/artifact.ts';
import type { Manifest } from '../../../src/registry/manifest.ts';

const blob = (mediaType: string, size = 0) => ({ mediaType, digest: `sha256:${'0'.repeat(64)}`, size });

const manifest = (...layers: readonly string[]): Manifest => ({
  config: blob(MODEL_CONFIG_TYPE),
  layers: layers.map((type, size) => blob(type, size)),
});

it.each<[string, Manifest, number | undefined]>([
  ['a model', manifest(MODEL_TYPE), 0],
  ['a model with something beside it', manifest('text/plain', MODEL_TYPE), 1],
  ['two models', manifest(MODEL_TYPE, MODEL_TYPE), undefined],
  ['an image', manifest('application/vnd.oci.image.layer.v1.tar+gzip'), undefined],
  ['an index', { manifests: [blob(MODEL_TYPE)] }, undefined],
])('the layer of %s', (_, all, layer) => {
  expect(modelLayerOf(all)?.size).toBe(layer);
});
