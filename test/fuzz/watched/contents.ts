import fc from 'fast-check';

/** Most bytes of a content: with the rest of an object, etcd takes no more. */
const MOST_BYTES = 1_400_000;

/** Names and texts that a reader could take for something else: as JSON, since some are no text of JavaScript's. */
const ODD = [
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'then', 'toJSON', 'null', ''].map(
    quoted,
  ),
  ...['a.b/c~1', '../..', '$ref', '{{ .Values }}', '(a+)+$', '\u202e\u200b\u001b[31m', '\u{1f600}'].map(
    quoted,
  ),
  ...['"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\ufffe"'],
];

/** Scalars at limits. */
const SCALARS = [
  '0',
  '-0',
  '1e308',
  '1e-400',
  '9007199254740993',
  '123456789012345678901234567890',
  'true',
  'null',
];

const odd = fc.constantFrom(...ODD);
const scalar = fc.oneof(fc.constantFrom(...SCALARS), odd);

/** Number with as many small as large ones, up to `most`. */
const upTo = (most: number) =>
  fc.double({ min: 0, max: Math.log(most), noNaN: true }).map((power) => Math.floor(Math.exp(power)));

const repeated = (most: number, of: (count: number) => string) =>
  upTo(most)
    .map(of)
    .filter((text) => text.length <= MOST_BYTES);

/**
 * Values of JSON at one of the limits of the API server: levels, bytes, members, items, characters. As JSON: they are deeper
 * than `JSON.stringify` goes.
 */
export const anyContent: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(odd, upTo(9_900)).map(([name, levels]) => nested(`{${name}:`, '}', levels)),
  upTo(9_900).map((levels) => nested('[', ']', levels)),
  fc.tuple(scalar, upTo(1_000_000)).map(([item, count]) => listOf(item, count)),
  repeated(400_000, (count) => listOf('{}', count)),
  repeated(200_000, (count) => listOf('{"a":1}', count)),
  repeated(25_000, (count) => listOf(nested('[', ']', 25), count)),
  repeated(150_000, (count) => mapOf(count, (at) => `"k${at.toString(36)}":${at % 9}`)),
  repeated(100_000, (count) => mapOf(count, (at) => `"${at}":{}`)),
  upTo(MOST_BYTES).map((length) => quoted('x'.repeat(length))),
  upTo(MOST_BYTES).map((length) => `{${quoted('k'.repeat(length))}:1}`),
  fc
    .array(fc.tuple(odd, scalar), { maxLength: 20 })
    .map((members) => `{${members.map((each) => each.join(':')).join()}}`),
  fc.json({ maxDepth: 8 }),
);

/** Text of JSON with a value inside of others. */
function nested(open: string, close: string, levels: number): string {
  return `${open.repeat(levels)}1${close.repeat(levels)}`;
}

function listOf(item: string, count: number): string {
  const most = Math.floor(MOST_BYTES / (item.length + 1));
  return `[${Array.from({ length: Math.min(count, most) }, () => item).join()}]`;
}

function mapOf(count: number, member: (at: number) => string): string {
  return `{${Array.from({ length: count }, (_, at) => member(at)).join()}}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Texts as annotations and data have them, of at most so many bytes in all. */
export function anyTexts(mostBytes: number): fc.Arbitrary<Readonly<Record<string, string>>> {
  const text = fc.oneof(
    upTo(mostBytes).map((length) => 'x'.repeat(length)),
    upTo(mostBytes / 2).map((levels) => '['.repeat(levels)),
    upTo(mostBytes / 8).map((levels) => nested('{"k":', '}', levels)),
    upTo(mostBytes / 2).map((lines) => 'a\n'.repeat(lines)),
    fc.constantFrom(...ODD, ',,,', '80,'.repeat(5_000), '{"port":{}}'),
  );
  const one = fc.dictionary(
    fc.constantFrom('values.yaml', 'tls.crt', 'a', '__proto__', 'constructor'),
    text,
    { maxKeys: 3 },
  );
  const many = upTo(mostBytes / 16).map((count) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, ''])),
  );
  return fc.oneof(one, many).filter((texts) => sizeOf(texts) < mostBytes);
}

function sizeOf(texts: Readonly<Record<string, string>>): number {
  return Object.entries(texts).reduce((sum, [name, text]) => sum + name.length + Buffer.byteLength(text), 0);
}
