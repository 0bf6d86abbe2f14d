import { isFields } from '../base/fields.ts';
import { Finder, type Span } from '../base/finder.ts';
import type { Secret } from './core.ts';

/** Replacement of the secret values in a text. */
export type Mask = (text: string) => string;

/** Text in place of a secret value. */
export const MASKED = '(secret)';

/** Fewest characters of a value that is masked inside of other text: `80` or `on` are in too many. */
const MIN_PART = 6;

/**
 * Mask of secret values: of longer ones wherever they occur, of shorter ones where they are the whole text. Where they are
 * too many to be looked for, every longer text is masked. Pure.
 */
export function maskOf(values: Iterable<string>): Mask {
  const whole = new Set([...values].flatMap(formsOf));
  let ofParts: Mask | undefined;
  return (text) => {
    if (whole.has(text)) {
      return MASKED;
    }
    if (whole.size === 0 || text.length < MIN_PART) {
      return text;
    }
    ofParts ??= maskOfParts([...whole].filter(({ length }) => length >= MIN_PART));
    return ofParts(text);
  };
}

/** Mask of values wherever they occur; of all texts where they are too many. */
function maskOfParts(values: readonly string[]): Mask {
  const finder = Finder.of(values);
  return finder === undefined ? () => MASKED : (text) => withoutSpans(text, finder.in(text));
}

/** Text with a mark in place of each span. */
function withoutSpans(text: string, spans: Iterable<Span>): string {
  let [made, done] = ['', 0];
  for (const { start, end } of spans) {
    made += text.slice(done, start) + MASKED;
    done = end;
  }
  return made + text.slice(done);
}

/** Forms in which a text may have a value: as it is, without blanks around it, in JSON, and in base64. */
function formsOf(value: string): readonly string[] {
  const plain = value.trim();
  const inJson = JSON.stringify(plain).slice(1, -1);
  const forms = [value, plain, inJson, asGoWrites(inJson), ...[value, plain].map(inBase64)];
  return forms.filter((form) => form !== '');
}

/** Text in JSON as Go writes it, and so do templates of charts: with some characters as numbers (encoding/json, HTMLEscape). */
function asGoWrites(json: string): string {
  return json.replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function inBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Confidential values of a Secret: those of its keys and, where one is JSON such as registry credentials, its texts. */
export function valuesOf(
  secret: Pick<Secret, 'data'> & { readonly stringData?: unknown },
): readonly string[] {
  const decoded = textsIn(secret.data).map((value) => Buffer.from(value, 'base64').toString());
  return [...decoded, ...textsIn(secret.stringData)].flatMap((value) => [value, ...textsIn(parsed(value))]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Depth of the texts of registry credentials in their JSON, and more. */
const MAX_DEPTH = 8;

/** Texts of a map or list, down to a depth. */
function textsIn(value: unknown, depth = MAX_DEPTH): readonly string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return depth > 0 && (Array.isArray(value) || isFields(value))
    ? Object.values(value).flatMap((each) => textsIn(each, depth - 1))
    : [];
}

/** Value with all of its texts and names masked; a number that is a secret becomes a text. Pure. */
export function maskedValue(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') {
    return mask(value);
  }
  if (typeof value === 'number') {
    const text = String(value);
    return mask(text) === text ? value : MASKED;
  }
  if (Array.isArray(value)) {
    return value.map((item) => maskedValue(item, mask));
  }
  return isFields(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, field]) => [maskedName(name, mask), maskedValue(field, mask)]),
      )
    : value;
}

/** Name of a field; a short one says nothing, and the names of Kubernetes are to be read. */
function maskedName(name: string, mask: Mask): string {
  return name.length < MIN_PART ? name : mask(name);
}
