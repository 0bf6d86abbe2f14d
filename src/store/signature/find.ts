import { z } from 'zod';
import type { Found, StoreRefusal } from '../refusal.ts';
import { read } from '../response.ts';
import { type NoSignature, type Signature, signatureOfBundle, signatureOfPayload } from './signature.ts';

/** Client of the repository of a registry that has an artifact and its signatures. */
export interface SignatureRegistry {
  /** URL of something in the repository, such as `manifests/1.2.3`. */
  urlOf(path: string): URL;
  /** Content at a URL, or a refusal; `absent` is the meaning of status 404. */
  get(
    question: {
      readonly url: URL;
      readonly accept: string;
      readonly encoding: 'gzip' | 'identity';
      readonly maxBytes: number;
      readonly absent: StoreRefusal;
    },
    signal: AbortSignal,
  ): Promise<{ readonly type: 'content'; readonly bytes: Buffer } | StoreRefusal>;
}

/** Most signatures of each format that are looked at. */
const MOST = 32;

/** Most bytes of lists of signatures, and of one signature; real ones have kilobytes. */
const MAX_LIST = 2 ** 20;
const MAX_SIGNATURE = 2 ** 18;

const BUNDLE = 'application/vnd.dev.sigstore.bundle.v0.3+json';
const PAYLOAD = 'application/vnd.dev.cosign.simplesigning.v1+json';

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const INDEX = 'application/vnd.oci.image.index.v1+json';

const digestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/);

const indexSchema = z.object({
  manifests: z.array(z.object({ digest: digestSchema, artifactType: z.string().optional() })),
});

const manifestSchema = z.object({
  layers: z.array(
    z.object({
      mediaType: z.string(),
      digest: digestSchema,
      annotations: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

type Layer = z.infer<typeof manifestSchema>['layers'][number];

/** Artifact whose signatures are looked for. */
interface Place {
  readonly registry: SignatureRegistry;
  /** Digest of its manifest. */
  readonly digest: string;
  readonly signal: AbortSignal;
}

type FoundSignature = Signature | NoSignature | StoreRefusal;

/**
 * Signatures that a registry has for a digest: bundles, then older ones. A refusal is one that leaves open whether there
 * are others. Throws only the reason of `signal`.
 */
export async function* signaturesOf(place: Place): AsyncGenerator<FoundSignature, void> {
  yield* bundlesOf(place);
  yield* payloadsOf(place);
}

async function* bundlesOf(place: Place): AsyncGenerator<FoundSignature, void> {
  const index = await referrersOf(place);
  if (index.type !== 'found') {
    yield* reported(index);
    return;
  }
  const bundles = index.value.manifests.filter(({ artifactType }) => mayBeBundle(artifactType));
  for (const { digest } of bundles.slice(0, MOST)) {
    const manifest = await listAt(place, `manifests/${digest}`, manifestSchema);
    const layer = manifest.type === 'found' ? manifest.value.layers[0] : undefined;
    if (layer?.mediaType === BUNDLE) {
      yield await signatureIn(place, layer, signatureOfBundle);
    } else if (manifest.type !== 'found') {
      yield* reported(manifest);
    }
  }
}

/** Whether a referrer may be a bundle: some clients give the type of its configuration, which is empty. */
function mayBeBundle(artifactType: string | undefined): boolean {
  return artifactType === undefined || [BUNDLE, 'application/vnd.oci.empty.v1+json'].includes(artifactType);
}

/** Index of what refers to the artifact: by the API of the registry, else by the tag that stands for it. */
async function referrersOf(place: Place): Promise<Listed<z.infer<typeof indexSchema>>> {
  const { digest } = place;
  const query = new URLSearchParams({ artifactType: BUNDLE });
  const index = await listAt(place, `referrers/${digest}?${query}`, indexSchema);
  return index.type === 'absent'
    ? listAt(place, `manifests/${digest.replace(':', '-')}`, indexSchema)
    : index;
}

async function* payloadsOf(place: Place): AsyncGenerator<FoundSignature, void> {
  const manifest = await listAt(place, `manifests/${place.digest.replace(':', '-')}.sig`, manifestSchema);
  if (manifest.type !== 'found') {
    yield* reported(manifest);
    return;
  }
  // New signatures stand at the end.
  const layers = manifest.value.layers.filter(({ mediaType }) => mediaType === PAYLOAD).slice(-MOST);
  for (const layer of layers) {
    yield await signatureIn(place, layer, (bytes) => signatureOfPayload(bytes, layer.annotations));
  }
}

type Absent = { readonly type: 'absent' };

type Listed<T> = Found<T> | Absent;

/** Refusal, unless it only says that there is nothing. */
function* reported(got: Absent | StoreRefusal): Generator<StoreRefusal, void> {
  if (got.type !== 'absent') {
    yield got;
  }
}

/** Absence, as a refusal of a request. */
const ABSENT: StoreRefusal = { type: 'archive-not-found' };

/** List at a path; absent also where the registry does not know the path, and where it has something else there. */
async function listAt<T>(
  { registry, signal }: Place,
  path: string,
  schema: z.ZodType<T>,
): Promise<Listed<T>> {
  const url = registry.urlOf(path);
  const accept = `${MANIFEST},${INDEX}`;
  const question = { url, accept, encoding: 'identity', maxBytes: MAX_LIST, absent: ABSENT } as const;
  const got = await registry.get(question, signal);
  if (got.type !== 'content') {
    return [ABSENT.type, 'rejected'].includes(got.type) ? { type: 'absent' } : got;
  }
  const list = read(got.bytes, schema);
  return list.type === 'found' ? list : { type: 'absent' };
}

/** Signature in a layer; none where the registry does not have it, or has something larger. */
async function signatureIn(
  { registry, signal }: Place,
  { digest }: Layer,
  signatureOf: (bytes: Buffer) => Signature | NoSignature,
): Promise<FoundSignature> {
  const url = registry.urlOf(`blobs/${digest}`);
  const question = {
    url,
    accept: '*/*',
    encoding: 'identity',
    maxBytes: MAX_SIGNATURE,
    absent: ABSENT,
  } as const;
  const got = await registry.get(question, signal);
  if (got.type !== 'content') {
    return [ABSENT.type, 'too-large'].includes(got.type) ? { type: 'no-signature' } : got;
  }
  return signatureOf(got.bytes);
}
