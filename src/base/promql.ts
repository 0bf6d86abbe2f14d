/** Matcher of a label with one of the values; undefined where there are none. */
export function oneOf(label: string, values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : matching(label, values.map(literal).join('|'));
}

/** Matcher of a label by a regular expression (RE2) for the whole value. */
export function matching(label: string, pattern: string): string {
  return `${label}=~${quoted(pattern)}`;
}

/** Matcher of a label by a regular expression (RE2) that the whole value must not match. */
export function excluding(label: string, pattern: string): string {
  return `${label}!~${quoted(pattern)}`;
}

/** Matcher of a label with exactly this value. */
export function equal(label: string, value: string): string {
  return `${label}=${quoted(value)}`;
}

/** Regular expression that matches exactly the text. */
export function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** String literal of PromQL. Its escapes are Go's, which include those of JSON except for lone surrogates. */
function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed());
}
