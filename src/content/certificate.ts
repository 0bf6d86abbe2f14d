import { type KeyObject, X509Certificate } from 'node:crypto';
import { ENGINE_BOUNDS } from '../api/bounds.ts';
import { clipped } from '../base/text.ts';
import { type Chain, chainOf } from './certificatechain.ts';
import { pemBlocks, unlessBroken } from './pem.ts';
import { privateKeyIn } from './privatekey.ts';

/** Content of a TLS Secret without its private key, which never stays in memory. */
export type TlsContent = UsableCertificate | UnusableCertificate;

/** Certificate that gateway engines can present. */
export interface UsableCertificate extends Chain {
  readonly type: 'usable';
  /** DNS names that the certificate is for, each perhaps with `*` as its first label. */
  readonly names: readonly string[];
  /** Its common name in lower case, which some engines take for one more name; empty where it has none. */
  readonly commonName: string;
  /** SHA-256 of the certificate, in hex: two Secrets with the same one present the same certificate. */
  readonly fingerprint: string;
  readonly starts: Date;
  /** End of the certificate; most engines present it even after that. */
  readonly expires: Date;
  readonly key: CertificateKey;
  /** Whether its extended key usage permits servers. */
  readonly forServers: boolean;
}

/** Key of a certificate, as far as engines and clients distinguish keys. */
export type CertificateKey =
  | { readonly type: 'rsa'; readonly bits: number }
  | { readonly type: 'P-256' | 'P-384' | 'P-521' | 'Ed25519' };

/** Content of a Secret that no engine can present. */
interface UnusableCertificate {
  readonly type: 'unusable';
  /** The key of the Secret that is wrong. */
  readonly part: 'tls.crt' | 'tls.key';
  readonly why: string;
}

/** Most characters of a text that is kept: no host is longer. */
const MAX_TEXT = 253;

/** Curves of keys for ECDSA that engines present, by the names that OpenSSL has for them. */
const CURVES = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' } as const;

/**
 * Content of a Secret of the type `kubernetes.io/tls`, base64 as the API server sends it: a chain in
 * PEM whose first certificate belongs to the private key. It is usable if each engine that Stoa knows can read it.
 */
export function readTls(type: string | undefined, data: Readonly<Record<string, string>> = {}): TlsContent {
  if (type !== 'kubernetes.io/tls') {
    return unusable('tls.crt', `it is of type ${clipped(type ?? '', MAX_TEXT)}, not kubernetes.io/tls`);
  }
  const text = (name: string) => Buffer.from(data[name] ?? '', 'base64').toString();
  const chain = certificatesIn('tls.crt', text('tls.crt'), ENGINE_BOUNDS.chain);
  if (typeof chain === 'string') {
    return unusable('tls.crt', chain);
  }
  const key = privateKeyIn(text('tls.key'));
  if (typeof key === 'string') {
    return unusable('tls.key', key);
  }
  const [certificate, ...others] = chain;
  if (!certificate.checkPrivateKey(key)) {
    return unusable('tls.key', whyMismatch(others, key));
  }
  const roots = certificatesIn('ca.crt', text('ca.crt'), ENGINE_BOUNDS.authorities);
  return contentOf(certificate, others, typeof roots === 'string' ? [] : roots);
}

function unusable(part: UnusableCertificate['part'], why: string): UnusableCertificate {
  return { type: 'unusable', part, why };
}

/** Bounds of a file of certificates. */
type FileBounds = Readonly<Record<'bytes' | 'certificates', number>>;

/** The certificates of a file in PEM, or why it has none that can be used. */
function certificatesIn(
  name: string,
  file: string,
  { bytes, certificates: most }: FileBounds,
): readonly [X509Certificate, ...X509Certificate[]] | string {
  if (Buffer.byteLength(file) > bytes) {
    return `${name} has more than ${bytes} bytes, which each client would get: ${KEEP_CHAIN}`;
  }
  const blocks = pemBlocks(file).filter(({ label }) => label === 'CERTIFICATE');
  if (blocks.length > most) {
    return `${name} has ${blocks.length} certificates, and at most ${most} are presented: ${KEEP_CHAIN}`;
  }
  const certificates = blocks.map(({ text }) => unlessBroken(() => new X509Certificate(text)));
  const broken = certificates.indexOf(undefined);
  if (broken >= 0) {
    return `certificate ${broken + 1} of ${name} cannot be read`;
  }
  const [first, ...others] = certificates.filter((each) => each !== undefined);
  return first === undefined
    ? `${name} has no certificate in PEM: a line -----BEGIN CERTIFICATE----- without anything before it must be the first one`
    : [first, ...others];
}

const KEEP_CHAIN = 'keep those between the first one and its root';

function whyMismatch(others: readonly X509Certificate[], key: KeyObject): string {
  const own = others.findIndex((each) => each.checkPrivateKey(key));
  return own < 0
    ? 'its private key belongs to another certificate'
    : `its private key belongs to certificate ${own + 2} of tls.crt, which must be the first one`;
}

function contentOf(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly X509Certificate[],
): TlsContent {
  const names = dnsNames(certificate);
  const { names: most } = ENGINE_BOUNDS.chain;
  if (names.length > most) {
    return unusable('tls.crt', `it is for more than ${most} names`);
  }
  const key = keyOf(certificate.publicKey);
  if (typeof key === 'string') {
    return unusable('tls.key', key);
  }
  return {
    type: 'usable',
    names,
    commonName: commonNameOf(certificate),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    starts: certificate.validFromDate,
    expires: certificate.validToDate,
    key,
    forServers: isForServers(certificate),
    ...chainOf(certificate, others, roots),
  };
}

/** Key of a certificate, or why no engine presents certificates with it. */
function keyOf({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): CertificateKey | string {
  const { modulusLength: bits = 0, namedCurve = '' } = asymmetricKeyDetails;
  switch (asymmetricKeyType) {
    case 'rsa':
      return rsaFault(bits) ?? { type: 'rsa', bits };
    case 'ec': {
      const curves: Readonly<Record<string, (typeof CURVES)[keyof typeof CURVES]>> = CURVES;
      const curve = Object.hasOwn(curves, namedCurve) ? curves[namedCurve] : undefined;
      return curve === undefined ? `its key is on the curve ${namedCurve}, ${NO_ENGINE}` : { type: curve };
    }
    case 'ed25519':
      return { type: 'Ed25519' };
    default:
      return `its key is of the type ${asymmetricKeyType}, ${NO_ENGINE}`;
  }
}

function rsaFault(bits: number): string | undefined {
  const { least, most } = ENGINE_BOUNDS.key.rsaBits;
  if (bits < least) {
    return `its RSA key has ${bits} bits only: use one of 2048 or more`;
  }
  return bits > most
    ? `its RSA key has ${bits} bits, of which the gateway pays each handshake: use ${most} at most, or ECDSA`
    : undefined;
}

const NO_ENGINE = 'with which no engine serves: use RSA of 2048 bits, or ECDSA on P-256 or P-384';

/** Object identifiers of the extended key usages that permit servers: serverAuth, and any. */
const SERVER_USAGES = ['1.3.6.1.5.5.7.3.1', '2.5.29.37.0'];

function isForServers({ keyUsage }: X509Certificate): boolean {
  // Without the extension, a certificate is for every purpose.
  const usages: readonly string[] | undefined = keyUsage;
  return usages === undefined || usages.some((each) => SERVER_USAGES.includes(each));
}

function commonNameOf({ subject }: X509Certificate): string {
  const line = (subject ?? '').split('\n').find((each) => each.startsWith('CN='));
  return clipped((line ?? 'CN=').slice('CN='.length), MAX_TEXT).toLowerCase();
}

/** DNS names that a certificate is for, in lower case. */
export function dnsNames({ subjectAltName = '' }: X509Certificate): string[] {
  return subjectAltName
    .split(', ')
    .filter((entry) => entry.startsWith('DNS:'))
    .map((entry) => entry.slice('DNS:'.length).toLowerCase())
    .filter((name) => name.length <= MAX_TEXT);
}

/**
 * The name of a certificate that covers a host, the exact one before a wildcard (RFC 6125: `*` stands for
 * one label); undefined where none does. A wildcard host is covered by the same wildcard only.
 */
export function coveringName(names: readonly string[], host: string): string | undefined {
  const wildcard = `*.${host.slice(host.indexOf('.') + 1)}`;
  return [host, wildcard].find((name) => names.includes(name));
}
