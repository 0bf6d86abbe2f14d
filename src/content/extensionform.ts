import {
  DER,
  type DerValue,
  demand,
  derContent,
  derElements,
  derValues,
  identifierOf,
  integerOf,
} from './der.ts';

/** Extension of a certificate: the content of its identifier, whether it is critical, and its value in DER. */
export interface Extension {
  readonly type: Buffer;
  readonly critical: boolean;
  readonly content: Buffer;
}

/** Object identifiers of extensions that are read elsewhere, too, in DER without their tags. */
export const EXTENSIONS = {
  keyUsage: Buffer.from('551d0f', 'hex'),
  alternativeName: Buffer.from('551d11', 'hex'),
  /** TLS feature, by which clients are told to want a stapled answer of OCSP (RFC 7633). */
  feature: Buffer.from('2b06010505070118', 'hex'),
};

/** Demands on the value of an extension, by the object identifier in hex. Other extensions are opaque to all readers. */
const FORMS: Readonly<Record<string, (extension: Extension) => void>> = {
  [EXTENSIONS.keyUsage.toString('hex')]: ({ content }) => keyUsageBits(content),
  [EXTENSIONS.alternativeName.toString('hex')]: ({ content }) => generalNames(content),
  [EXTENSIONS.feature.toString('hex')]: ({ content }) => {
    derElements(derValues(content), DER.sequence).forEach(integerOf);
  },
  // Subject key identifier
  '551d0e': ({ content, critical }) => {
    const [identifier, ...more] = derValues(content);
    derContent(identifier, DER.octetString);
    demand(more.length === 0 && !critical);
  },
  // Authority key identifier: an identifier, and an issuer with a serial number
  '551d23': ({ content, critical }) => {
    demand(
      !critical &&
        derElements(derValues(content), DER.sequence).every(({ tag }) => [0x80, 0xa1, 0x82].includes(tag)),
    );
  },
  // Basic constraints
  '551d13': ({ content }) => {
    const values = derElements(derValues(content), DER.sequence);
    const [first, ...rest] = values;
    const [length, ...more] = first?.tag === DER.boolean ? rest : values;
    demand(first?.tag !== DER.boolean || first.content.length === 1);
    demand(more.length === 0 && (length === undefined || integerOf(length) >= 0n));
  },
  // Extended key usage
  '551d25': ({ content }) => {
    derElements(derValues(content), DER.sequence).forEach(identifierOf);
  },
  // Certificate policies
  '551d20': ({ content }) => {
    for (const policy of derElements(derValues(content), DER.sequence)) {
      identifierOf(derValues(derContent(policy, DER.sequence))[0]);
    }
  },
  // Distribution points of revocation lists
  '551d1f': ({ content }) => {
    for (const point of derElements(derValues(content), DER.sequence)) {
      derValues(derContent(point, DER.sequence));
    }
  },
  // Access to information on the authority
  '2b06010505070101': ({ content }) => {
    for (const access of derElements(derValues(content), DER.sequence)) {
      const [method, location, ...more] = derValues(derContent(access, DER.sequence));
      identifierOf(method);
      demand(location !== undefined && GENERAL_NAMES.includes(location.tag) && more.length === 0);
    }
  },
  // Name constraints
  '551d1e': ({ content }) => {
    const trees = derElements(derValues(content), DER.sequence);
    demand(
      trees.length > 0 &&
        trees.every(({ tag, content: names }) => [0xa0, 0xa1].includes(tag) && names.length > 0),
    );
    for (const subtree of trees.flatMap(({ content: names }) => derValues(names))) {
      demand(derValues(derContent(subtree, DER.sequence)).length === 1);
    }
  },
};

/** Throws NotDer unless the value of an extension is one that each reader takes. */
export function demandExtension(extension: Extension): void {
  const type = extension.type.toString('hex');
  if (Object.hasOwn(FORMS, type)) {
    FORMS[type]?.(extension);
  }
}

/** First byte of the bits of a key usage, in DER. Throws NotDer. */
export function keyUsageBits(content: Buffer): number {
  const [bits, ...more] = derValues(content);
  const [unused = 8, first = 0, ...rest] = derContent(bits, DER.bitString);
  demand(more.length === 0 && unused < 8 && rest.length <= 1 && (unused === 0 || bits?.content.length !== 1));
  return first;
}

/** Tags of the kinds of general names that are read. */
export const GENERAL_NAME = { mail: 0x81, dns: 0x82, uri: 0x86, address: 0x87 };

/** Tags of all kinds of general names: other names, mail, DNS, X.400, directory, EDI, URI, address and registered names. */
const GENERAL_NAMES: readonly number[] = [0xa0, 0x81, 0x82, 0xa3, 0xa4, 0xa5, 0x86, 0x87, 0x88];

/** URI whose host, if it has one, has no empty label, without what readers take for different URIs. */
const PLAIN_URI =
  /^[A-Za-z][A-Za-z0-9+.-]*:(?:\/\/[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*(?::[0-9]{1,5})?(?:[/?#](?:[A-Za-z0-9._~:/?#@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)?|\/?[A-Za-z0-9._~:@!$&'()*+,;=-](?:[A-Za-z0-9._~:/?#@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)$/;

/** The general names of a subject alternative name in DER. Throws NotDer. */
export function generalNames(content: Buffer): readonly DerValue[] {
  const names = derElements(derValues(content), DER.sequence);
  demand(names.every(isGeneralName));
  return names;
}

function isGeneralName({ tag, content }: DerValue): boolean {
  switch (tag) {
    case GENERAL_NAME.uri:
      return PLAIN_URI.test(content.toString('latin1'));
    case GENERAL_NAME.mail:
      return /^[\0-\x7f]*$/.test(content.toString('latin1'));
    default:
      return GENERAL_NAMES.includes(tag);
  }
}
