/** Placeholder of a generated secret, of its own or shared by a group. */
const PLACEHOLDER = /\*\*None(?::([^*]+))?\*\*/g;

/** Groups of the placeholders in a text; undefined stands for a secret of its own. */
export function placeholdersOf(text: string): readonly (string | undefined)[] {
  return text.includes('**None') ? [...text.matchAll(PLACEHOLDER)].map(([, group]) => group) : [];
}

/** Text with its placeholders filled in; `secretOf` returns the secret of a group, or the one of its own. */
export function fillPlaceholders(text: string, secretOf: (group: string | undefined) => string): string {
  return text.includes('**None')
    ? text.replace(PLACEHOLDER, (_, group: string | undefined) => secretOf(group))
    : text;
}
