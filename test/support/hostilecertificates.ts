import fc from 'fast-check';
import {
  ALTERNATIVE_NAME,
  attributeOf,
  certificateOfParts,
  dnsName,
  extensionOf,
} from './certificateparts.ts';
import { der, sequence } from './der.ts';
import { ODD_EXTENSIONS, ODD_FIELDS } from './oddcertificates.ts';

/** Hosts and wildcards of a victim, which hostile certificates want to be presented for. */
export const VICTIMS = [
  'login.shop.example',
  'www.tea.example.com',
  'k8s',
  'kiosk.example',
  '10.1.2.3',
] as const;

const victim = fc.constantFrom(...VICTIMS, '*.shop.example', '*.tea.example.com', '*.example');
const harmless = fc.constantFrom(
  'own.example.org',
  '*.own.example.org',
  'my service',
  'x',
  '',
  'A. Team, Inc.',
);
const separator = fc.constantFrom(',', ', ', ' ', ';', '\n', '\0', '\\', '"', '/', '=', '+', '.', '..', '|');
const long = fc.constantFrom('a'.repeat(64), `${'b'.repeat(60)}.`.repeat(5), 'c'.repeat(300));

/** Characters that some readers take for ASCII. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  k: '\u212a',
  i: '\u0130',
  s: '\u017f',
  o: '\uff4f',
  '.': '\u3002',
};

/** A change to a name after which one reader, but not another, could see the name. */
const change: fc.Arbitrary<(name: string) => string> = fc.oneof(
  fc.constant((name: string) => name),
  fc.constant((name: string) => name.toUpperCase()),
  fc.constant((name: string) => name.replace(/^(.)/, (first) => first.toUpperCase())),
  fc
    .constantFrom('k', 'i', 's', 'o', '.')
    .map((of) => (name: string) => name.replace(of, LOOKALIKES[of] ?? '')),
  separator.map((end) => (name: string) => `${name}${end}`),
  separator.map((start) => (name: string) => `${start}${name}`),
  fc.tuple(fc.oneof(harmless, long), separator).map(
    ([before, by]) =>
      (name: string) =>
        `${before}${by}${name}`,
  ),
  fc.tuple(fc.oneof(harmless, long), separator).map(
    ([behind, by]) =>
      (name: string) =>
        `${name}${by}${behind}`,
  ),
  fc
    .constantFrom('*.*.', 'a.*.', '*', '.', 'DNS:', 'CN=', 'xn--', '*.')
    .map((start) => (name: string) => `${start}${name}`),
  fc
    .constantFrom(':443', '.', ':', '\u200b', '\u00e9', '\u007f')
    .map((end) => (name: string) => `${name}${end}`),
);

const text: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(change, victim).map(([changed, name]) => changed(name)),
  fc.tuple(change, change, victim).map(([one, other, name]) => one(other(name))),
  harmless,
  long,
);

/** Kinds of text: UTF8String, PrintableString, IA5String, T61String, BMPString, UniversalString and NumericString. */
const attribute = fc
  .tuple(
    fc.constantFrom('2.5.4.3', '2.5.4.3', '2.5.4.3', '2.5.4.10', '2.5.4.11'),
    text,
    fc.constantFrom(...Array<number>(12).fill(0x0c), 0x13, 0x13, 0x16, 0x14, 0x1e, 0x1c, 0x12),
  )
  .map(([type, content, tag]) => attributeOf(type, encoded(content, tag), tag));

function encoded(content: string, tag: number): Buffer {
  switch (tag) {
    case 0x1e:
      return Buffer.from(content, 'utf16le').swap16();
    case 0x1c:
      return Buffer.concat([...content].map((each) => Buffer.from([0, 0, 0, each.charCodeAt(0) & 0xff])));
    case 0x14:
      return Buffer.from(content, 'latin1');
    default:
      return Buffer.from(content);
  }
}

const generalName = fc.oneof(
  { weight: 6, arbitrary: text.map(dnsName) },
  fc
    .constantFrom(
      [10, 1, 2, 3],
      [...Array<number>(10).fill(0), 255, 255, 10, 1, 2, 3],
      Array<number>(16).fill(1),
    )
    .map((bytes) => der(0x87, Buffer.from(bytes))),
  fc
    .tuple(fc.constantFrom(0x81, 0x86, 0x88, 0xa0, 0xa2, 0xa4, 0x02, 0x80), text)
    .map(([tag, name]) => der(tag, Buffer.from(name))),
);

const alternatives = fc
  .array(generalName, { maxLength: 4 })
  .map((names) => extensionOf(ALTERNATIVE_NAME, sequence(...names)));
/** Another extension with names: no reader is to take these for names of the certificate. */
const issuers = fc
  .array(generalName, { maxLength: 2 })
  .map((names) => extensionOf('2.5.29.18', sequence(...names)));

/** Certificates of somebody who wants gateways to read other names in them than Stoa, in DER. */
export const hostileCertificate: fc.Arbitrary<Buffer> = fc
  .record({
    subject: fc.oneof(
      { weight: 3, arbitrary: attribute.map((each) => [[each]]) },
      fc.array(fc.array(attribute, { minLength: 1, maxLength: 2 }), { maxLength: 2 }),
    ),
    extensions: fc.oneof(
      { weight: 5, arbitrary: alternatives.map((each) => [each]) },
      fc.tuple(issuers, alternatives),
      fc.tuple(alternatives, alternatives),
      fc.tuple(alternatives, fc.constantFrom(...Object.values(ODD_EXTENSIONS).flat())),
      fc.constant([]),
    ),
    fields: fc.oneof(
      { weight: 20, arbitrary: fc.constant({}) },
      fc.constantFrom(...Object.values(ODD_FIELDS)),
    ),
  })
  .map(certificateOfParts);

const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,10}[a-z0-9])?$/);
const domain = fc
  .tuple(label, label, fc.constantFrom('com', 'example', 'co.uk', 'xn--p1ai'))
  .map((labels) => labels.join('.'));
const publicNames = fc
  .tuple(
    domain,
    fc.uniqueArray(fc.constantFrom('www.', '*.', 'mail.', 'xn--bcher-kva.', '_dmarc.'), { maxLength: 4 }),
  )
  .map(([host, prefixes]) => [host, ...prefixes.map((prefix) => `${prefix}${host}`)]);

/** Certificates as public authorities issue them, and those of companies for names of their own, in DER. */
export const ordinaryCertificate: fc.Arbitrary<Buffer> = fc
  .record({
    hosts: publicNames,
    organization: fc.constantFrom(undefined, 'Example, Inc.', 'Größe & Söhne GmbH', '"A" Ltd.', '株式会社'),
    name: fc.constantFrom('first', 'first', 'upper', 'none', 'words'),
    more: fc.constantFrom(
      [],
      [der(0x87, Buffer.from([192, 0, 2, 1]))],
      [der(0x81, Buffer.from('ops@example.com')), der(0x86, Buffer.from('https://example.com/a,b'))],
    ),
  })
  .map(({ hosts, organization, name, more }) => {
    const [first = ''] = hosts;
    const texts = { first, upper: first.toUpperCase(), none: undefined, words: 'Example Internal Service 1' };
    const group = (type: string, content: string | undefined) =>
      content === undefined ? [] : [[attributeOf(type, content)]];
    return certificateOfParts({
      subject: [...group('2.5.4.10', organization), ...group('2.5.4.3', texts[name])],
      names: [...hosts.map(dnsName), ...more],
    });
  });
