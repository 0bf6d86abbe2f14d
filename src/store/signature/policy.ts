import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { digestOf } from '../../base/hash.ts';

/** Policy of a registry: who must have signed what is fetched from it. */
export type SignaturePolicy = KeyPolicy | IdentityPolicy;

/** Policy of keys, any of which may have made a signature. */
export interface KeyPolicy {
  readonly type: 'keys';
  readonly keys: readonly SigningKey[];
}

/** Policy of identities, any of which may have signed, as certificates and logs of Sigstore prove. */
export interface IdentityPolicy {
  readonly type: 'identities';
  readonly identities: readonly Identity[];
  /** Authorities and logs that are trusted: a `trusted_root.json` of Sigstore. */
  readonly trustedRoot: unknown;
}

/** Public key of somebody who signs. */
interface SigningKey {
  readonly key: KeyObject;
  /** `sha256:` and the hash of the key in DER, in hexadecimal digits. */
  readonly digest: string;
}

/** Identity in a certificate of Sigstore. */
export interface Identity {
  /** Issuer that vouches for the subject, such as `https://token.actions.githubusercontent.com`. */
  readonly issuer: string;
  /** Mail address or URI as a whole, or all that begin so, where `/*` ends it. */
  readonly subject: string;
}

const MAX_TEXT = 1024;

const keySchema = z
  .string()
  .max(8_192)
  .transform((pem, context): SigningKey => {
    const key = keyOf(() => createPublicKey(pem));
    if (key !== undefined && isPublicKey(pem) && isSupported(key)) {
      return { key, digest: digestOf(key.export({ type: 'spki', format: 'der' })) };
    }
    context.addIssue('must be a public key in PEM: ECDSA P-256, RSA of 2048 bits or more, or Ed25519');
    return z.NEVER;
  });

/** Whether a PEM text has no private key, of which a public one could be made too. */
function isPublicKey(pem: string): boolean {
  return /^\s*-----BEGIN (RSA )?PUBLIC KEY-----/.test(pem);
}

function isSupported({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  switch (asymmetricKeyType) {
    case 'ec':
      return asymmetricKeyDetails?.namedCurve === 'prime256v1';
    case 'rsa':
      return (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
    default:
      return asymmetricKeyType === 'ed25519';
  }
}

function keyOf(make: () => KeyObject): KeyObject | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

const identitySchema = z.strictObject({
  issuer: z.string().min(1).max(MAX_TEXT),
  subject: z
    .string()
    .max(MAX_TEXT)
    .regex(/^[!-)+-~]+(\/\*)?$/, 'must be a mail address or a URI, with a * only after the last slash'),
});

const certificateSchema = z.looseObject({
  rawBytes: z.string().refine(isCertificate, 'must be a certificate'),
});

function isCertificate(der: string): boolean {
  try {
    return new X509Certificate(Buffer.from(der, 'base64')).raw.length > 0;
  } catch {
    return false;
  }
}

const authoritySchema = z.looseObject({
  certChain: z.looseObject({ certificates: z.array(certificateSchema).min(1) }),
});

const logSchema = z.looseObject({
  publicKey: z.looseObject({ rawBytes: z.string().refine(isDerKey, 'must be a public key') }),
});

function isDerKey(der: string): boolean {
  const key = Buffer.from(der, 'base64');
  return (['spki', 'pkcs1'] as const).some(
    (type) => keyOf(() => createPublicKey({ key, format: 'der', type })) !== undefined,
  );
}

/** Trusted root, as far as a signature cannot do without it. */
const trustedRootSchema = z.looseObject({
  certificateAuthorities: z.array(authoritySchema).min(1),
  ctlogs: z.array(logSchema).min(1),
  tlogs: z.array(logSchema.extend({ baseUrl: z.url() })).min(1),
});

/** Schema of `verify` of an entry of `market.stores`. */
export const verifySchema = z
  .strictObject({
    /** Public keys in PEM. */
    keys: z.array(keySchema).min(1).max(16).optional(),
    identities: z.array(identitySchema).min(1).max(64).optional(),
    /** Content of a `trusted_root.json`. */
    trustedRoot: trustedRootSchema.optional(),
  })
  .transform(({ keys, identities, trustedRoot }, context): SignaturePolicy => {
    if (keys !== undefined && identities === undefined && trustedRoot === undefined) {
      return { type: 'keys', keys };
    }
    if (keys === undefined && identities !== undefined && trustedRoot !== undefined) {
      return { type: 'identities', identities, trustedRoot };
    }
    context.addIssue('must have keys, or identities and trustedRoot');
    return z.NEVER;
  });
