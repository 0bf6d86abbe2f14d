/** A secret that is to be generated: one of its own, or that of a group. */
const PLACEHOLDER = /\*\*None(?::([^*]+))?\*\*/g;

/** Groups whose secrets a text asks for; undefined stands for one of its own. */
export function placeholdersOf(text: string): readonly (string | undefined)[] {
  return text.includes('**None') ? [...text.matchAll(PLACEHOLDER)].map(([, group]) => group) : [];
}

/** A text with its placeholders filled in by what `secretOf` says for a group, or for one of its own. */
export function fillPlaceholders(text: string, secretOf: (group: string | undefined) => string): string {
  return text.includes('**None')
    ? text.replace(PLACEHOLDER, (_, group: string | undefined) => secretOf(group))
    : text;
}
