/** One value in DER: its tag, and its content. */
export interface DerValue {
  readonly tag: number;
  readonly content: Buffer;
}

/** Tags of the values that certificates are made of. */
export const DER = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  numericString: 0x12,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Form of a tag that goes on in the next byte. No value of a certificate has one. */
const LONG_TAG = 0x1f;

/** Error of data that are not in DER as they should be. Nothing of the data is in it. */
class NotDer extends Error {}

/** Result of a reading of DER; undefined where the data are not exactly as it expects them. */
export function unlessNotDer<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotDer) {
      return undefined;
    }
    throw error;
  }
}

/**
 * The values that data consist of. Throws NotDer for all that is BER alone, which two readers can take for different
 * values: lengths that are indefinite or longer than they need to be, and bytes that belong to no value.
 */
export function derValues(data: Buffer): DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < data.length; ) {
    const tag = byteAt(data, at);
    demand((tag & LONG_TAG) !== LONG_TAG);
    const [length, start] = lengthAt(data, at + 1);
    demand(start + length <= data.length);
    values.push({ tag, content: data.subarray(start, start + length) });
    at = start + length;
  }
  return values;
}

/** The values in a value that must be alone and have a tag, such as the elements of a sequence. Throws NotDer. */
export function derElements(values: readonly DerValue[], tag: number): DerValue[] {
  demand(values.length === 1);
  return derValues(derContent(values[0], tag));
}

/** The content of a value that must be there and have a tag. Throws NotDer. */
export function derContent(value: DerValue | undefined, tag: number): Buffer {
  if (value?.tag !== tag) {
    throw new NotDer();
  }
  return value.content;
}

/** Content of an object identifier whose numbers have no leading zeros. Throws NotDer. */
export function identifierOf(value: DerValue | undefined): Buffer {
  const identifier = derContent(value, DER.objectIdentifier);
  const starts = identifier.filter((_, at) => at === 0 || (identifier[at - 1] ?? 0) < 0x80);
  demand(identifier.length > 0 && !starts.includes(0x80) && (identifier.at(-1) ?? 0) < 0x80);
  return identifier;
}

/** Number of an integer in as few bytes as it needs. Throws NotDer. */
export function integerOf(value: DerValue | undefined): bigint {
  const bytes = derContent(value, DER.integer);
  const [first, second = 0] = bytes;
  demand(first !== undefined);
  demand(bytes.length === 1 || (!(first === 0 && second < 0x80) && !(first === 0xff && second >= 0x80)));
  return BigInt.asIntN(8 * bytes.length, BigInt(`0x${bytes.toString('hex')}`));
}

/** Bytes of a string of bits, all of which are used. Throws NotDer. */
export function bitsOf(value: DerValue | undefined): Buffer {
  const content = derContent(value, DER.bitString);
  demand(content[0] === 0);
  return content.subarray(1);
}

/** Throws NotDer unless something holds. */
export function demand(holds: boolean): asserts holds {
  if (!holds) {
    throw new NotDer();
  }
}

/** A length, and the place behind it. */
function lengthAt(data: Buffer, at: number): [length: number, next: number] {
  const first = byteAt(data, at);
  if (first < 0x80) {
    return [first, at + 1];
  }
  const bytes = first & 0x7f;
  // Three bytes are more than any file that is read has.
  demand(bytes >= 1 && bytes <= 3 && at + bytes < data.length);
  const length = data.readUIntBE(at + 1, bytes);
  demand(length >= 0x80 && (bytes === 1 || length >= 2 ** (8 * (bytes - 1))));
  return [length, at + 1 + bytes];
}

function byteAt(data: Buffer, at: number): number {
  const byte = data[at];
  demand(byte !== undefined);
  return byte;
}
