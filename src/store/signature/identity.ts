/** Extension of a certificate: its identifier, such as `[2, 5, 29, 17]`, and its value in DER. */
export interface CertificateExtension {
  readonly id: readonly number[];
  readonly value: Buffer;
}

/** Identity that a certificate has. */
interface CertifiedIdentity {
  readonly issuer: string;
  readonly subject: string;
}

const ALTERNATIVE_NAME = '2.5.29.17';
const ISSUER = '1.3.6.1.4.1.57264.1.8';
const OLDER_ISSUER = '1.3.6.1.4.1.57264.1.1';

const SEQUENCE = 0x30;
const UTF8_STRING = 0x0c;
/** A mail address and a URI, as alternative names. */
const NAMES = [0x81, 0x86];

/**
 * Identity in the extensions of a certificate; undefined where they do not have exactly one name, and an issuer. Pure.
 */
export function certifiedIdentity(
  extensions: readonly CertificateExtension[],
): CertifiedIdentity | undefined {
  const only = (id: string) => {
    const [one, ...others] = extensions.filter((each) => each.id.join('.') === id);
    return others.length === 0 ? one?.value : undefined;
  };
  const names = onlyIn(only(ALTERNATIVE_NAME), [SEQUENCE]);
  const subject = asciiOf(onlyIn(names, NAMES));
  const newer = only(ISSUER);
  const issuer = asciiOf(newer === undefined ? only(OLDER_ISSUER) : onlyIn(newer, [UTF8_STRING]));
  return subject === undefined || issuer === undefined ? undefined : { issuer, subject };
}

/** Content of the only value in DER, which has one of the tags; undefined where there is more, or another one. */
function onlyIn(der: Buffer | undefined, tags: readonly number[]): Buffer | undefined {
  const [tag = 0, first = 0, second = 0, third = 0] = der ?? [];
  const [start, length] = lengthOf(first, second, third);
  return der !== undefined && tags.includes(tag) && start + length === der.length
    ? der.subarray(start)
    : undefined;
}

/** Offset of the content, and its length: up to 65,535 bytes. */
function lengthOf(first: number, second: number, third: number): readonly [start: number, length: number] {
  switch (first) {
    case 0x81:
      return [3, second];
    case 0x82:
      return [4, 256 * second + third];
    default:
      return [2, first < 0x80 ? first : Number.NaN];
  }
}

/** Text of characters that URIs and mail addresses have; a byte beyond ASCII could look like another character. */
function asciiOf(bytes: Buffer | undefined): string | undefined {
  const text = bytes?.toString('latin1');
  return text !== undefined && /^[!#-;=?-~]{1,2048}$/.test(text) ? text : undefined;
}
