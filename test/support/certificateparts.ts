import { generateKeyPairSync } from 'node:crypto';
import { der, oid, sequence, utcTime } from './der.ts';

/** Fields of a certificate that are there whatever its names are; `version` may be without any bytes. */
export interface CertificateFields {
  readonly version: Buffer;
  readonly serial: Buffer;
  /** Algorithm of the signature, within what is signed. */
  readonly algorithm: Buffer;
  readonly issuer: Buffer;
  readonly validity: Buffer;
  readonly key: Buffer;
}

/** Parts of a certificate, as they are encoded: nothing here makes sure that anybody can read them. */
export interface CertificateParts {
  /** Fields in place of usual ones. */
  readonly fields?: Partial<CertificateFields>;
  /** Groups of attributes of the subject. */
  readonly subject?: readonly (readonly Buffer[])[];
  /** General names of its subject alternative name. */
  readonly names?: readonly Buffer[];
  /** Extensions in place of that of these names. */
  readonly extensions?: readonly Buffer[];
}

const PAIR = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Private key of all these certificates, in PEM. */
export const PARTS_KEY = PAIR.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));

/** Object identifier of the subject alternative name. */
export const ALTERNATIVE_NAME = '2.5.29.17';

const DAY_MS = 86_400_000;

const USUAL: CertificateFields = {
  version: der(0xa0, der(0x02, Buffer.from([2]))),
  serial: der(0x02, Buffer.from([1])),
  algorithm: ECDSA_SHA256,
  issuer: sequence(der(0x31, attributeOf('2.5.4.3', 'Parts'))),
  validity: sequence(utcTime(new Date(Date.now() - DAY_MS)), utcTime(new Date(Date.now() + 365 * DAY_MS))),
  key: PAIR.publicKey.export({ type: 'spki', format: 'der' }),
};

/** Certificate in DER. Nobody has signed it: who presents a certificate does not verify it. */
export function certificateOfParts({ subject = [], names, extensions, fields }: CertificateParts): Buffer {
  const own = names === undefined ? [] : [extensionOf(ALTERNATIVE_NAME, sequence(...names))];
  const all = extensions ?? own;
  // Extensions are of version 3 alone.
  const version = all.length === 0 ? Buffer.alloc(0) : USUAL.version;
  const { key, ...before } = { ...USUAL, version, ...fields };
  const content = sequence(
    before.version,
    before.serial,
    before.algorithm,
    before.issuer,
    before.validity,
    sequence(...subject.map((group) => der(0x31, ...group))),
    key,
    ...(all.length === 0 ? [] : [der(0xa3, sequence(...all))]),
  );
  const number = der(0x02, Buffer.from([1]));
  return sequence(content, ECDSA_SHA256, der(0x03, Buffer.from([0]), sequence(number, number)));
}

/** Attribute of a subject, such as 2.5.4.3 (the common name), as UTF-8 or as another kind of text. */
export function attributeOf(type: string, text: string | Uint8Array, tag = 0x0c): Buffer {
  return sequence(oid(type), der(tag, Buffer.from(text)));
}

/** Group of a subject that is a common name. */
export function commonName(text: string | Uint8Array, tag = 0x0c): readonly Buffer[] {
  return [attributeOf('2.5.4.3', text, tag)];
}

/** DNS name among the names of a certificate, each character a byte. */
export function dnsName(name: string): Buffer {
  return der(0x82, Buffer.from(name, 'latin1'));
}

/** Extension of a certificate. */
export function extensionOf(type: string, content: Uint8Array, critical?: number): Buffer {
  const word = critical === undefined ? [] : [der(0x01, Buffer.from([critical]))];
  return sequence(oid(type), ...word, der(0x04, content));
}

/** Certificate in PEM. */
export function pemOf(certificate: Uint8Array): string {
  const lines =
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
