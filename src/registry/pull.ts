import type { StoreRefusal } from '../store/refusal.ts';
import { read } from '../store/response.ts';
import { type ArchiveResult, digestOf } from './archive.ts';
import { headerOf } from './ask.ts';
import { type Blob, MANIFEST_TYPES, type Manifest, manifestSchema } from './manifest.ts';
import type { RegistryClient } from './registryclient.ts';

/** Most bytes of a manifest. */
const MAX_MANIFEST = 4 * 2 ** 20;

/** Most manifests of an index that are looked at. */
const MAX_MANIFESTS = 8;

/** Artifact of a registry: what it has as one layer. */
export interface Artifact {
  /** Layer with the content; undefined where a manifest is that of something else. Pure. */
  readonly layerOf: (manifest: Manifest) => Blob | undefined;
  /** Most bytes of the content. */
  readonly maxBytes: number;
  /** Meaning of a tag that there is not, and of one of something else. */
  readonly absent: StoreRefusal;
  readonly other: StoreRefusal;
}

/** Version of an artifact. */
interface Pulled {
  readonly artifact: Artifact;
  readonly version: string;
}

/** Pulls the content of a version: the manifest of its tag, and the layer that this names. */
export async function pull(
  client: RegistryClient,
  { artifact, version }: Pulled,
  signal: AbortSignal,
): Promise<ArchiveResult> {
  const asked = { client, artifact, signal };
  const layer = await layerOf(asked, tagOf(version));
  if (layer.type !== 'layer') {
    return layer;
  }
  const bytes = await contentOf(asked, layer.blob);
  return Buffer.isBuffer(bytes) ? { type: 'archive', version, bytes } : bytes;
}

/** Tag of a version, in which no plus can be. Pure. */
export function tagOf(version: string): string {
  return version.replaceAll('+', '_');
}

/** Repository of artifacts that is asked. */
interface Asked {
  readonly client: RegistryClient;
  readonly artifact: Artifact;
  readonly signal: AbortSignal;
}

/** Layer with the content, of a tag or of one of the manifests that the tag names. */
async function layerOf(
  asked: Asked,
  tag: string,
): Promise<{ readonly type: 'layer'; readonly blob: Blob } | StoreRefusal> {
  for await (const found of manifestsOf(asked, tag)) {
    if (found.type !== 'found') {
      return found;
    }
    const blob = asked.artifact.layerOf(found.value);
    if (blob !== undefined) {
      return { type: 'layer', blob };
    }
  }
  return asked.artifact.other;
}

async function* manifestsOf(
  asked: Asked,
  tag: string,
): AsyncGenerator<FoundManifest | StoreRefusal, void> {
  const top = await manifestOf(asked, tag);
  yield top;
  const named = top.type === 'found' && 'manifests' in top.value ? top.value.manifests : [];
  for (const { digest } of named.slice(0, MAX_MANIFESTS)) {
    yield await manifestOf(asked, digest);
  }
}

interface FoundManifest {
  readonly type: 'found';
  readonly value: Manifest;
}

/** Manifest of a tag or a digest, with the digest that the registry names for it. */
async function manifestOf(
  { client, artifact: { absent }, signal }: Asked,
  reference: string,
): Promise<FoundManifest | StoreRefusal> {
  const url = client.urlOf(`manifests/${reference}`);
  const question = { url, accept: MANIFEST_TYPES, encoding: 'identity', maxBytes: MAX_MANIFEST } as const;
  const got = await client.get({ ...question, absent }, signal);
  if (got.type !== 'content') {
    return got;
  }
  const names = [reference, headerOf(got, 'docker-content-digest') ?? ''];
  if (names.some((name) => name.startsWith('sha256:') && name !== digestOf(got.bytes))) {
    return { type: 'digest-mismatch' };
  }
  const manifest = read(got.bytes, manifestSchema);
  return manifest.type === 'found' ? manifest : manifest.refusal;
}

/** Content of a blob, which has the size and the digest that its manifest names. */
async function contentOf(
  { client, artifact: { absent, maxBytes }, signal }: Asked,
  { digest, size }: Blob,
): Promise<Buffer | StoreRefusal> {
  if (size > maxBytes) {
    return { type: 'too-large', mebibytes: maxBytes / 2 ** 20 };
  }
  const url = client.urlOf(`blobs/${digest}`);
  const question = { url, accept: '*/*', encoding: 'identity', maxBytes, absent } as const;
  const got = await client.get(question, signal);
  if (got.type !== 'content') {
    return got;
  }
  const isWhole = got.bytes.length === size && digestOf(got.bytes) === digest;
  return isWhole ? got.bytes : { type: 'digest-mismatch' };
}
