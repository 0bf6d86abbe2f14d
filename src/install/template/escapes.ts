import type { Gradual } from '../../base/gradual.ts';

/** Escape in a text: the byte that it stands for, and its length. */
interface Escape {
  readonly byte: number;
  readonly length: number;
}

/** Kind of escapes: the byte that each begins with, and the one at a place in a text; undefined where there is none. */
interface Escaping {
  readonly mark: number;
  readonly at: (text: Buffer, place: number) => Escape | undefined;
}

/** Bytes of a text that are read without a pause. */
export const STRETCH = 16_384;

/** Text with its escapes decoded; what they encode beyond printable ASCII is a byte of its own. */
export function* decoded(text: Buffer, { mark, at }: Escaping): Gradual<Buffer> {
  if (!text.includes(mark)) {
    return text;
  }
  const made = Buffer.alloc(text.length);
  let length = 0;
  for (let from = 0; from < text.length; ) {
    const until = Math.min(from + STRETCH, text.length);
    while (from < until) {
      const byte = text.readUInt8(from);
      const read = byte === mark ? at(text, from) : undefined;
      length = made.writeUInt8(read?.byte ?? byte, length);
      from += read?.length ?? 1;
    }
    yield;
  }
  return made.subarray(0, length);
}

/** Byte in place of every character that is no printable ASCII. */
const OTHER = 0;

/** Number of hexadecimal digits in the escapes of JSON and YAML that begin with a backslash and this letter. */
const DIGITS = new Map([
  ['u', 4],
  ['x', 2],
  ['U', 8],
]);

/** Letters after a backslash that stand for no printable character, such as the n of a line break. */
const LETTER = /[\da-z]/i;

/** Escapes in quoted texts of JSON and YAML. */
export const BACKSLASHES: Escaping = {
  mark: '\\'.charCodeAt(0),
  at: (text, place) => {
    const escaped = text[place + 1] ?? OTHER;
    const letter = String.fromCharCode(escaped);
    const byte = LETTER.test(letter) ? OTHER : escaped;
    const digits = DIGITS.get(letter);
    const hex = digits === undefined ? undefined : hexAt(text, place, 2, digits);
    return hex ?? { byte, length: 2 };
  },
};

/** Escapes in URLs. */
export const PERCENTS: Escaping = {
  mark: '%'.charCodeAt(0),
  at: (text, place) => hexAt(text, place, 1, 2),
};

/** Values of hexadecimal digits, by their bytes. */
const HEX = new Map(
  [...'0123456789abcdefABCDEF'].map((digit) => [digit.charCodeAt(0), Number.parseInt(digit, 16)]),
);

/** Escape of a head and so many hexadecimal digits; undefined where others follow the head. */
function hexAt(text: Buffer, place: number, head: number, digits: number): Escape | undefined {
  const length = head + digits;
  let code = 0;
  for (let at = place + head; at < place + length; at += 1) {
    const digit = HEX.get(text[at] ?? OTHER);
    if (digit === undefined) {
      return undefined;
    }
    code = 16 * code + digit;
  }
  return { byte: code < 0x80 ? code : OTHER, length };
}
