import { ALTERNATIVE_NAME, attributeOf, type CertificateFields, extensionOf } from './certificateparts.ts';
import { der, oid, sequence } from './der.ts';

const integer = (...bytes: readonly number[]) => der(0x02, Buffer.from(bytes));
const bits = (...bytes: readonly number[]) => der(0x03, Buffer.from(bytes));
const version = (number: number) => der(0xa0, integer(number));
const from = (tag: number, text: string) =>
  sequence(der(tag, Buffer.from(text)), der(0x17, Buffer.from('400101000000Z')));
const name = (value: Buffer) => sequence(der(0x31, value));

/** A point of P-256, in 33 bytes. */
const COMPRESSED = Buffer.from(`02${'11'.repeat(32)}`, 'hex');
const P256 = [oid('1.2.840.10045.2.1'), oid('1.2.840.10045.3.1.7')] as const;
const RSA = oid('1.2.840.113549.1.1.1');
const NULL = der(0x05);

/** Field of a certificate that one of the libraries of gateways does not take, or takes otherwise. */
export const ODD_FIELDS: Readonly<Record<string, Partial<CertificateFields>>> = {
  'no version, which stands for 1, with extensions': { version: Buffer.alloc(0) },
  'version 1 in a field': { version: version(0) },
  'version 2 with extensions': { version: version(1) },
  'version 4': { version: version(3) },
  'a negative serial number': { serial: integer(0xfb) },
  'a serial number with a byte too many': { serial: integer(0, 5) },
  'another algorithm within': { algorithm: sequence(oid('1.2.840.113549.1.1.11'), NULL) },
  'a time with an offset': { validity: from(0x17, '250101000000+0000') },
  'a time without seconds': { validity: from(0x17, '2501010000Z') },
  'a time with fractions': { validity: from(0x18, '20250101000000.5Z') },
  'a day that is none': { validity: from(0x17, '250230000000Z') },
  'a second that is none': { validity: from(0x17, '250101000060Z') },
  'an attribute that is a number': { issuer: name(sequence(oid('2.5.4.10'), integer(1))) },
  'an attribute of bits': { issuer: name(sequence(oid('2.5.4.10'), bits(0, 1))) },
  'a PrintableString that is not': { issuer: name(attributeOf('2.5.4.10', 'a@b', 0x13)) },
  'an IA5String beyond ASCII': { issuer: name(attributeOf('2.5.4.10', 'gr\u00f6\u00dfe', 0x16)) },
  'a NumericString with letters': { issuer: name(attributeOf('2.5.4.10', 'a', 0x12)) },
  'a relative name without attributes': { issuer: sequence(der(0x31)) },
  'a compressed point': { key: sequence(sequence(...P256), der(0x03, Buffer.from([0]), COMPRESSED)) },
  'a key for RSA without parameters': {
    key: sequence(sequence(RSA), der(0x03, Buffer.from([0]), sequence(integer(0x7f), integer(3)))),
  },
  'a key for RSA with a long exponent': {
    key: sequence(
      sequence(RSA, NULL),
      der(0x03, Buffer.from([0]), sequence(integer(0x7f), integer(1, 0, 0, 0, 0, 1))),
    ),
  },
};

/** Extensions that one of the libraries of gateways does not take. */
export const ODD_EXTENSIONS: Readonly<Record<string, readonly Buffer[]>> = {
  'an extension twice': [extensionOf('1.2.3.4', NULL), extensionOf('1.2.3.4', NULL)],
  'a word for critical that is neither': [extensionOf('1.2.3.4', NULL, 1)],
  'a URI with a blank': [extensionOf(ALTERNATIVE_NAME, sequence(der(0x86, Buffer.from('http://a b/%zz'))))],
  'a URI whose host has an empty label': [
    extensionOf(ALTERNATIVE_NAME, sequence(der(0x86, Buffer.from('http://a..b/')))),
  ],
  'an address of mail beyond ASCII': [
    extensionOf(ALTERNATIVE_NAME, sequence(der(0x81, Buffer.from([0xff, 0xfe, 0x40])))),
  ],
  'basic constraints that are no sequence': [extensionOf('2.5.29.19', der(0x04))],
  'a negative length of paths': [
    extensionOf('2.5.29.19', sequence(der(0x01, Buffer.from([0xff])), integer(0xff))),
  ],
  'a key usage that is no bits': [extensionOf('2.5.29.15', der(0x04, Buffer.from('x')))],
  'an extended key usage that is no sequence': [extensionOf('2.5.29.37', der(0x04))],
  'a subject key identifier that is none': [extensionOf('2.5.29.14', NULL)],
  'a subject key identifier that is critical': [extensionOf('2.5.29.14', der(0x04, Buffer.from('a')), 0xff)],
  'an authority key identifier that is none': [extensionOf('2.5.29.35', der(0x04))],
  'an authority key identifier that is critical': [
    extensionOf('2.5.29.35', sequence(der(0x80, Buffer.from('a'))), 0xff),
  ],
  'policies that are none': [extensionOf('2.5.29.32', der(0x04))],
  'distribution points that are none': [extensionOf('2.5.29.31', der(0x04))],
  'access to information that is none': [extensionOf('1.3.6.1.5.5.7.1.1', der(0x04))],
  'name constraints that are none': [extensionOf('2.5.29.30', der(0x04))],
  'name constraints without any': [extensionOf('2.5.29.30', sequence())],
};
