/** Value of a scalar, or the reason why it has none. */
export type ScalarValue = { readonly value: string | number | boolean | null } | { readonly why: string };

type Type = 'bool' | 'int' | 'float' | 'null' | 'str';

interface Typed {
  readonly type: Type;
  readonly value: string | number | boolean | null;
}

const WORDS: ReadonlyMap<string, Typed> = new Map<string, Typed>([
  ...words('y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON', { type: 'bool', value: true }),
  ...words('n|N|no|No|NO|false|False|FALSE|off|Off|OFF', { type: 'bool', value: false }),
  ...words('|~|null|Null|NULL', { type: 'null', value: null }),
  ...words('.nan|.NaN|.NAN', { type: 'float', value: Number.NaN }),
  ...words('.inf|.Inf|.INF|+.inf|+.Inf|+.INF', { type: 'float', value: Number.POSITIVE_INFINITY }),
  ...words('-.inf|-.Inf|-.INF', { type: 'float', value: Number.NEGATIVE_INFINITY }),
]);

function words(texts: string, typed: Typed): readonly (readonly [string, Typed])[] {
  return texts.split('|').map((text) => [text, typed] as const);
}

const TAGS = 'tag:yaml.org,2002:';

/**
 * Value of a scalar as the YAML library of Kubernetes reads it. A plain one has no tag and is what it looks like; with
 * the tag `!`, as all in quotes have it, or with an unknown tag, it is a text.
 */
export function scalarValue(text: string, tag: string | undefined): ScalarValue {
  const wanted = tag?.startsWith(TAGS) ? tag.slice(TAGS.length) : tag;
  if (wanted === 'binary') {
    return { value: Buffer.from(text, 'base64').toString() };
  }
  const isTyped = wanted === undefined || ['bool', 'int', 'float', 'null'].includes(wanted);
  const { type, value } = isTyped ? typedValue(text) : ({ type: 'str', value: text } as const);
  if (isTyped && wanted !== undefined && wanted !== type && !(wanted === 'float' && type === 'int')) {
    return { why: `${JSON.stringify(text.slice(0, 63))} is no ${wanted}` };
  }
  return typeof value === 'number' && !Number.isFinite(value)
    ? { why: `${text} is no number that an object can have` }
    : { value };
}

/** Type and value that a plain scalar looks like. Times of day and dates are texts. */
function typedValue(text: string): Typed {
  const word = WORDS.get(text);
  if (word !== undefined) {
    return word;
  }
  const digits = /^[-+0-9]/.test(text) ? text.replaceAll('_', '') : text;
  return integer(digits) ?? float(digits) ?? { type: 'str', value: text };
}

/** Integer of at most 64 bits: decimal, binary, hexadecimal, or octal with a leading 0 as of file modes. */
function integer(digits: string): Typed | undefined {
  const [, sign, octal, other] =
    /^([-+]?)(?:0o?([0-7]+)|(0b[01]+|0x[0-9a-f]+|[1-9][0-9]*|0))$/i.exec(digits) ?? [];
  const text = octal === undefined ? other : `0o${octal}`;
  if (text === undefined) {
    return;
  }
  const amount = BigInt(text.toLowerCase());
  const most = sign === '' ? 2n ** 64n - 1n : sign === '-' ? 2n ** 63n : 2n ** 63n - 1n;
  return amount > most ? undefined : { type: 'int', value: Number(sign === '-' ? -amount : amount) };
}

function float(digits: string): Typed | undefined {
  const value = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)(e[-+]?[0-9]+)?$/i.test(digits)
    ? Number(digits)
    : Number.NaN;
  return Number.isFinite(value) ? { type: 'float', value } : undefined;
}
