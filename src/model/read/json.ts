import type { Gradual } from '../../base/gradual.ts';

/** Refusal of a template that cannot be installed. */
export interface ModelRefusal {
  readonly type: 'refused';
  readonly reason: /** Larger than `MAX_TEMPLATE_BYTES`, or of more than `MAX_VALUES` values. */
    | 'too-large'
    /** Not JSON, or not text at all. */
    | 'malformed'
    | 'too-deep'
    | 'too-many-components'
    /** A value violates the format. */
    | 'invalid'
    /** The model has no components and no objects. */
    | 'empty'
    /** The model has components, but none that runs as a container here, and no objects. */
    | 'nothing-installable'
    /** A component is published as sources to build. */
    | 'source-built';
  /** Message for users: the part of the model, and what it must be. */
  readonly message: string;
}

/** Most bytes of a template. */
export const MAX_TEMPLATE_BYTES = 5 * 1024 * 1024;

/** Most levels of nested maps and lists, the outermost included. */
const MAX_DEPTH = 64;

/** Most values, which bound the time that a parser takes. */
const MAX_VALUES = 500_000;

/** Template as JSON. */
interface Template {
  readonly type: 'read';
  readonly value: Readonly<Record<string, unknown>>;
}

/** JSON of a template, within the limits of size and depth. */
export function* readTemplate(template: Uint8Array | string): Gradual<Template | ModelRefusal> {
  const bytes = typeof template === 'string' ? Buffer.byteLength(template) : template.byteLength;
  if (bytes > MAX_TEMPLATE_BYTES) {
    return refuse('too-large', `the template must have at most ${MAX_TEMPLATE_BYTES} bytes, not ${bytes}`);
  }
  const text = textOf(template);
  const { values, depth } = yield* extentOf(text ?? '');
  if (values > MAX_VALUES) {
    return refuse('too-large', `the template must have at most ${MAX_VALUES} values, not ${values}`);
  }
  if (depth > MAX_DEPTH) {
    return refuse('too-deep', `the template must nest at most ${MAX_DEPTH} levels deep`);
  }
  const value = text === undefined ? undefined : parseJson(text);
  return value === undefined || typeof value !== 'object' || value === null || Array.isArray(value)
    ? refuse('malformed', 'the template must be a JSON object; it is something else, or is cut off')
    : { type: 'read', value: value as Readonly<Record<string, unknown>> };
}

function refuse(reason: ModelRefusal['reason'], message: string): ModelRefusal {
  return { type: 'refused', reason, message };
}

/** Text of a template; undefined where it is none. */
function textOf(template: Uint8Array | string): string | undefined {
  try {
    const text =
      typeof template === 'string' ? template : new TextDecoder('utf-8', { fatal: true }).decode(template);
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  } catch {
    return undefined;
  }
}

/**
 * Value of a JSON text; undefined where it is malformed. Messages of the JSON parser quote the text, which may hold
 * credentials.
 */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Characters of a text that are looked at in one piece. */
const PIECE = 2 ** 19;

/** Extent of a JSON text: the number of its values, and the most levels of maps and lists. */
class Extent {
  values = 0;
  depth = 0;
  #level = 0;
  #isQuoted = false;
  #isEscaped = false;

  /** Reads the next characters of the text. */
  read(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at];
      if (this.#isQuoted) {
        this.#isQuoted = this.#isEscaped || character !== '"';
        this.#isEscaped = !this.#isEscaped && character === '\\';
      } else {
        this.#readOutside(character);
      }
    }
  }

  #readOutside(character: string | undefined): void {
    switch (character) {
      case '"':
        this.#isQuoted = true;
        return;
      case '[':
      case '{':
        this.values += 1;
        this.#level += 1;
        this.depth = Math.max(this.depth, this.#level);
        return;
      case ',':
        this.values += 1;
        return;
      case ']':
      case '}':
        this.#level -= 1;
    }
  }
}

function* extentOf(text: string): Gradual<Extent> {
  const extent = new Extent();
  for (let at = 0; at < text.length; at += PIECE) {
    extent.read(text.slice(at, at + PIECE));
    yield;
  }
  return extent;
}
