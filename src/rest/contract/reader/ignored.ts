/** Header that tells which members of a body had no effect. */
export const IGNORED_HEADER = 'X-Stoa-Ignored';

/** Longest list of names in the header. */
const MAX_CHARACTERS = 512;

/** Value of the header: the paths as far as there is room, and how many more there are. */
export function ignoredHeader(paths: readonly string[]): string {
  const named: string[] = [];
  let room = MAX_CHARACTERS;
  for (const path of paths) {
    // A name with other characters could end the header, or the list.
    const isPlain = path.length <= 128 && /^[\w.-]+$/.test(path);
    room -= path.length + 2;
    if (room < 0) {
      break;
    }
    if (isPlain) {
      named.push(path);
    }
  }
  const rest = paths.length - named.length;
  return [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}
