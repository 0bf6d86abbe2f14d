import { z } from 'zod';
import { read } from '../response.ts';
import { bundleOfAnnotations } from './annotations.ts';

/** Signature that a registry has for a digest, read but not verified. */
export interface Signature {
  readonly type: 'signature';
  /** Bytes that were signed. */
  readonly signed: Buffer;
  readonly signature: Buffer;
  /** SHA-256 digests, in hexadecimal digits, that what was signed speaks of. */
  readonly digests: readonly string[];
  /** Sigstore bundle, as JSON; undefined where a key alone can prove the signature. */
  readonly bundle: unknown;
}

/** Content of a registry that is no signature. */
export interface NoSignature {
  readonly type: 'no-signature';
}

const NO_SIGNATURE: NoSignature = { type: 'no-signature' };

/** Most entries of a log, and most timestamps, in a bundle: real ones have one. */
const MOST_PROOFS = 4;

const proofs = z.array(z.unknown()).max(MOST_PROOFS).optional();

/** Sigstore bundle with an envelope. What it has beside, nobody reads: the verifier would take another content first. */
const bundleSchema = z.object({
  mediaType: z.string(),
  verificationMaterial: z.looseObject({
    tlogEntries: proofs,
    timestampVerificationData: z.looseObject({ rfc3161Timestamps: proofs }).optional(),
  }),
  dsseEnvelope: z.object({
    payload: z.base64().min(1),
    payloadType: z.literal('application/vnd.in-toto+json'),
    signatures: z.tuple([z.object({ sig: z.base64().min(1) })]),
  }),
});

/** Statement by which cosign signs; attestations have another type, and say nothing of who made the subject. */
const statementSchema = z.object({
  _type: z.literal(['https://in-toto.io/Statement/v1', 'https://in-toto.io/Statement/v0.1']),
  predicateType: z.literal('https://sigstore.dev/cosign/sign/v1'),
  subject: z
    .array(z.object({ digest: z.object({ sha256: z.string() }) }))
    .min(1)
    .max(16),
});

/** Signature in a Sigstore bundle of cosign. Pure. */
export function signatureOfBundle(bytes: Uint8Array): Signature | NoSignature {
  const bundle = read(bytes, bundleSchema);
  if (bundle.type === 'refused') {
    return NO_SIGNATURE;
  }
  const { payload, payloadType, signatures } = bundle.value.dsseEnvelope;
  const content = Buffer.from(payload, 'base64');
  const statement = read(content, statementSchema);
  if (statement.type === 'refused') {
    return NO_SIGNATURE;
  }
  return {
    type: 'signature',
    signed: Buffer.concat([
      Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${content.length} `),
      content,
    ]),
    signature: Buffer.from(signatures[0].sig, 'base64'),
    digests: statement.value.subject.map(({ digest }) => digest.sha256),
    bundle: bundle.value,
  };
}

/** Payload of the older signatures of cosign. */
const payloadSchema = z.object({
  critical: z.object({
    image: z.object({ 'docker-manifest-digest': z.string().regex(/^sha256:[0-9a-f]{64}$/) }),
    type: z.literal('cosign container image signature'),
  }),
});

const annotationsSchema = z.object({ 'dev.cosignproject.cosign/signature': z.base64().min(1).max(4_096) });

/** Older signature of cosign: a payload, and the annotations of its layer. Pure. */
export function signatureOfPayload(
  payload: Buffer,
  annotations: Readonly<Record<string, string>>,
): Signature | NoSignature {
  const found = read(payload, payloadSchema);
  const { data } = annotationsSchema.safeParse(annotations);
  if (found.type === 'refused' || data === undefined) {
    return NO_SIGNATURE;
  }
  const signature = Buffer.from(data['dev.cosignproject.cosign/signature'], 'base64');
  return {
    type: 'signature',
    signed: payload,
    signature,
    digests: [found.value.critical.image['docker-manifest-digest'].replace('sha256:', '')],
    bundle: bundleOfAnnotations({ payload, signature }, annotations),
  };
}
