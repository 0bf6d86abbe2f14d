import { createHash } from 'node:crypto';
import type { SignatureRegistry } from '../../src/store/signature/find.ts';
import type { PayloadSignature } from './signatures.ts';

/** Content of a repository of a registry, by paths such as `manifests/1.2.3`. */
export type RegistryContent = Readonly<Record<string, string | Uint8Array>>;

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const BUNDLE = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/** Client of a registry with a content, and the paths that were asked for. */
export function registryOf(content: RegistryContent): SignatureRegistry & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    urlOf: (path) => new URL(`https://registry.example.com/v2/team/shop/${path}`),
    get: async ({ url, maxBytes, absent }) => {
      const path = url.pathname.replace('/v2/team/shop/', '');
      asked.push(path);
      const found = content[path];
      if (found === undefined) {
        return absent;
      }
      const bytes = Buffer.from(found);
      return bytes.length > maxBytes
        ? { type: 'too-large', mebibytes: maxBytes / 2 ** 20 }
        : { type: 'content', bytes };
    },
  };
}

/** Digest of a content, as registries name it. */
export function contentDigest(content: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** Content with older signatures of a digest, at its tag. */
export function payloadsAt(digest: string, signatures: readonly PayloadSignature[]): RegistryContent {
  const layers = signatures.map(({ payload, annotations }) => ({
    mediaType: 'application/vnd.dev.cosign.simplesigning.v1+json',
    digest: contentDigest(payload),
    size: payload.length,
    annotations,
  }));
  return {
    [`manifests/${digest.replace(':', '-')}.sig`]: manifestWith({ layers }),
    ...Object.fromEntries(signatures.map(({ payload }) => [`blobs/${contentDigest(payload)}`, payload])),
  };
}

/** Content with bundles of a digest: as the API for referrers has them, or the tag in its place. */
export function bundlesAt(
  digest: string,
  bundles: readonly Uint8Array[],
  by: 'api' | 'tag' = 'api',
): RegistryContent {
  const manifests = bundles.map((bundle) =>
    manifestWith({
      artifactType: BUNDLE,
      layers: [{ mediaType: BUNDLE, digest: contentDigest(bundle), size: bundle.length }],
      subject: { mediaType: MANIFEST, digest, size: 1 },
    }),
  );
  const index = JSON.stringify({
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: manifests.map((manifest) => ({
      mediaType: MANIFEST,
      digest: contentDigest(manifest),
      size: manifest.length,
      artifactType: BUNDLE,
    })),
  });
  return {
    [by === 'api' ? `referrers/${digest}` : `manifests/${digest.replace(':', '-')}`]: index,
    ...Object.fromEntries(manifests.map((manifest) => [`manifests/${contentDigest(manifest)}`, manifest])),
    ...Object.fromEntries(bundles.map((bundle) => [`blobs/${contentDigest(bundle)}`, bundle])),
  };
}

function manifestWith(fields: object): string {
  const empty = { mediaType: 'application/vnd.oci.empty.v1+json', digest: contentDigest('{}'), size: 2 };
  return JSON.stringify({ schemaVersion: 2, mediaType: MANIFEST, config: empty, ...fields });
}
