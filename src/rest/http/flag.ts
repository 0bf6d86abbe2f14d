import { invalidFields } from '../problem/problem.ts';

const TRUE = new Set(['t', 'y', 'yes', 'true', 'on', '1']);
const FALSE = new Set(['f', 'n', 'no', 'false', 'off', '0']);

/** Value of a flag that is a word, in any case of letters; undefined for any other text. */
export function flagOfWord(word: string): boolean | undefined {
  const lower = word.toLowerCase();
  if (TRUE.has(lower)) {
    return true;
  }
  return FALSE.has(lower) ? false : undefined;
}

/**
 * Value of a flag in a query: a word such as `true`, `yes`, `on` or `1`, or one of their opposites, in any case of
 * letters; undefined where it is absent or empty. Throws the Problem `invalid` for any other value, and for a flag
 * that is there twice.
 */
export function queryFlag(value: unknown, field: string): boolean | undefined {
  if (value === undefined || value === '') {
    return undefined;
  }
  const flag = typeof value === 'string' ? flagOfWord(value) : undefined;
  if (flag === undefined) {
    throw invalidFields([{ field, message: 'must be true or false' }]);
  }
  return flag;
}
