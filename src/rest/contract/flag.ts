import { invalidFields } from '../problem/problem.ts';
import { flagOfWord } from './reader/words.ts';

/**
 * Value of a flag in a query: a word such as `true`, `yes`, `on` or `1`, or one of their opposites, in any case of
 * letters; undefined where it is absent or empty. Throws the Problem `invalid` for any other value, and for a flag
 * that is there twice.
 */
export function flagOf(value: unknown, field: string): boolean | undefined {
  if (value === undefined || value === '') {
    return undefined;
  }
  const flag = typeof value === 'string' ? flagOfWord(value) : undefined;
  if (flag === undefined) {
    throw invalidFields([{ field, message: 'must be true or false' }]);
  }
  return flag;
}
