import type { Gradual } from '../../base/gradual.ts';

/** Fewest characters of an access key that is looked for: a shorter one cannot be told from ordinary text. */
const MIN_KEY = 8;

/** Characters at the end of a key that are looked for: a search for any number of them can take minutes. */
const MAX_KEY = 128;

/** Readings of a template: as it is, the texts in its JSON, and those in JSON or YAML in these texts. */
const LEVELS = 3;

/**
 * Whether a template has the access key that was sent to its store: in any reading, as it is, percent-encoded, or in
 * the base64 of a text. Pure.
 */
export function* echoesKey(template: string, accessKey: string): Gradual<boolean> {
  const forms = secretsOf(accessKey).flatMap((secret) => [Buffer.from(secret), ...base64Of(secret)]);
  let text: Buffer = Buffer.from(template);
  for (let level = 1; level <= LEVELS && forms.length > 0; level += 1) {
    text = level === 1 ? text : yield* decoded(text, BACKSLASHES);
    if ((yield* hasOne(text, forms)) || (yield* hasOne(yield* decoded(text, PERCENTS), forms))) {
      return true;
    }
  }
  return false;
}

/** Secrets of an Authorization header: its whole value, and the credentials after a scheme such as `Bearer`. */
function secretsOf(authorization: string): readonly string[] {
  const whole = authorization.trim();
  const [, credentials = whole, ...others] = whole.split(/ +/);
  const secrets = others.length === 0 ? [whole, credentials] : [whole];
  return [...new Set(secrets)]
    .filter(({ length }) => length >= MIN_KEY)
    .map((secret) => secret.slice(-MAX_KEY));
}

/** Bits of a byte, and of a digit of base64. */
const [BYTE, DIGIT] = [8, 6];

/** Digits that the base64 of any text with a secret has, in both alphabets, for each place in the text. */
function base64Of(secret: string): readonly Buffer[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    // The digits at both ends depend on the text around the secret, too.
    const from = Math.ceil((BYTE * before) / DIGIT);
    const to = Math.floor((BYTE * bytes.length) / DIGIT);
    return (['base64', 'base64url'] as const).map((alphabet) =>
      Buffer.from(bytes.toString(alphabet).slice(from, to)),
    );
  });
}

/** Whether a text has one of several forms; each piece of it is read with the longest form that may begin there. */
function* hasOne(text: Buffer, forms: readonly Buffer[]): Gradual<boolean> {
  const longest = Math.max(...forms.map(({ length }) => length));
  for (let from = 0; from < text.length; from += STRETCH) {
    const piece = text.subarray(from, from + STRETCH + longest);
    if (forms.some((form) => piece.includes(form))) {
      return true;
    }
    yield;
  }
  return false;
}

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
const STRETCH = 16_384;

/** Text with its escapes decoded; what they encode beyond printable ASCII is a byte of its own. */
function* decoded(text: Buffer, { mark, at }: Escaping): Gradual<Buffer> {
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
const BACKSLASHES: Escaping = {
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
const PERCENTS: Escaping = {
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
