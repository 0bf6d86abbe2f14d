import { createHash } from 'node:crypto';
import type { Platform } from '../local/binaries/platform.ts';
import { MEMORY_FLAGS } from '../memory.ts';
import type { Layer } from './layer.ts';

/** Properties of an image beside its layers. */
export interface ImageFacts {
  /** Names, each `<repository>:<tag>` as docker takes it. */
  readonly names: readonly string[];
  readonly version: string;
  readonly architecture: Platform['arch'];
  /** Program and its first arguments. */
  readonly entrypoint: readonly string[];
  /** Origin of the libraries, for people. */
  readonly libraries: string;
}

/** JSON document of an image archive: its path there and its text. */
export interface ImageDocument {
  readonly path: string;
  readonly content: string;
}

/** User and group of the image's process, which no user of a node has. */
export const IMAGE_USER = 65_532;

/** Default environment of a container. */
export const IMAGE_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: '/usr/local/bin',
  NODE_ENV: 'production',
  NODE_OPTIONS: MEMORY_FLAGS.join(' '),
};

/** Media types of images. */
export const TYPES = {
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  index: 'application/vnd.oci.image.index.v1+json',
};

/** JSON document of a layout, with its digest (`sha256:…`) and size in bytes. */
export interface Blob {
  readonly content: string;
  readonly digest: string;
  readonly size: number;
}

/** Reference of an index or a manifest to content. */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: { readonly architecture: string; readonly os: string };
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Manifest or index, as far as it refers to other content. */
export interface OciDocument {
  readonly config?: Descriptor;
  readonly layers?: readonly Descriptor[];
  readonly manifests?: readonly Descriptor[];
}

/** Content of `oci-layout`, the file by which readers recognise a layout. */
export const LAYOUT_VERSION = JSON.stringify({ imageLayoutVersion: '1.0.0' });

/** Documents of an image's archive, and the image's digest: that of its manifest. */
export function documentsOf(
  facts: ImageFacts,
  layers: readonly Layer[],
): { readonly digest: string; readonly documents: readonly ImageDocument[] } {
  const { config, manifest } = imageOf(facts, layers);
  const index = {
    schemaVersion: 2,
    mediaType: TYPES.index,
    manifests: facts.names.map((name) => ({
      ...manifestDescriptor(facts.architecture, manifest),
      annotations: {
        'io.containerd.image.name': fullName(name),
        'org.opencontainers.image.ref.name': name.split(':').at(-1),
      },
    })),
  };
  // `docker load` of engines that do not know the OCI layout reads this.
  const docker = [
    {
      Config: blobPath(config.digest),
      RepoTags: facts.names,
      Layers: layers.map(({ digest }) => blobPath(digest)),
    },
  ];
  return {
    digest: manifest.digest,
    documents: [
      { path: 'oci-layout', content: LAYOUT_VERSION },
      { path: 'index.json', content: JSON.stringify(index) },
      { path: 'manifest.json', content: JSON.stringify(docker) },
      { path: blobPath(config.digest), content: config.content },
      { path: blobPath(manifest.digest), content: manifest.content },
    ],
  };
}

/** Configuration and manifest of an image for one platform. */
export function imageOf(
  facts: Omit<ImageFacts, 'names'>,
  layers: readonly Layer[],
): { readonly config: Blob; readonly manifest: Blob } {
  const config = blobOf(configOf(facts, layers));
  const manifest = blobOf({
    schemaVersion: 2,
    mediaType: TYPES.manifest,
    config: { mediaType: TYPES.config, digest: config.digest, size: config.size },
    layers: layers.map(({ digest, size }) => ({ mediaType: TYPES.layer, digest, size })),
  });
  return { config, manifest };
}

/** Descriptor of the manifest of an image for Linux. */
export function manifestDescriptor(architecture: Platform['arch'], { digest, size }: Blob): Descriptor {
  return { mediaType: TYPES.manifest, digest, size, platform: { architecture, os: 'linux' } };
}

/** Path of a blob in an image layout. */
export function blobPath(digest: string): string {
  return `blobs/${digest.replace(':', '/')}`;
}

/** Image name as containerd keeps it: with the registry that docker leaves out. */
export function fullName(name: string): string {
  const [first = '', ...rest] = name.split('/');
  if (rest.length === 0) {
    return `docker.io/library/${name}`;
  }
  return /[.:]|^localhost$/.test(first) ? name : `docker.io/${name}`;
}

function configOf(
  { architecture, entrypoint, version, libraries }: Omit<ImageFacts, 'names'>,
  layers: readonly Layer[],
) {
  const created = '1970-01-01T00:00:00Z';
  return {
    created,
    architecture,
    os: 'linux',
    config: {
      User: `${IMAGE_USER}:${IMAGE_USER}`,
      Env: Object.entries(IMAGE_ENVIRONMENT).map(([name, value]) => `${name}=${value}`),
      Entrypoint: entrypoint,
      WorkingDir: '/app',
      Labels: {
        'org.opencontainers.image.title': 'stoa',
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.licenses': 'Apache-2.0',
        'dev.stoa.libraries': libraries,
      },
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(() => ({ created, created_by: 'npm run image' })),
  };
}

/** Blob of a JSON document. */
export function blobOf(document: object): Blob {
  const content = JSON.stringify(document);
  const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`;
  return { content, digest, size: Buffer.byteLength(content) };
}
