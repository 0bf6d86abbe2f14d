import { withoutTrailing } from '../base/text.ts';
import { type Attribute, type CertificateForm, certificateForm } from './certificateform.ts';
import { DER, type DerValue, demand, unlessNotDer } from './der.ts';
import { EXTENSIONS, type Extension, GENERAL_NAME, generalNames } from './extensionform.ts';

/** Names of a certificate, as gateway engines read them. */
export interface CertificateNames {
  /** DNS names of its subject alternative name, in lower case. */
  readonly names: readonly string[];
  /**
   * Hosts that are no DNS names of it and for which engines that choose by name present it all the same, in lower case: its
   * common name and its IPv4 addresses.
   */
  readonly alsoFor: readonly string[];
}

/** Texts of a certificate that engines take for names, before anything is made of them. */
interface Subject {
  /** DNS names: bytes, of which each is one character. */
  readonly dns: readonly string[];
  readonly addresses: readonly string[];
  readonly commonName: string;
}

/** Object identifier of a common name, in DER without its tag. */
const COMMON_NAME = Buffer.from([0x55, 0x04, 0x03]);

/** Names of a certificate in DER, at most as many; or a predicate that says why engines may read others in it. Pure. */
export function certificateNames(certificate: Buffer, most: number): CertificateNames | string {
  const subject = unlessNotDer(() => subjectOf(certificate));
  if (subject === undefined) {
    return NOT_EXACT;
  }
  return typeof subject === 'string' ? subject : namesOf(subject, most);
}

const NOT_EXACT =
  'is not encoded exactly as RFC 5280 has it, so that gateways could read other names in it: have it issued again';

/** Sentence part on what to do about a name. */
const WAY_OUT = 'use a certificate for plain names such as shop.example.com or *.example.com';

function namesOf({ dns, addresses, commonName }: Subject, most: number): CertificateNames | string {
  const faulty = dns.find((name) => dnsFault(name) !== undefined);
  if (faulty !== undefined) {
    return `is for ${shown(faulty)}, which ${dnsFault(faulty)}, so that gateways could take it for another name: ${WAY_OUT}`;
  }
  const fault = commonNameFault(commonName);
  if (fault !== undefined) {
    return `has the common name ${shown(commonName)}, which ${fault}, so that gateways could take it for another name: use a certificate whose common name is one of its DNS names, or that has none`;
  }
  const names = dns.map((name) => name.toLowerCase());
  const twice = dns.find((name, index) => dns[names.indexOf(names[index] ?? '')] !== name);
  if (twice !== undefined) {
    return `is for ${twice} in two spellings, which gateways could take for two names: ${WAY_OUT}`;
  }
  const others = [...addresses, commonName].filter((each) => each !== '' && !dns.includes(each));
  const hosts = others.filter(isPlain).map((each) => each.toLowerCase());
  const alsoFor = hosts.filter((each) => !names.includes(each));
  return dns.length + others.length > most ? `is for more than ${most} names` : { names, alsoFor };
}

/** Most characters of a name: no host is longer. */
const MOST_CHARACTERS = 253;

const LABELS = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i;

/** Whether a text is a host that everybody reads the same, perhaps with `*` as its first label. */
function isPlain(name: string): boolean {
  return dnsFault(name) === undefined;
}

/** Predicate on a DNS name that is not one for every reader; undefined where it is. */
function dnsFault(name: string): string | undefined {
  const host = name.startsWith('*.') ? name.slice('*.'.length) : name;
  if (name.length > MOST_CHARACTERS) {
    return `has more than ${MOST_CHARACTERS} characters`;
  }
  if (LABELS.test(host)) {
    return undefined;
  }
  if (/[^a-z0-9_.*-]/i.test(name)) {
    return 'has a character that no host has';
  }
  if (name.endsWith('.')) {
    return 'ends with a dot';
  }
  return host.includes('*') ? 'has a * that is not its first label' : 'has an empty label';
}

/** Characters by which readers separate names, or which they leave out or do not show. */
const SEPARATING = /[\p{C}\p{Zl}\p{Zp},;"'`\\*=<>|]/u;

/** Beginning of a name, inside of a text: a dot between two characters that names have. */
const HOST_LIKE = /[\p{L}\p{N}_-][.\u3002][\p{L}\p{N}_-]/u;

/**
 * Predicate on a common name that a reader could take for a host which it is not; undefined where none does. Engines take
 * all of it for one name, so that a text such as `My internal CA` is the name of no host.
 */
function commonNameFault(name: string): string | undefined {
  if (name === '' || isPlain(name)) {
    return undefined;
  }
  if (name.length > MOST_CHARACTERS) {
    return `has more than ${MOST_CHARACTERS} characters`;
  }
  // Engines compare in lower case, in which letters beyond ASCII can be letters of it.
  const folded = name.normalize('NFKC').toLowerCase().replaceAll('\u0307', '');
  if (SEPARATING.test(name) || SEPARATING.test(folded)) {
    return 'has a comma, a quote or another character that no host has';
  }
  const bare = withoutTrailing(folded.replaceAll('\u3002', '.').trim(), '.');
  return isPlain(bare) || HOST_LIKE.test(folded) || !/^[\p{L}\p{N}]/u.test(folded)
    ? 'is no host, but reads like one'
    : undefined;
}

/** A text in a sentence: in quotes, with escapes for what is not printable ASCII, and not too long. */
function shown(text: string): string {
  const most = 100;
  const escaped = [...text.slice(0, most)].map((each) =>
    /[ -~]/.test(each) ? each : `\\u{${each.codePointAt(0)?.toString(16)}}`,
  );
  return `"${escaped.join('')}${text.length > most ? '…' : ''}"`;
}

/** The texts of a certificate that are names for engines, or why one of them is not to be read. Throws NotDer. */
function subjectOf(certificate: Buffer): Subject | string {
  const { subject, extensions } = certificateForm(certificate);
  const commonName = commonNameOf(subject);
  return typeof commonName === 'string' ? { ...alternativeNames(extensions), commonName } : commonName.why;
}

/** The common name among the attributes of a subject, empty where there is none; or why it is not to be read. */
function commonNameOf(groups: CertificateForm['subject']): string | { readonly why: string } {
  const [name, ...more] = groups.flat().filter(isCommonName);
  if (name === undefined) {
    return '';
  }
  if (more.length > 0) {
    return {
      why: 'has several common names, of which gateways take one or another: use a certificate with one at most',
    };
  }
  return groups.some((each) => each.length > 1 && each.includes(name))
    ? {
        why: 'has its common name in one part of its subject with another attribute, where not every reader sees it: use a certificate whose common name stands alone there, or that has none',
      }
    : textOf(name.value);
}

function isCommonName({ type }: Attribute): boolean {
  return type.equals(COMMON_NAME);
}

/** Kinds of text that all readers take for the same characters. */
const TEXTS: readonly number[] = [DER.utf8String, DER.printableString, DER.ia5String];

function textOf({ tag, content }: DerValue): string | { readonly why: string } {
  return TEXTS.includes(tag)
    ? content.toString()
    : {
        why: 'has its common name in an encoding that not every gateway reads the same: use a certificate that has it in UTF-8, or that has none',
      };
}

/** DNS names and addresses in the extensions of a certificate. Throws NotDer. */
function alternativeNames(extensions: readonly Extension[]): Pick<Subject, 'dns' | 'addresses'> {
  const found = extensions.find(({ type }) => type.equals(EXTENSIONS.alternativeName));
  const general = found === undefined ? [] : generalNames(found.content);
  const contents = (wanted: number) =>
    general.filter(({ tag }) => tag === wanted).map((each) => each.content);
  return {
    dns: contents(GENERAL_NAME.dns).map((each) => each.toString('latin1')),
    addresses: contents(GENERAL_NAME.address).map(addressText),
  };
}

/** Start of an IPv6 address that engines read as the IPv4 address in its last four bytes. */
const MAPPED = Buffer.from('00000000000000000000ffff', 'hex');

/** Text of an address: of an IPv4 address as a host has it, of others in hex, which no host has. Throws NotDer. */
function addressText(address: Buffer): string {
  demand(address.length === 4 || address.length === 16);
  const isMapped = address.length === 16 && address.subarray(0, MAPPED.length).equals(MAPPED);
  return address.length === 4 || isMapped
    ? [...address.subarray(-4)].join('.')
    : `[${address.toString('hex')}]`;
}
