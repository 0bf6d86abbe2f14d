import type { KeyObject, X509Certificate } from 'node:crypto';
import { ENGINE_BOUNDS } from '../api/bounds.ts';
import { clipped } from '../base/text.ts';
import { type Chain, chainOf } from './certificatechain.ts';
import { certificateBlocks, certificatesInBlocks } from './certificatefile.ts';
import { certificateForm } from './certificateform.ts';
import { type CertificateNames, certificateNames } from './certificatenames.ts';
import { EXTENSIONS, type Extension, keyUsageBits } from './extensionform.ts';
import { isPlainKey } from './keyform.ts';
import { privateKeyIn } from './privatekey.ts';

/** Content of a TLS Secret without its private key, which never stays in memory. */
export type TlsContent = UsableCertificate | UnusableCertificate;

/** Certificate that gateway engines can present. */
export interface UsableCertificate extends Chain, CertificateNames {
  readonly type: 'usable';
  /** SHA-256 of the certificate, in hex: two Secrets with the same one present the same certificate. */
  readonly fingerprint: string;
  readonly starts: Date;
  /** End of the certificate; most engines present it even after that. */
  readonly expires: Date;
  readonly key: CertificateKey;
  /** Whether its extended key usage permits servers. */
  readonly forServers: boolean;
  /** Whether clients are told to want a stapled answer of OCSP, without which some engines do not load it. */
  readonly wantsStaple: boolean;
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
  if (!certificate.checkPrivateKey(key.object)) {
    return unusable('tls.key', whyMismatch(others, key.object));
  }
  const roots = certificatesIn('ca.crt', text('ca.crt'), ENGINE_BOUNDS.authorities);
  return contentOf({ certificate, der: key.der }, others, typeof roots === 'string' ? [] : roots);
}

const ODD_KEY =
  'its private key is in a form that not every gateway loads, has more than two primes, or has numbers that do not agree: write it anew with openssl pkey -in tls.key, or use another one';

/** Certificate that a file presents, and the DNS names that it is for: none where these are not to be read. */
interface PresentedCertificate {
  readonly certificate: X509Certificate;
  readonly names: readonly string[];
}

/** The certificate that a chain in PEM presents, whatever its key; undefined where it cannot be read. */
export function presentedIn(chain: string): PresentedCertificate | undefined {
  const certificates = certificatesIn('tls.crt', chain, ENGINE_BOUNDS.chain);
  if (typeof certificates === 'string') {
    return undefined;
  }
  const [certificate] = certificates;
  const names = namesIn(certificate);
  return { certificate, names: typeof names === 'string' ? [] : names.names };
}

function namesIn({ raw }: X509Certificate): CertificateNames | string {
  return certificateNames(raw, ENGINE_BOUNDS.chain.names);
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
  const blocks = certificateBlocks(name, file);
  if (typeof blocks === 'string') {
    return blocks;
  }
  if (blocks.length > most) {
    return `${name} has ${blocks.length} certificates, and at most ${most} are presented: ${KEEP_CHAIN}`;
  }
  const certificates = certificatesInBlocks(name, blocks);
  if (typeof certificates === 'string') {
    return certificates;
  }
  const [first, ...others] = certificates;
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
  { certificate, der }: { readonly certificate: X509Certificate; readonly der: Buffer },
  others: readonly X509Certificate[],
  roots: readonly X509Certificate[],
): TlsContent {
  const names = namesIn(certificate);
  if (typeof names === 'string') {
    return unusable('tls.crt', `the certificate in tls.crt ${names}`);
  }
  const key = keyOf(certificate.publicKey);
  if (typeof key === 'string') {
    return unusable('tls.key', key);
  }
  if (!isPlainKey(der, certificate.publicKey)) {
    return unusable('tls.key', ODD_KEY);
  }
  const { extensions } = certificateForm(certificate.raw);
  if (key.type !== 'rsa' && !mayBeSigned(extensions)) {
    return unusable('tls.crt', NO_SIGNATURES);
  }
  return {
    type: 'usable',
    ...names,
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    starts: certificate.validFromDate,
    expires: certificate.validToDate,
    key,
    forServers: isForServers(certificate),
    wantsStaple: extensions.some(({ type }) => type.equals(EXTENSIONS.feature)),
    ...chainOf(certificate, others, roots),
  };
}

const NO_SIGNATURES =
  'the key usage of the certificate in tls.crt does not permit digital signatures, without which a key that is not RSA serves no TLS: have it issued again';

/** Bit of a key usage that permits digital signatures. */
const DIGITAL_SIGNATURE = 0x80;

/** Whether the key of a certificate may sign handshakes: its key usage permits it, or it has none. */
function mayBeSigned(extensions: readonly Extension[]): boolean {
  const usage = extensions.find(({ type }) => type.equals(EXTENSIONS.keyUsage));
  return usage === undefined || (keyUsageBits(usage.content) & DIGITAL_SIGNATURE) !== 0;
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

/** Hosts for which engines that choose a certificate by name present one. */
export function presentedNames({ names, alsoFor }: CertificateNames): readonly string[] {
  return [...names, ...alsoFor];
}

/**
 * The name of a certificate that covers a host, the exact one before a wildcard (RFC 6125: `*` stands for
 * one label); undefined where none does. A wildcard host is covered by the same wildcard only.
 */
export function coveringName(names: readonly string[], host: string): string | undefined {
  return [host, wildcardAbove(host)].find((name) => names.includes(name));
}

/** The wildcard that stands for the first label of a host. */
export function wildcardAbove(host: string): string {
  return `*.${host.slice(host.indexOf('.') + 1)}`;
}
