import { describe, expect, it } from 'vitest';
import { readAuthorities } from '../../../src/content/authorities.ts';
import { readTls } from '../../../src/content/certificate.ts';
import {
  ALTERNATIVE_NAME,
  type CertificateParts,
  certificateOfParts,
  dnsName,
  extensionOf,
  PARTS_KEY,
  pemOf,
} from '../../support/certificateparts.ts';
import { der, sequence } from '../../support/der.ts';
import { ODD_EXTENSIONS, ODD_FIELDS } from '../../support/oddcertificates.ts';

const NAMES = extensionOf(ALTERNATIVE_NAME, sequence(dnsName('own.example.org')));
const encoded = (text: string) => Buffer.from(text).toString('base64');

function readChain(...chain: readonly CertificateParts[]) {
  const text = chain.map((each) => pemOf(certificateOfParts(each))).join('');
  return readTls('kubernetes.io/tls', { 'tls.crt': encoded(text), 'tls.key': encoded(PARTS_KEY) });
}

/** A certificate for own.example.org with odd extensions, in place of its names where these are names themselves. */
function withExtensions(odd: readonly Buffer[]): CertificateParts {
  const hasNames = odd.some((each) => each.includes(Buffer.from('551d11', 'hex')));
  return { extensions: hasNames ? odd : [NAMES, ...odd] };
}

const ODD: readonly (readonly [string, CertificateParts])[] = [
  ...Object.entries(ODD_FIELDS).map(([what, fields]) => [what, { fields, extensions: [NAMES] }] as const),
  ...Object.entries(ODD_EXTENSIONS).map(([what, odd]) => [what, withExtensions(odd)] as const),
];

describe('a certificate that one of the gateways cannot load', () => {
  it.each(ODD)('with %s is not presented', (_, parts) => {
    expect(readChain(parts)).toMatchObject({ type: 'unusable', part: 'tls.crt' });
  });

  it.each(ODD)('with %s makes a chain, and a file of authorities, unusable', (what, parts) => {
    const good = { extensions: [NAMES] };
    expect(readChain(good)).toMatchObject({ type: 'usable' });
    expect(readChain(good, parts)).toMatchObject({ type: 'unusable', part: 'tls.crt' });
    const authorities = readAuthorities({ 'ca.crt': pemOf(certificateOfParts(parts)) });
    expect([what, authorities.type]).toEqual([what, 'unusable']);
  });
});

describe('a certificate as authorities issue it', () => {
  const extension = (type: string, content: Buffer, critical?: number) => [
    extensionOf(type, content, critical),
  ];
  it.each<[string, readonly Buffer[]]>([
    ['of an unknown kind that is critical', extension('1.2.3.4', der(0x05), 0xff)],
    ['that is said not to be critical', extension('1.2.3.4', der(0x05), 0)],
    [
      'with constraints of an authority',
      extension('2.5.29.19', sequence(der(0x01, Buffer.from([0xff])), der(0x02, Buffer.from([0]))), 0xff),
    ],
    ['with empty constraints', extension('2.5.29.19', sequence(), 0xff)],
    ['with a usage for signatures', extension('2.5.29.15', der(0x03, Buffer.from([7, 0x80])), 0xff)],
    [
      'with an extended usage',
      extension('2.5.29.37', sequence(der(0x06, Buffer.from('2b06010505070301', 'hex')))),
    ],
    [
      'with names of workloads',
      extension(
        ALTERNATIVE_NAME,
        sequence(
          dnsName('own.example.org'),
          ...[
            'spiffe://cluster.local/ns/a/sa/b',
            'urn:uuid:f81d4fae-7dec-11d0',
            'https://a.example:8443/x?y=%20#z',
          ].map((each) => der(0x86, Buffer.from(each))),
        ),
      ),
    ],
  ])('%s is presented', (_, extensions) => {
    expect(readChain(withExtensions(extensions))).toMatchObject({
      type: 'usable',
      names: ['own.example.org'],
    });
  });

  it('with a key on a curve is not presented if its usage permits no signatures', () => {
    for (const usage of [[0], [2, 0x04], [5, 0x20]]) {
      const extensions = [NAMES, extensionOf('2.5.29.15', der(0x03, Buffer.from(usage)), 0xff)];
      expect(readChain({ extensions })).toMatchObject({
        type: 'unusable',
        why: expect.stringContaining('does not permit digital signatures'),
      });
    }
  });

  it('that wants a stapled answer says so', () => {
    const feature = extensionOf('1.3.6.1.5.5.7.1.24', sequence(der(0x02, Buffer.from([5]))));
    expect(readChain({ extensions: [NAMES, feature] })).toMatchObject({ type: 'usable', wantsStaple: true });
    expect(readChain({ extensions: [NAMES] })).toMatchObject({ wantsStaple: false });
  });
});
