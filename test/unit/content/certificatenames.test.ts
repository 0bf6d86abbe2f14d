import { describe, expect, it } from 'vitest';
import { readTls } from '../../../src/content/certificate.ts';
import { certificateNames } from '../../../src/content/certificatenames.ts';
import {
  ALTERNATIVE_NAME,
  attributeOf,
  type CertificateParts,
  certificateOfParts,
  commonName,
  dnsName,
  extensionOf,
  PARTS_KEY,
  pemOf,
} from '../../support/certificateparts.ts';
import { der, sequence } from '../../support/der.ts';

const OWN = 'own.example.org';

function read(parts: CertificateParts) {
  return certificateNames(certificateOfParts(parts), 250);
}

/** Texts of IPv4 and IPv6 addresses as general names. */
const address = (...bytes: readonly number[]) => der(0x87, Buffer.from(bytes));
const ORGANIZATION = '2.5.4.10';

describe('a certificate as it is issued', () => {
  it.each<[string, CertificateParts, readonly string[], readonly string[]]>([
    [
      'with a common name that is one of its names',
      { subject: [commonName(OWN)], names: [dnsName(OWN)] },
      [OWN],
      [],
    ],
    [
      'with this in another case',
      { subject: [commonName('Own.Example.org')], names: [dnsName(OWN)] },
      [OWN],
      [],
    ],
    [
      'without a common name',
      { names: [dnsName(OWN), dnsName('*.a.example.org')] },
      [OWN, '*.a.example.org'],
      [],
    ],
    ['with names in upper case', { names: [dnsName('OWN.example.org')] }, [OWN], []],
    ['with a name twice', { names: [dnsName(OWN), dnsName(OWN)] }, [OWN, OWN], []],
    ['without names', { subject: [commonName(OWN)] }, [], [OWN]],
    [
      'with an organization beside it',
      { subject: [[attributeOf(ORGANIZATION, 'A, B')], commonName(OWN)] },
      [],
      [OWN],
    ],
    [
      'with an internationalized name',
      { names: [dnsName('xn--bcher-kva.example')] },
      ['xn--bcher-kva.example'],
      [],
    ],
    ['with underscores', { names: [dnsName('_foo.example.com')] }, ['_foo.example.com'], []],
    ['with a host of one label', { names: [dnsName('localhost')] }, ['localhost'], []],
    [
      'with addresses',
      { names: [dnsName(OWN), address(10, 0, 0, 1), address(...Array(10).fill(0), 255, 255, 10, 0, 0, 2)] },
      [OWN],
      ['10.0.0.1', '10.0.0.2'],
    ],
    ['with an IPv6 address', { names: [dnsName(OWN), address(32, 1, ...Array(14).fill(7))] }, [OWN], []],
    [
      'with names of other kinds',
      {
        names: [
          dnsName(OWN),
          der(0x81, Buffer.from('a@b.example')),
          der(0x86, Buffer.from('spiffe://a.example/b')),
          der(0xa4, sequence()),
          der(0x88, Buffer.from([0x2a])),
        ],
      },
      [OWN],
      [],
    ],
    [
      'of an authority with a name in words',
      { subject: [commonName('My Internal CA (v1)')], names: [dnsName(OWN)] },
      [OWN],
      [],
    ],
    [
      'with a name of an organization',
      { subject: [commonName('Größe & Co. – Köln')], names: [dnsName(OWN)] },
      [OWN],
      [],
    ],
    ['with a common name in PrintableString', { subject: [commonName('own', 0x13)] }, [], ['own']],
    ['with a common name in IA5String', { subject: [commonName('*.own.org', 0x16)] }, [], ['*.own.org']],
    ['with an empty common name', { subject: [commonName('')], names: [dnsName(OWN)] }, [OWN], []],
    ['of version 1', { extensions: [] }, [], []],
  ])('%s has its names', (_, parts, names, alsoFor) => {
    expect(read(parts)).toEqual({ names, alsoFor });
  });

  it('is usable, and one with a name that is not plain is not', () => {
    const readOf = (name: string) =>
      readTls('kubernetes.io/tls', {
        'tls.crt': Buffer.from(pemOf(certificateOfParts({ names: [dnsName(name)] }))).toString('base64'),
        'tls.key': Buffer.from(PARTS_KEY).toString('base64'),
      });
    expect(readOf(OWN)).toMatchObject({ type: 'usable', names: [OWN] });
    expect(readOf(`${OWN}.`)).toEqual({
      type: 'unusable',
      part: 'tls.crt',
      why: 'the certificate in tls.crt is for "own.example.org.", which ends with a dot, so that gateways could take it for another name: use a certificate for plain names such as shop.example.com or *.example.com',
    });
  });
});

describe('a certificate for a name', () => {
  const long = `${'a'.repeat(60)}.`.repeat(4);
  it.each<[string, string, RegExp]>([
    ['with a dot at its end', '*.tdot.example.com.', /ends with a dot/],
    ['with two dots at its end', 'tdot.example.com..', /ends with a dot/],
    ['in upper case with a dot at its end', '*.TDOT.EXAMPLE.COM.', /ends with a dot/],
    ['with a comma', 'zzz,exact.example.com', /"zzz,exact\.example\.com", which has a character/],
    ['of too many characters', `${long}${long}a,exact.example.com`, /more than 253 characters/],
    ['with a blank before it', ' exact.example.com', /character that no host has/],
    ['with a quote', "'exact.example.com'", /character that no host has/],
    ['with a port', 'exact.example.com:443', /character that no host has/],
    ['with a NUL', 'exact.example.com\0.own.org', /\\u\{0\}/],
    ['with a byte beyond ASCII', 'ex\u00e4ct.example.com', /\\u\{e4\}/],
    ['with a line end', 'own.org\nexact.example.com', /character that no host has/],
    ['that is an IPv6 address', '::1', /character that no host has/],
    ['that is empty', '', /empty label/],
    ['with a dot before it', '.example.com', /empty label/],
    ['with an empty label', 'a..example.com', /empty label/],
    ['of a wildcard alone', '*', /not its first label/],
    ['with two wildcards', '*.*.example.com', /not its first label/],
    ['with a wildcard further down', 'a.*.example.com', /not its first label/],
    ['with a part of a label as wildcard', 'f*.example.com', /not its first label/],
    ['of a wildcard without a host', '*.', /empty label|ends with a dot/],
  ])('%s is refused', (_, name, why) => {
    expect(read({ names: [dnsName(OWN), dnsName(name)] })).toMatch(why);
    expect(read({ names: [dnsName(OWN), dnsName(name)] })).toMatch(/: use a certificate for plain names/);
  });

  it('in two spellings is refused', () => {
    expect(read({ names: [dnsName(OWN), dnsName('OWN.example.org')] })).toMatch(/in two spellings/);
  });

  it('is counted with addresses and common name', () => {
    const names = Array.from({ length: 248 }, (_, index) => dnsName(`n${index}.example.com`));
    const of = (subject: string) =>
      read({ subject: [commonName(subject)], names: [...names, address(10, 0, 0, 1)] });
    expect(of('n1.example.com')).toMatchObject({ alsoFor: ['10.0.0.1'] });
    expect(of('other')).toMatchObject({ alsoFor: ['10.0.0.1', 'other'] });
    const more = [...names, address(10, 0, 0, 1), address(...Array(16).fill(1))];
    expect(read({ subject: [commonName('some words')], names: more })).toBe('is for more than 250 names');
  });
});

describe('a certificate with a common name', () => {
  it.each<[string, string | Uint8Array, number, RegExp]>([
    ['with a comma', 'x,exact.example.com', 0x0c, /a comma/],
    ['with a dot at its end', '*.tdot.example.com.', 0x0c, /no host/],
    ['that is a host with a dot at its end', 'exact.example.com.', 0x0c, /reads like one/],
    ['that is a word with a dot at its end', 'exact.', 0x0c, /reads like one/],
    ['with a blank before a host', ' exact.example.com', 0x0c, /reads like one/],
    ['with a host between words', 'a gateway exact.example.com', 0x0c, /reads like one/],
    ['with the sign of Kelvin', 'to\u212aen.example.com', 0x0c, /reads like one/],
    ['with a dotted capital I', 'log\u0130n.example.com', 0x0c, /reads like one/],
    ['of one label with a dotted capital I', 'log\u0130n', 0x0c, /reads like one/],
    ['in full width', '\uff45\uff58.example.com', 0x0c, /reads like one/],
    ['with an ideographic full stop', 'a\u3002example', 0x0c, /reads like one/],
    ['with a quote', '"exact.example.com"', 0x0c, /a quote/],
    ['with a NUL', 'exact.example.com\0', 0x0c, /no host/],
    ['with a character that is not shown', 'exact\u200b.example.com', 0x0c, /no host/],
    ['of too many characters', 'a b'.repeat(100), 0x0c, /more than 253/],
    ['that begins with a sign', '(gateway)', 0x0c, /reads like one/],
    ['in T61String', 'exact.example.com', 0x14, /encoding|is not encoded exactly/],
    ['in BMPString', '\0e\0x', 0x1e, /encoding|is not encoded exactly/],
    ['in UniversalString', '\0\0\0e', 0x1c, /encoding|is not encoded exactly/],
    ['in another kind of text', 'exact', 0x1b, /encoding|is not encoded exactly/],
    ['as bytes', 'exact', 0x04, /encoding|is not encoded exactly/],
    ['that is no UTF-8', Buffer.from([0xff, 0x61]), 0x0c, /encoding|is not encoded exactly/],
    ['in IA5String beyond ASCII', 'gr\u00f6\u00dfe', 0x16, /encoding|is not encoded exactly/],
  ])('%s is refused', (_, text, tag, why) => {
    expect(read({ subject: [commonName(text, tag)], names: [dnsName(OWN)] })).toMatch(why);
  });

  it.each<[string, CertificateParts, RegExp]>([
    [
      'that is there twice',
      { subject: [commonName('own'), commonName('exact.example.com')] },
      /several common names/,
    ],
    [
      'that is there twice in one group',
      { subject: [[...commonName('own'), ...commonName('exact.example.com')]] },
      /several common names/,
    ],
    [
      'behind an attribute of its group',
      { subject: [[attributeOf(ORGANIZATION, 'x'), ...commonName('exact.example.com')]] },
      /another attribute/,
    ],
  ])('%s is refused', (_, parts, why) => {
    expect(read({ ...parts, names: [dnsName(OWN)] })).toMatch(why);
    expect(read({ ...parts, names: [dnsName(OWN)] })).toMatch(/use a certificate/);
  });
});

describe('a certificate that is not encoded exactly', () => {
  const names = sequence(dnsName(OWN));
  const whole = certificateOfParts({ names: [dnsName(OWN)] });
  const indefinite = Buffer.concat([Buffer.from([0x30, 0x80]), dnsName(OWN), Buffer.from([0, 0])]);
  const longer = Buffer.concat([Buffer.from([0x30, 0x81, names.length - 2]), names.subarray(2)]);
  const leadingZero = sequence(Buffer.from([0x06, 0x04, 0x55, 0x1d, 0x80, 0x11]), der(0x04, names));
  const of = (...extensions: readonly Buffer[]) => certificateOfParts({ extensions });
  it.each<[string, Buffer]>([
    [
      'with two extensions for names',
      of(extensionOf(ALTERNATIVE_NAME, names), extensionOf(ALTERNATIVE_NAME, names)),
    ],
    ['with a length that is indefinite', of(extensionOf(ALTERNATIVE_NAME, indefinite))],
    ['with a length in more bytes than it needs', of(extensionOf(ALTERNATIVE_NAME, longer))],
    ['with bytes behind its names', of(extensionOf(ALTERNATIVE_NAME, Buffer.concat([names, dnsName('a')])))],
    ['with names that are no sequence', of(extensionOf(ALTERNATIVE_NAME, der(0x31, dnsName(OWN))))],
    ['with names that are empty', of(extensionOf(ALTERNATIVE_NAME, Buffer.alloc(0)))],
    ['with a name in pieces', of(extensionOf(ALTERNATIVE_NAME, sequence(der(0xa2, dnsName(OWN)))))],
    [
      'with a name of an unknown kind',
      of(extensionOf(ALTERNATIVE_NAME, sequence(der(0x02, Buffer.from('a'))))),
    ],
    ['with an address of five bytes', of(extensionOf(ALTERNATIVE_NAME, sequence(address(1, 2, 3, 4, 5))))],
    ['with a number that has leading zeros', of(leadingZero)],
    ['with an extension of four parts', of(sequence(der(0x06, Buffer.from([0x2a])), names, names, names))],
    ['with an attribute of three parts', certificateOfParts({ subject: [[sequence(names, names, names)]] })],
    ['with bytes behind it', Buffer.concat([whole, Buffer.from([0])])],
    ['that is cut off', whole.subarray(0, -1)],
    ['that is empty', Buffer.alloc(0)],
  ])('%s is refused', (_, certificate) => {
    expect(certificateNames(certificate, 250)).toMatch(/is not encoded exactly/);
  });

  it('anywhere is refused or read without an exception', () => {
    for (let at = 0; at < whole.length; at += 1) {
      for (const bit of [0x01, 0x20, 0x80]) {
        const broken = Buffer.from(whole);
        broken[at] = (broken[at] ?? 0) ^ bit;
        expect(['string', 'object']).toContain(typeof certificateNames(broken, 250));
      }
    }
  });
});
