import { parseDocument } from 'yaml';

/** Values as they are typed: the map that they are, or what is wrong with them. */
export type ReadValues =
  | { readonly type: 'read'; readonly values: Readonly<Record<string, unknown>> }
  | {
      readonly type: 'wrong';
      readonly message: string;
      /** Line of the fault, from 1; 0 where it is none of a line. */
      readonly line: number;
      /** Text of that line. */
      readonly text: string;
    };

/** Reads values in YAML; an empty text has none. */
export function readValues(text: string): ReadValues {
  const document = parseDocument(text, { prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    return wrongAt(text, error.message, error.pos[0]);
  }
  try {
    const values: unknown = document.toJS();
    if (values === null || values === undefined) {
      return { type: 'read', values: {} };
    }
    return isMap(values)
      ? { type: 'read', values }
      : wrongAt(text, 'values must be a map, such as replicas: 2', 0);
  } catch (error_) {
    return { type: 'wrong', message: error_ instanceof Error ? error_.message : '', line: 0, text: '' };
  }
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrongAt(text: string, message: string, offset: number): ReadValues {
  const line = text.slice(0, offset).split('\n').length;
  return { type: 'wrong', message, line, text: text.split('\n')[line - 1] ?? '' };
}
