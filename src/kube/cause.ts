/** Field that the API server rejected. */
export interface FieldCause {
  readonly field: string;
  readonly message: string;
  /** Kind of the fault, in a word of the API server such as `FieldValueNotSupported`; missing where it has none. */
  readonly reason?: string | undefined;
}

/** Field that another field manager owns. */
export interface FieldOwner extends FieldCause {
  /** Empty if the server's message does not name it. */
  readonly manager: string;
}

/** Right that the API server's authorizer denies to a user. */
export interface DeniedRight {
  readonly user: string;
  readonly verb: string;
  /** Plural name, or `plural/subresource`. */
  readonly resource: string;
  /** API group; empty for the core group. */
  readonly group: string;
}

/** Denied right in the message of a response 403; undefined if it is not the authorizer's. */
export function deniedIn(message: string): DeniedRight | undefined {
  const [, user, right = ''] = DENIED.exec(message) ?? [];
  const [, verb, resource, group] = RIGHT.exec(right) ?? [];
  return user === undefined || verb === undefined || resource === undefined || group === undefined
    ? undefined
    : { user: unquoted(user), verb, resource, group };
}

/** Text of the authorizer (k8s.io/apiserver, responsewriters.ForbiddenMessage), with Go quoting, in two parts. */
const DENIED = /User ("(?:[^"\\]|\\.)*") cannot (.*)/s;
const RIGHT = /^([a-z]+) resource "([^"]*)" in API group "([^"]*)"/;

/** Manager in a cause such as `conflict with "kubectl" using apps/v1` (structured-merge-diff, Go quoting). */
const OWNER = /conflicts? with ("(?:[^"\\]|\\.)*")/;

/** Field manager in the message of a FieldManagerConflict cause; empty if there is none. */
export function managerIn(message: string): string {
  const quoted = OWNER.exec(message)?.[1];
  return quoted === undefined ? '' : unquoted(quoted);
}

/**
 * Unknown and duplicate fields in a message of the API server, from strict decoding (`unknown field "spec.x"`) or from
 * server-side apply (`.spec.x: field not declared in schema`).
 */
export function fieldsIn(message: string): FieldCause[] {
  const decoding = [...message.matchAll(/(unknown|duplicate) field ("(?:[^"\\]|\\.)*")/g)].map(
    ([, what, field = '']) => ({ field: unquoted(field), message: `${what} field` }),
  );
  return [...decoding, ...undeclaredIn(message)];
}

const UNDECLARED = 'field not declared in schema';

/** Fields in a message of server-side apply: the word before each mention. */
function undeclaredIn(message: string): FieldCause[] {
  return message
    .split(`: ${UNDECLARED}`)
    .slice(0, -1)
    .map((before) => before.split(/\s/).at(-1)?.replace(/^\./, '') ?? '')
    .filter((field) => field !== '')
    .map((field) => ({ field, message: UNDECLARED }));
}

/** Whether the API server refuses a field because its schema does not have it, or not its value. */
export function isUnknownToSchema({ message, reason }: FieldCause): boolean {
  return message === UNDECLARED || message === 'unknown field' || reason === 'FieldValueNotSupported';
}

/** Words after which a ValidatingAdmissionPolicy's own message begins. */
const DENIAL = ' denied request: ';

/**
 * Cause that a ValidatingAdmissionPolicy reports without a field: that of its message, where this begins with a field
 * of the spec, as in `spec.host: is taken`.
 */
export function deniedField(message: string): FieldCause {
  const start = message.indexOf(DENIAL);
  const own = message.slice(start + DENIAL.length);
  const [, field, text = ''] = (start >= 0 && /^(spec(?:\.[A-Za-z]+)*): (.*)/s.exec(own)) || [];
  return field === undefined ? { field: '', message } : { field, message: text };
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, '$1');
}
