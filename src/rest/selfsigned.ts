import { generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { CertificatePair, CertificateSource } from './servedcertificate.ts';

/** Time for which a certificate is valid, in milliseconds: a year. */
const VALID_MS = 365 * 24 * 3_600_000;

/** Time before the end of a certificate at which the next one is made, in milliseconds: a month. */
const RENEWED_MS = 30 * 24 * 3_600_000;

/** Time before its first second, in milliseconds, for clients whose clocks are late. */
const LATE_CLOCKS_MS = 3_600_000;

/**
 * Source of self-signed certificates for DNS names: the same one until a month before its end, then the next. One that is
 * not valid yet was made while the clock of the machine was ahead, and gives way to another.
 */
export function selfSignedPairs(names: readonly string[], now = () => new Date()): CertificateSource {
  let last: { readonly pair: CertificatePair; readonly valid: number; readonly renewed: number } | undefined;
  return async () => {
    const time = now();
    const ms = time.getTime();
    if (last === undefined || ms < last.valid || ms >= last.renewed) {
      const pair = await selfSigned(names, time);
      last = { pair, valid: ms - LATE_CLOCKS_MS, renewed: ms + VALID_MS - RENEWED_MS };
    }
    return last.pair;
  };
}

/**
 * Self-signed certificate for DNS names, with a new key on the curve P-256, valid for a year from `now`. Its structure is
 * that of RFC 5280, which this module writes itself: a library for certificates costs the process 24 MB.
 */
export async function selfSigned(names: readonly string[], now: Date): Promise<CertificatePair> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const name = sequence(set(sequence(COMMON_NAME, utf8('Stoa'))));
  const validity = sequence(
    time(new Date(now.getTime() - LATE_CLOCKS_MS)),
    time(new Date(now.getTime() + VALID_MS)),
  );
  const content = sequence(
    tagged(0xa0, integer(Buffer.of(2))),
    integer(serial()),
    ECDSA_WITH_SHA256,
    ...[name, validity, name],
    publicKey,
    tagged(0xa3, sequence(extension(SUBJECT_ALT_NAME, sequence(...names.map(dnsName))))),
  );
  const signature = bits(sign('sha256', content, privateKey));
  const certificate = sequence(content, ECDSA_WITH_SHA256, signature);
  return { cert: pem(certificate), key: privateKey };
}

/** Positive number that no other certificate has. */
function serial(): Buffer {
  const number = randomBytes(16);
  // The first bit is the sign, and the second one keeps the number from having zeros in front.
  return number.fill((number.readUInt8(0) & 0x3f) | 0x40, 0, 1);
}

/** Value of DER with its tag and its length, of at most 65,535 bytes. */
function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, Math.floor(length / 256), length % 256];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}

const sequence = (...parts: readonly Buffer[]) => tagged(0x30, ...parts);
const set = (...parts: readonly Buffer[]) => tagged(0x31, ...parts);
const integer = (bytes: Buffer) => tagged(0x02, bytes);
const utf8 = (text: string) => tagged(0x0c, Buffer.from(text));
const octets = (content: Buffer) => tagged(0x04, content);
const bits = (content: Buffer) => tagged(0x03, Buffer.of(0), content);
const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'));
const dnsName = (name: string) => tagged(0x82, Buffer.from(name, 'ascii'));
const extension = (id: Buffer, content: Buffer) => sequence(id, octets(content));

/** Time in whole seconds: before 2050 with two digits of the year (UTCTime), then with four (GeneralizedTime). */
function time(date: Date): Buffer {
  const digits = date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '');
  return date.getUTCFullYear() < 2050
    ? tagged(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : tagged(0x18, Buffer.from(`${digits}Z`));
}

/** Object identifiers: 2.5.4.3, 2.5.29.17 and 1.2.840.10045.4.3.2. */
const COMMON_NAME = objectId('550403');
const SUBJECT_ALT_NAME = objectId('551d11');
const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
