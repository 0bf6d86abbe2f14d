import { createPrivateKey, X509Certificate } from 'node:crypto';
import { clipped } from '../base/text.ts';

/** Content of a TLS Secret without its private key, which never stays in memory. */
export type TlsContent =
  | {
      readonly type: 'usable';
      /** DNS names that the certificate is for, each perhaps with `*` as its first label. */
      readonly names: readonly string[];
      /** Its common name in lower case, which some engines take for one more name; empty where it has none. */
      readonly commonName: string;
      /** SHA-256 of the certificate, in hex: two Secrets with the same one present the same certificate. */
      readonly fingerprint: string;
      /** End of the certificate; engines present it even after that. */
      readonly expires: Date;
    }
  | { readonly type: 'unusable'; readonly why: string };

/** Most names of a certificate: authorities issue for a hundred at most, or for some more. */
const MAX_NAMES = 250;

/** Most characters of a text that is kept: no host is longer. */
const MAX_TEXT = 253;

/**
 * Content of a Secret of the type `kubernetes.io/tls`, base64 as the API server sends it: a chain in
 * PEM whose first certificate belongs to the private key.
 */
export function readTls(type: string | undefined, data: Readonly<Record<string, string>> = {}): TlsContent {
  if (type !== 'kubernetes.io/tls') {
    return { type: 'unusable', why: `it is of type ${clipped(type ?? '', MAX_TEXT)}, not kubernetes.io/tls` };
  }
  const [chain, key] = ['tls.crt', 'tls.key'].map((name) => Buffer.from(data[name] ?? '', 'base64'));
  try {
    const certificate = new X509Certificate(chain ?? '');
    return certificate.checkPrivateKey(createPrivateKey(key ?? ''))
      ? contentOf(certificate)
      : { type: 'unusable', why: 'its private key belongs to another certificate' };
  } catch {
    // OpenSSL's message may quote the data that it could not read.
    return { type: 'unusable', why: 'tls.crt and tls.key are not a certificate and its key in PEM' };
  }
}

function contentOf(certificate: X509Certificate): TlsContent {
  const names = dnsNames(certificate);
  return names.length > MAX_NAMES
    ? { type: 'unusable', why: `it is for more than ${MAX_NAMES} names` }
    : {
        type: 'usable',
        names,
        commonName: commonNameOf(certificate),
        fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
        expires: certificate.validToDate,
      };
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
