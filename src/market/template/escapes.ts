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

/** Bytes of a text that are decoded without a pause. */
const STRETCH = 16_384;

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
const DIGITS: Readonly<Record<string, number>> = { u: 4, x: 2, U: 8 };

/** Letters after a backslash that stand for no printable character, such as the n of a line break. */
const LETTER = /[\da-z]/i;

/** Escapes in quoted texts of JSON and YAML. */
export const BACKSLASHES: Escaping = {
  mark: '\\'.charCodeAt(0),
  at: (text, place) => {
    const letter = text.toString('latin1', place + 1, place + 2);
    const byte = LETTER.test(letter) ? OTHER : (text[place + 1] ?? OTHER);
    return hexAt(text, place, 2, DIGITS[letter] ?? 0) ?? { byte, length: 2 };
  },
};

/** Escapes in URLs. */
export const PERCENTS: Escaping = {
  mark: '%'.charCodeAt(0),
  at: (text, place) => hexAt(text, place, 1, 2),
};

/** Escape of a head and so many hexadecimal digits; undefined where others follow the head. */
function hexAt(text: Buffer, place: number, head: number, digits: number): Escape | undefined {
  const length = head + digits;
  const hex = text.toString('latin1', place + head, place + length);
  if (hex.length !== digits || !/^[\da-f]+$/i.test(hex)) {
    return undefined;
  }
  const code = Number.parseInt(hex, 16);
  return { byte: code < 0x80 ? code : OTHER, length };
}
