/** Refusal of a template that cannot be installed. */
export interface ModelRefusal {
  readonly type: 'refused';
  readonly reason: /** Larger than `MAX_TEMPLATE_BYTES`. */
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

/** Template as JSON. */
interface Template {
  readonly type: 'read';
  readonly value: Readonly<Record<string, unknown>>;
}

/** JSON of a template, within the limits of size and depth. */
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

/**
 * Value of a JSON text; undefined where it is malformed. Messages of the JSON parser quote the text, which may hold
 * credentials.
 */
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
