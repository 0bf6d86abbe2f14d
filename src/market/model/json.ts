/** Why a template cannot be installed. */
export interface ModelRefusal {
  readonly type: 'refused';
  readonly reason: /** More bytes than a template may have. */
    | 'too-large'
    /** No JSON, or no text at all. */
    | 'malformed'
    | 'too-deep'
    | 'too-many-components'
    /** Something of it is not as the format has it. */
    | 'invalid'
    /** There is nothing in it. */
    | 'empty'
    /** A component is published as sources that are to be built. */
    | 'source-built';
  /** Names the part of the model and says what it must be. */
  readonly message: string;
}

/** Most bytes of a template. */
export const MAX_TEMPLATE_BYTES = 5 * 1024 * 1024;

/** Maps and lists inside each other, the outermost included. */
export const MAX_DEPTH = 64;

/** A template as JSON. */
interface Template {
  readonly type: 'read';
  readonly value: Readonly<Record<string, unknown>>;
}

/** Reads the JSON of a template within bounds. */
export function readTemplate(template: Uint8Array | string): Template | ModelRefusal {
  const bytes = typeof template === 'string' ? Buffer.byteLength(template) : template.byteLength;
  if (bytes > MAX_TEMPLATE_BYTES) {
    return refuse('too-large', `the template must have at most ${MAX_TEMPLATE_BYTES} bytes, not ${bytes}`);
  }
  const value = parseJson(template);
  if (value === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('malformed', 'the template must be a JSON object; it is something else, or is cut off');
  }
  if (isDeeper(value, MAX_DEPTH)) {
    return refuse('too-deep', `the template must nest at most ${MAX_DEPTH} levels deep`);
  }
  return { type: 'read', value: value as Readonly<Record<string, unknown>> };
}

function refuse(reason: ModelRefusal['reason'], message: string): ModelRefusal {
  return { type: 'refused', reason, message };
}

/** The value, or undefined where it is no JSON: the parser's own message would tell what stands in it. */
function parseJson(template: Uint8Array | string): unknown {
  try {
    const text =
      typeof template === 'string' ? template : new TextDecoder('utf-8', { fatal: true }).decode(template);
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
