import { present } from '../base/fields.ts';
import { digestOf } from '../base/hash.ts';
import type { Found, StoreRefusal } from '../store/refusal.ts';
import { read } from '../store/response.ts';
import type { SignaturePolicy } from '../store/signature/policy.ts';
import { verifySignature } from '../store/signature/verify.ts';
import type { ArchiveResult } from './archive.ts';
import { onlyHeader } from './ask.ts';
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

/** Repository that artifacts are pulled from. */
export interface PulledFrom {
  readonly client: RegistryClient;
  /** Signers that are accepted; undefined where nobody must have signed. */
  readonly policy: SignaturePolicy | undefined;
}

/** Version of an artifact. */
interface Pulled {
  readonly artifact: Artifact;
  readonly version: string;
}

/**
 * Pulls the content of a version: the manifest of its tag, and the layer that this names. Where a signature is wanted, it
 * is verified before anything is read.
 */
export async function pull(
  { client, policy }: PulledFrom,
  { artifact, version }: Pulled,
  signal: AbortSignal,
): Promise<ArchiveResult> {
  const asked = { client, artifact, signal };
  const top = await documentAt(asked, version.replaceAll('+', '_'));
  if (top.type !== 'document') {
    return top;
  }
  const signed = policy && (await verifySignature(client, { digest: digestOf(top.bytes), policy }, signal));
  if (signed !== undefined && signed.type !== 'signed') {
    return signed;
  }
  const layer = await layerOf(asked, top);
  if (layer.type !== 'layer') {
    return layer;
  }
  const bytes = await contentOf(asked, layer.blob);
  const { annotations } = layer;
  return Buffer.isBuffer(bytes)
    ? { type: 'archive', version, bytes, ...present({ signedBy: signed?.by, annotations }) }
    : bytes;
}

/** Repository of artifacts that is asked. */
interface Asked {
  readonly client: RegistryClient;
  readonly artifact: Artifact;
  readonly signal: AbortSignal;
}

/** Layer with the content, and what its manifest says of it. */
interface Layer extends Pick<Extract<ArchiveResult, { type: 'archive' }>, 'annotations'> {
  readonly type: 'layer';
  readonly blob: Blob;
}

/** Layer with the content, of the document of a tag or of one of the manifests that it names. */
async function layerOf(asked: Asked, top: Document): Promise<Layer | StoreRefusal> {
  for await (const found of manifestsOf(asked, top)) {
    if (found.type !== 'found') {
      return found;
    }
    const blob = asked.artifact.layerOf(found.value);
    if (blob !== undefined) {
      const { annotations } = 'layers' in found.value ? found.value : {};
      return { type: 'layer', blob, ...present({ annotations }) };
    }
  }
  return asked.artifact.other;
}

async function* manifestsOf(asked: Asked, document: Document): AsyncGenerator<Found<Manifest>, void> {
  const top = manifestIn(document);
  yield top;
  const named = top.type === 'found' && 'manifests' in top.value ? top.value.manifests : [];
  for (const { digest } of named.slice(0, MAX_MANIFESTS)) {
    const below = await documentAt(asked, digest);
    yield below.type === 'document' ? manifestIn(below) : below;
  }
}

function manifestIn({ bytes }: Document): Found<Manifest> {
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
  { client, artifact: { absent }, signal }: Asked,
  reference: string,
): Promise<Document | StoreRefusal> {
  const url = client.urlOf(`manifests/${reference}`);
  const question = { url, accept: MANIFEST_TYPES, encoding: 'identity', maxBytes: MAX_MANIFEST } as const;
  const got = await client.get({ ...question, absent }, signal);
  if (got.type !== 'content') {
    return got;
  }
  const { bytes } = got;
  const names = [reference, onlyHeader(got, 'docker-content-digest') ?? ''];
  return names.some((name) => name.startsWith('sha256:') && name !== digestOf(bytes))
    ? { type: 'digest-mismatch' }
    : { type: 'document', bytes };
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
