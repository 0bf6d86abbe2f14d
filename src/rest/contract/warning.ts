import { clipped } from '../../base/text.ts';

/** Header that says what clients of the gateway will find wrong with what a write stores. */
export const WARNING_HEADER = 'X-Stoa-Warning';

/** Longest value of the header. */
const MAX_CHARACTERS = 2048;

/** Characters that a header cannot have; names of authorities may have them. */
const NOT_IN_HEADER = /[^ -~]/gu;

/** Value of the header for some warnings. */
export function warningHeader(warnings: readonly string[]): string {
  return clipped(warnings.join('; ').replaceAll(NOT_IN_HEADER, '?'), MAX_CHARACTERS);
}
