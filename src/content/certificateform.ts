import {
  bitsOf,
  DER,
  type DerValue,
  demand,
  derContent,
  derElements,
  derValues,
  identifierOf,
  integerOf,
} from './der.ts';
import { demandExtension, type Extension } from './extensionform.ts';
import { demandPublicKey } from './keyform.ts';

/** Parts of a certificate in DER, of a form that each reader takes. */
export interface CertificateForm {
  /** Attributes of its subject, by the relative names that they stand in. */
  readonly subject: readonly (readonly Attribute[])[];
  readonly extensions: readonly Extension[];
}

/** Attribute of a name. */
export interface Attribute {
  readonly type: Buffer;
  readonly value: DerValue;
}

/** Tags of the fields of a certificate that need not be there. */
const FIELD = { version: 0xa0, issuerId: 0x81, subjectId: 0x82, extensions: 0xa3 };

/** The fields behind the key, in their order. */
const BEHIND_KEY: readonly number[] = [FIELD.issuerId, FIELD.subjectId, FIELD.extensions];

/** Versions 2 and 3, as their field has them; version 1 has none. */
const VERSION = { 2: 1n, 3: 2n };

/**
 * Parts of a certificate in DER. Throws NotDer unless the certificate is exactly as RFC 5280 has it, in all that one of the
 * libraries of the gateway engines (crypto/x509 of Go, BoringSSL, OpenSSL) checks: an engine that cannot load one
 * certificate may go without those of all others.
 */
export function certificateForm(certificate: Buffer): CertificateForm {
  const [fields, algorithm, signature, ...more] = derElements(derValues(certificate), DER.sequence);
  demand(more.length === 0);
  bitsOf(signature);
  const all = derValues(derContent(fields, DER.sequence));
  const version = all[0]?.tag === FIELD.version ? versionOf(all[0].content) : undefined;
  const [serial, inner, issuer, validity, subject, key, ...rest] = version === undefined ? all : all.slice(1);
  demand(integerOf(serial) >= 0n);
  demand(derContent(inner, DER.sequence).equals(derContent(algorithm, DER.sequence)));
  identifierOf(derValues(derContent(inner, DER.sequence))[0]);
  nameOf(issuer);
  demandValidity(validity);
  demandPublicKey(key);
  return { subject: nameOf(subject), extensions: extensionsOf(rest, version) };
}

function versionOf(content: Buffer): bigint {
  const [version, ...more] = derValues(content);
  const number = integerOf(version);
  demand(more.length === 0 && Object.values(VERSION).includes(number));
  return number;
}

/** Attributes of a name, each of which is a text that all readers know. Throws NotDer. */
function nameOf(name: DerValue | undefined): readonly (readonly Attribute[])[] {
  return derValues(derContent(name, DER.sequence)).map((relative) => {
    const attributes = derValues(derContent(relative, DER.set)).map(attributeOf);
    demand(attributes.length > 0);
    return attributes;
  });
}

function attributeOf(value: DerValue): Attribute {
  const [type, text, ...more] = derValues(derContent(value, DER.sequence));
  demand(text !== undefined && more.length === 0 && isText(text));
  return { type: identifierOf(type), value: text };
}

/** Whether a value is a text of a kind, and of its characters. */
function isText({ tag, content }: DerValue): boolean {
  const ascii = content.toString('latin1');
  switch (tag) {
    case DER.utf8String:
      return Buffer.from(content.toString()).equals(content);
    case DER.printableString:
      // Authorities write * and &, too, and readers take them.
      return /^[A-Za-z0-9 '()+,./:=?*&-]*$/.test(ascii);
    case DER.ia5String:
      return /^[\0-\x7f]*$/.test(ascii);
    case DER.numericString:
      return /^[0-9 ]*$/.test(ascii);
    case DER.teletexString:
      return true;
    case DER.bmpString:
      return content.length % 2 === 0;
    default:
      return false;
  }
}

/** Forms of the times in a certificate: in UTC, with seconds and nothing beyond them. */
const TIMES: Readonly<Record<number, RegExp>> = {
  [DER.utcTime]: /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/,
  [DER.generalizedTime]: /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/,
};

function demandValidity(validity: DerValue | undefined): void {
  const times = derValues(derContent(validity, DER.sequence));
  demand(times.length === 2 && times.every(isTime));
}

function isTime({ tag, content }: DerValue): boolean {
  const [text, year = '', month = '', ...rest] = TIMES[tag]?.exec(content.toString('latin1')) ?? [];
  if (text === undefined) {
    return false;
  }
  const [day = '', hour = '', minute = '', second = ''] = rest;
  // Days of February are those of a leap year where the century is left out.
  const days = new Date(
    Date.UTC(year.length === 2 ? 2000 + Number(year) : Number(year), Number(month), 0),
  ).getUTCDate();
  return (
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= days &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60
  );
}

/** Extensions in the fields behind the key of a certificate, each of them once. Throws NotDer. */
function extensionsOf(behindKey: readonly DerValue[], version: bigint | undefined): readonly Extension[] {
  const places = behindKey.map(({ tag }) => BEHIND_KEY.indexOf(tag));
  demand(places.every((place, index) => place > (places[index - 1] ?? -1)));
  const field = behindKey.find(({ tag }) => tag === FIELD.extensions);
  demand(version !== undefined || behindKey.length === 0);
  if (field === undefined) {
    return [];
  }
  demand(version === VERSION[3]);
  const extensions = derElements(derValues(field.content), DER.sequence).map(extensionOf);
  demand(new Set(extensions.map(({ type }) => type.toString('hex'))).size === extensions.length);
  extensions.forEach(demandExtension);
  return extensions;
}

const TRUE = Buffer.from([0xff]);
const FALSE = Buffer.from([0]);

function extensionOf(value: DerValue): Extension {
  const [type, ...rest] = derValues(derContent(value, DER.sequence));
  const [critical, content, ...more] = rest.length === 1 ? [undefined, ...rest] : rest;
  const word = critical === undefined ? FALSE : derContent(critical, DER.boolean);
  demand(more.length === 0 && (word.equals(TRUE) || word.equals(FALSE)));
  return {
    type: identifierOf(type),
    critical: word.equals(TRUE),
    content: derContent(content, DER.octetString),
  };
}
