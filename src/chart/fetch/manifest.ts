import { z } from 'zod';

const CONFIG = 'application/vnd.cncf.helm.config.v1+json';
const CONTENT = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip';

/** Media types of what a tag can be; those of Docker are no charts, and would look like no tag. */
export const MANIFEST_TYPES = [
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
].join();

const blob = z.object({
  mediaType: z.string(),
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  size: z.int().nonnegative(),
});

/** Content of a registry by its digest. */
export type Blob = z.infer<typeof blob>;

/** Manifest of a registry, or an index of manifests. */
export const manifestSchema = z.union([
  z.object({ manifests: z.array(blob) }),
  z.object({ config: blob, layers: z.array(blob) }),
]);

/** Manifest, or index of manifests. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Layer with the archive of a chart; undefined where a manifest is that of something else. Pure. */
export function chartLayerOf(manifest: Manifest): Blob | undefined {
  if (!('config' in manifest) || manifest.config.mediaType !== CONFIG) {
    return undefined;
  }
  const [layer, ...others] = manifest.layers.filter(({ mediaType }) => mediaType === CONTENT);
  return others.length === 0 ? layer : undefined;
}
