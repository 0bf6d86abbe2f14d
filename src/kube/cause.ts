/** One field that the API server refused. */
export interface FieldCause {
  readonly field: string;
  readonly message: string;
}

/** One field that another field manager owns. */
export interface FieldOwner extends FieldCause {
  /** Empty where the server's message does not name it. */
  readonly manager: string;
}

/** `conflict with "kubectl" using apps/v1`: how a cause names the manager (structured-merge-diff, Go quoted). */
const OWNER = /conflicts? with ("(?:[^"\\]|\\.)*")/;

/** The field manager that the message of a cause FieldManagerConflict names. */
export function managerIn(message: string): string {
  const quoted = OWNER.exec(message)?.[1];
  return quoted === undefined ? '' : unquoted(quoted);
}

/**
 * The fields that a message of the API server calls unknown, of strict decoding (`unknown field "spec.x"`,
 * `duplicate field "spec.x"`) and of server-side apply (`.spec.x: field not declared in schema`).
 */
export function fieldsIn(message: string): FieldCause[] {
  const decoding = [...message.matchAll(/(unknown|duplicate) field ("(?:[^"\\]|\\.)*")/g)].map(
    ([, what, field = '']) => ({ field: unquoted(field), message: `${what} field` }),
  );
  const applied = [...message.matchAll(/\.?(\S+): (field not declared in schema)/g)].map(
    ([, field = '', what = '']) => ({ field, message: what }),
  );
  return [...decoding, ...applied];
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, '$1');
}
