import type { StoreRefusal } from '../../store/refusal.ts';
import { read } from '../../store/response.ts';
import { CHART_BOUNDS } from '../bounds.ts';
import { type ArchiveResult, digestOf } from './archive.ts';
import { headerOf } from './ask.ts';
import { type Blob, chartLayerOf, MANIFEST_TYPES, type Manifest, manifestSchema } from './manifest.ts';
import type { RegistryClient } from './registryclient.ts';

/** Most bytes of a manifest. */
const MAX_MANIFEST = 4 * 2 ** 20;

/** Most manifests of an index that are looked at. */
const MAX_MANIFESTS = 8;

const ABSENT: StoreRefusal = { type: 'archive-not-found' };

/** Pulls the archive of a version: the manifest of its tag, and the layer that this names. */
export async function pull(
  client: RegistryClient,
  version: string,
  signal: AbortSignal,
): Promise<ArchiveResult> {
  const layer = await layerOf(client, version.replaceAll('+', '_'), signal);
  if (layer.type !== 'layer') {
    return layer;
  }
  const bytes = await contentOf(client, layer.blob, signal);
  return Buffer.isBuffer(bytes) ? { type: 'archive', version, bytes } : bytes;
}

/** Layer with the archive of a chart, of a tag or of one of the manifests that the tag names. */
async function layerOf(
  client: RegistryClient,
  tag: string,
  signal: AbortSignal,
): Promise<{ readonly type: 'layer'; readonly blob: Blob } | StoreRefusal> {
  for await (const found of manifestsOf(client, tag, signal)) {
    if (found.type !== 'found') {
      return found;
    }
    const blob = chartLayerOf(found.value);
    if (blob !== undefined) {
      return { type: 'layer', blob };
    }
  }
  return { type: 'not-a-chart-manifest' };
}

async function* manifestsOf(
  client: RegistryClient,
  tag: string,
  signal: AbortSignal,
): AsyncGenerator<FoundManifest | StoreRefusal, void> {
  const top = await manifestOf(client, tag, signal);
  yield top;
  const named = top.type === 'found' && 'manifests' in top.value ? top.value.manifests : [];
  for (const { digest } of named.slice(0, MAX_MANIFESTS)) {
    yield await manifestOf(client, digest, signal);
  }
}

interface FoundManifest {
  readonly type: 'found';
  readonly value: Manifest;
}

/** Manifest of a tag or a digest, with the digest that the registry names for it. */
async function manifestOf(
  client: RegistryClient,
  reference: string,
  signal: AbortSignal,
): Promise<FoundManifest | StoreRefusal> {
  const url = client.urlOf(`manifests/${reference}`);
  const question = { url, accept: MANIFEST_TYPES, encoding: 'identity', maxBytes: MAX_MANIFEST } as const;
  const got = await client.get({ ...question, absent: ABSENT }, signal);
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
  client: RegistryClient,
  { digest, size }: Blob,
  signal: AbortSignal,
): Promise<Buffer | StoreRefusal> {
  const maxBytes = CHART_BOUNDS.archive;
  if (size > maxBytes) {
    return { type: 'too-large', mebibytes: maxBytes / 2 ** 20 };
  }
  const url = client.urlOf(`blobs/${digest}`);
  const question = { url, accept: '*/*', encoding: 'identity', maxBytes, absent: ABSENT } as const;
  const got = await client.get(question, signal);
  if (got.type !== 'content') {
    return got;
  }
  const isWhole = got.bytes.length === size && digestOf(got.bytes) === digest;
  return isWhole ? got.bytes : { type: 'digest-mismatch' };
}
