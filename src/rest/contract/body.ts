import type { z } from 'zod';
import { problemsOf } from '../../api/issue.ts';
import { invalidFields } from '../problem/problem.ts';
import { fieldProblem } from './spelling.ts';

/** Body of a request: its schema in the document, and its reader, which throws the Problem `invalid`. */
export interface RequestBody<T> {
  readonly schema: z.ZodType;
  readonly read: (body: unknown) => T;
}

/** Body that is read by the schema of the document; an absent body counts as `{}`. */
export function bodyOf<T extends z.ZodType>(schema: T): RequestBody<z.output<T>> {
  return { schema, read: (body) => parsed(schema, body ?? {}) };
}

/** Output of a schema; throws the Problem `invalid`, with the fields in the contract's spelling. */
export function parsed<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input, { reportInput: true });
  if (!result.success) {
    throw invalidFields(problemsOf(result.error).map(fieldProblem));
  }
  return result.data;
}
