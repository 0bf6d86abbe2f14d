import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { documentsOf, fullName, type ImageDocument } from '../../../../deploy/image/oci.ts';

const LAYERS = [
  { file: '/one', digest: `sha256:${'1'.repeat(64)}`, size: 11, diffId: `sha256:${'a'.repeat(64)}` },
  { file: '/two', digest: `sha256:${'2'.repeat(64)}`, size: 22, diffId: `sha256:${'b'.repeat(64)}` },
];

const FACTS = {
  names: ['stoa:dev'],
  version: '1.2.3',
  architecture: 'amd64',
  entrypoint: ['/usr/local/bin/node', '/app/stoa.mjs'],
  libraries: 'Debian 12',
} as const;

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

/** The documents of an image by their paths. */
function archive(names: readonly string[] = FACTS.names) {
  const { digest, documents } = documentsOf({ ...FACTS, names }, LAYERS);
  const text = (path: string) => (documents.find((each) => each.path === path) as ImageDocument).content;
  const blob = (of: Descriptor) => {
    const content = text(`blobs/sha256/${of.digest.slice('sha256:'.length)}`);
    const sum = createHash('sha256').update(content).digest('hex');
    expect({ digest: of.digest, size: of.size }).toEqual({ digest: `sha256:${sum}`, size: content.length });
    return JSON.parse(content);
  };
  const index: { readonly manifests: readonly (Descriptor & { readonly annotations: unknown })[] } =
    JSON.parse(text('index.json'));
  return { digest, text, blob, index };
}

describe('the documents of an image', () => {
  it('refer to each other by digests and sizes that are right', () => {
    const { digest, text, blob, index } = archive();
    expect(JSON.parse(text('oci-layout'))).toEqual({ imageLayoutVersion: '1.0.0' });
    const [first] = index.manifests;
    expect(first).toMatchObject({ mediaType: 'application/vnd.oci.image.manifest.v1+json', digest });
    const manifest = blob(first as Descriptor);
    expect(manifest.layers).toEqual(
      LAYERS.map(({ digest, size }) => ({
        mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip',
        digest,
        size,
      })),
    );
    expect(manifest.config.mediaType).toBe('application/vnd.oci.image.config.v1+json');
    expect(blob(manifest.config).rootfs).toEqual({
      type: 'layers',
      diff_ids: LAYERS.map(({ diffId }) => diffId),
    });
  });

  it('have it run as nobody, without a shell, within the memory that is measured', () => {
    const { blob, index } = archive();
    const { config } = blob(blob(index.manifests[0] as Descriptor).config);
    expect(config).toMatchObject({
      User: '65532:65532',
      Entrypoint: ['/usr/local/bin/node', '/app/stoa.mjs'],
      WorkingDir: '/app',
    });
    expect(config.Env).toContain('NODE_OPTIONS=--max-semi-space-size=4 --max-old-space-size=384');
  });

  it('tell docker and containerd every name', () => {
    const { text, index } = archive(['stoa:dev', 'registry.example.com:5000/stoa:1']);
    const [docker] = JSON.parse(text('manifest.json'));
    expect(docker.RepoTags).toEqual(['stoa:dev', 'registry.example.com:5000/stoa:1']);
    expect(docker.Layers).toEqual(LAYERS.map(({ digest }) => `blobs/${digest.replace(':', '/')}`));
    expect(index.manifests.map(({ annotations }) => annotations)).toEqual([
      {
        'io.containerd.image.name': 'docker.io/library/stoa:dev',
        'org.opencontainers.image.ref.name': 'dev',
      },
      {
        'io.containerd.image.name': 'registry.example.com:5000/stoa:1',
        'org.opencontainers.image.ref.name': '1',
      },
    ]);
  });
});

it.each([
  ['stoa:dev', 'docker.io/library/stoa:dev'],
  ['somebody/stoa:1', 'docker.io/somebody/stoa:1'],
  ['ghcr.io/somebody/stoa:1', 'ghcr.io/somebody/stoa:1'],
  ['localhost/stoa:1', 'localhost/stoa:1'],
  ['localhost:5000/stoa:1', 'localhost:5000/stoa:1'],
])('%s is %s for containerd', (name, full) => {
  expect(fullName(name)).toBe(full);
});
