import { invalidFields } from '../problem/problem.ts';

/**
 * Value of a flag in a query: `true` or `1`, `false` or `0`, in any case of letters; undefined where it is absent
 * or empty. Throws the Problem `invalid` for any other value, and for a flag that is there twice.
 */
export function flagOf(value: unknown, field: string): boolean | undefined {
  switch (typeof value === 'string' ? value.toLowerCase() : value) {
    case undefined:
    case '':
      return undefined;
    case 'false':
    case '0':
      return false;
    case 'true':
    case '1':
      return true;
    default:
      throw invalidFields([{ field, message: 'must be true or false' }]);
  }
}
