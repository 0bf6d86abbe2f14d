import { clipped } from '../../base/text.ts';

/** Header that tells which members of a body had no effect. */
export const IGNORED_HEADER = 'X-Stoa-Ignored';

/** Longest list of names in the header. */
const MAX_IGNORED = 512;

/** Value of the header: the paths as far as there is room, and how many more there are. */
export function ignoredHeader(paths: readonly string[]): string {
  const named: string[] = [];
  let room = MAX_IGNORED;
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

/** Header that says what clients of the gateway will find wrong with what a write stores. */
export const WARNING_HEADER = 'X-Stoa-Warning';

/** Longest value of that header. */
const MAX_WARNING = 2048;

/** Characters that a header cannot have; names of authorities may have them. */
const NOT_IN_HEADER = /[^ -~]/gu;

/** Value of the header for some warnings. */
export function warningHeader(warnings: readonly string[]): string {
  return clipped(warnings.join('; ').replaceAll(NOT_IN_HEADER, '?'), MAX_WARNING);
}
