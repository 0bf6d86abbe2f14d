import { Lexer } from 'yaml';
import { FIELD_BOUNDS, jsonSize } from '../../../base/jsonvalue.ts';
import { readYaml } from '../../../kube/yaml.ts';

/** Value of a text, or the reason why it cannot be read. */
export type Read<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: string };

/** Most tokens of a text: more keep the parser busy for seconds, even where it rejects the text in the end. */
const MAX_TOKENS = 10_000;

/** Documents of a text in YAML, or in JSON, which is a part of it; without empty ones. */
export function readDocuments(text: string): Read<readonly unknown[]> {
  if (isTooMuch(text)) {
    return { ok: false, why: `it has more than ${MAX_TOKENS} tokens` };
  }
  const read = readYaml(text);
  return read.ok ? within(read.documents) : read;
}

/** Value that nothing which recurses over it fails on. */
function within<T>(value: T): Read<T> {
  const size = jsonSize(value, FIELD_BOUNDS);
  return size.type === 'within' ? { ok: true, value } : { ok: false, why: `it ${size.problem}` };
}

function isTooMuch(text: string): boolean {
  let tokens = 0;
  for (const _token of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > MAX_TOKENS) {
      return true;
    }
  }
  return false;
}

/** Value of an attribute in the format that it declares. */
export function readValue({ format, value }: { readonly format: string; readonly value: string }): Read {
  if (format === 'json') {
    return readJson(value);
  }
  const documents = readDocuments(value);
  return documents.ok ? { ok: true, value: documents.value[0] } : documents;
}

function readJson(text: string): Read {
  try {
    return within<unknown>(JSON.parse(text));
  } catch (error) {
    return { ok: false, why: `it is not valid JSON: ${firstLine(String(error))}` };
  }
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 200);
}
