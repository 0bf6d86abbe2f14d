import { present } from '../../base/fields.ts';
import type { StoreRefusal } from '../../store/refusal.ts';
import { read } from '../../store/response.ts';
import type { SignaturePolicy } from '../../store/signature/policy.ts';
import { verifySignature } from '../../store/signature/verify.ts';
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

/** Repository that charts are pulled from. */
export interface PulledFrom {
  readonly client: RegistryClient;
  /** Who must have signed them; undefined where nobody must. */
  readonly policy: SignaturePolicy | undefined;
}

/**
 * Pulls the archive of a version: the manifest of its tag, and the layer that this names. Where a signature is wanted, it
 * is verified before anything is read.
 */
export async function pull(
  { client, policy }: PulledFrom,
  version: string,
  signal: AbortSignal,
): Promise<ArchiveResult> {
  const top = await documentAt(client, version.replaceAll('+', '_'), signal);
  if (top.type !== 'document') {
    return top;
  }
  const signed = policy && (await verifySignature(client, { digest: digestOf(top.bytes), policy }, signal));
  if (signed !== undefined && signed.type !== 'signed') {
    return signed;
  }
  const layer = await layerOf(client, top, signal);
  if (layer.type !== 'layer') {
    return layer;
  }
  const bytes = await contentOf(client, layer.blob, signal);
  return Buffer.isBuffer(bytes)
    ? { type: 'archive', version, bytes, ...present({ signedBy: signed?.by }) }
    : bytes;
}

/** Layer with the archive of a chart, of the document of a tag or of one of the manifests that it names. */
async function layerOf(
  client: RegistryClient,
  top: Document,
  signal: AbortSignal,
): Promise<{ readonly type: 'layer'; readonly blob: Blob } | StoreRefusal> {
  for await (const found of manifestsOf(client, top, signal)) {
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
  document: Document,
  signal: AbortSignal,
): AsyncGenerator<FoundManifest | StoreRefusal, void> {
  const top = manifestIn(document);
  yield top;
  const named = top.type === 'found' && 'manifests' in top.value ? top.value.manifests : [];
  for (const { digest } of named.slice(0, MAX_MANIFESTS)) {
    const below = await documentAt(client, digest, signal);
    yield below.type === 'document' ? manifestIn(below) : below;
  }
}

interface FoundManifest {
  readonly type: 'found';
  readonly value: Manifest;
}

function manifestIn({ bytes }: Document): FoundManifest | StoreRefusal {
  const manifest = read(bytes, manifestSchema);
  return manifest.type === 'found' ? manifest : manifest.refusal;
}

/** Manifest or index, not read yet. */
interface Document {
  readonly type: 'document';
  readonly bytes: Buffer;
}

/** Document of a tag or a digest, with the digest that the registry names for it. */
async function documentAt(
  client: RegistryClient,
  reference: string,
  signal: AbortSignal,
): Promise<Document | StoreRefusal> {
  const url = client.urlOf(`manifests/${reference}`);
  const question = { url, accept: MANIFEST_TYPES, encoding: 'identity', maxBytes: MAX_MANIFEST } as const;
  const got = await client.get({ ...question, absent: ABSENT }, signal);
  if (got.type !== 'content') {
    return got;
  }
  const { bytes } = got;
  const names = [reference, headerOf(got, 'docker-content-digest') ?? ''];
  return names.some((name) => name.startsWith('sha256:') && name !== digestOf(bytes))
    ? { type: 'digest-mismatch' }
    : { type: 'document', bytes };
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
