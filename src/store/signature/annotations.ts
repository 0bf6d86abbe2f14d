import { hash, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { read } from '../response.ts';

/** Payload of an older signature of cosign, and the signature. */
interface SignedPayload {
  readonly payload: Buffer;
  readonly signature: Buffer;
}

/** Most characters of an annotation that is read. */
const MAX_ANNOTATION = 64 * 1024;

const annotationSchema = z.string().max(MAX_ANNOTATION);

const annotationsSchema = z.object({
  'dev.sigstore.cosign/certificate': annotationSchema,
  'dev.sigstore.cosign/bundle': annotationSchema.optional(),
  'dev.sigstore.cosign/rfc3161timestamp': annotationSchema.optional(),
});

const entrySchema = z.object({
  SignedEntryTimestamp: z.base64(),
  Payload: z.object({
    body: z.base64(),
    integratedTime: z.int().nonnegative(),
    logIndex: z.int().nonnegative(),
    logID: z.hex(),
  }),
});

const bodySchema = z.object({ kind: z.string(), apiVersion: z.string() });

const timestampSchema = z.object({ SignedRFC3161Timestamp: z.base64() });

/**
 * Sigstore bundle, as JSON, of the annotations of an older signature of cosign; undefined where they have no certificate,
 * or not in that form. Pure.
 */
export function bundleOfAnnotations(
  { payload, signature }: SignedPayload,
  annotations: Readonly<Record<string, string>>,
): unknown {
  const { data } = annotationsSchema.safeParse(annotations);
  const certificate = data && certificateOf(data['dev.sigstore.cosign/certificate']);
  if (data === undefined || certificate === undefined) {
    return undefined;
  }
  const timestamp = jsonOf(data['dev.sigstore.cosign/rfc3161timestamp'], timestampSchema);
  return {
    mediaType: 'application/vnd.dev.sigstore.bundle+json;version=0.1',
    verificationMaterial: {
      x509CertificateChain: { certificates: [{ rawBytes: certificate.raw.toString('base64') }] },
      tlogEntries: entriesOf(data['dev.sigstore.cosign/bundle']),
      timestampVerificationData: {
        rfc3161Timestamps:
          timestamp === undefined ? [] : [{ signedTimestamp: timestamp.SignedRFC3161Timestamp }],
      },
    },
    messageSignature: {
      messageDigest: { algorithm: 'SHA2_256', digest: hash('sha256', payload, 'base64') },
      signature: signature.toString('base64'),
    },
  };
}

function certificateOf(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** Entry of the log, in the form of a bundle. */
function entriesOf(annotation: string | undefined): readonly object[] {
  const entry = jsonOf(annotation, entrySchema);
  const body = entry && jsonOf(Buffer.from(entry.Payload.body, 'base64').toString(), bodySchema);
  if (entry === undefined || body === undefined) {
    return [];
  }
  const { body: canonicalizedBody, integratedTime, logIndex, logID } = entry.Payload;
  return [
    {
      logIndex: String(logIndex),
      logId: { keyId: Buffer.from(logID, 'hex').toString('base64') },
      kindVersion: { kind: body.kind, version: body.apiVersion },
      integratedTime: String(integratedTime),
      inclusionPromise: { signedEntryTimestamp: entry.SignedEntryTimestamp },
      canonicalizedBody,
    },
  ];
}

function jsonOf<T>(text: string | undefined, schema: z.ZodType<T>): T | undefined {
  const found = text === undefined ? undefined : read(Buffer.from(text), schema);
  return found?.type === 'found' ? found.value : undefined;
}
