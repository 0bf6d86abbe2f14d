import { z } from 'zod';

/** Media type of the manifest of an artifact. */
export const MANIFEST_TYPE = 'application/vnd.oci.image.manifest.v1+json';

/** Media types of what a tag can be; those of Docker are no artifacts, and would look like no tag. */
export const MANIFEST_TYPES = [
  MANIFEST_TYPE,
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
  z.object({
    config: blob,
    layers: z.array(blob),
    annotations: z.record(z.string(), z.unknown()).optional().catch(undefined),
  }),
]);

/** Manifest, or index of manifests. */
export type Manifest = z.infer<typeof manifestSchema>;
