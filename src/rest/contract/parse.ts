import type { z } from 'zod';
import { problemsOf } from '../../api/issue.ts';
import { invalidFields } from '../problem/problem.ts';
import { fieldProblem } from './spelling.ts';

/** What an input comes to; throws the Problem `invalid`, naming the fields as the contract spells them. */
export function parsed<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input, { reportInput: true });
  if (!result.success) {
    throw invalidFields(problemsOf(result.error).map(fieldProblem));
  }
  return result.data;
}

/**
 * A flag of the query: what it says, not whether it is there. Throws the Problem `invalid` where that is
 * neither yes nor no.
 */
export function flagOf(value: unknown, field: string): boolean {
  switch (typeof value === 'string' ? value.toLowerCase() : value) {
    case undefined:
    case '':
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
