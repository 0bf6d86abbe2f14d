import type { z } from 'zod';
import { problemsOf } from '../../api/issue.ts';
import { invalidFields } from '../problem/problem.ts';
import { type Canonical, canonicalOf, shapeOf } from './canonical.ts';
import { fieldProblem } from './spelling.ts';

/**
 * Body of a request: its schema in the document, its canonical form, in which clients may deviate from the schema, and
 * the reader of that form, which throws the Problem `invalid`.
 */
export interface RequestBody<T> {
  readonly schema: z.ZodType;
  readonly canonical: (raw: unknown) => Canonical;
  readonly read: (body: unknown) => T;
}

/**
 * Body that is read by the schema of the document; an absent body counts as `{}`. The members named in `own` must be
 * exactly as the schema says.
 */
export function bodyOf<T extends z.ZodType>(
  schema: T,
  own: readonly string[] = [],
): RequestBody<z.output<T>> {
  const shape = shapeOf(schema, own);
  return {
    schema,
    canonical: (raw) => canonicalOf(shape, raw),
    read: (body) => parsed(schema, body ?? {}),
  };
}

/** Output of a schema; throws the Problem `invalid`, with the fields in the contract's spelling. */
export function parsed<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input, { reportInput: true });
  if (!result.success) {
    throw invalidFields(problemsOf(result.error).map(fieldProblem));
  }
  return result.data;
}
