import { z } from 'zod';

/**
 * Kinds of values that a body is read as. `verbatim` is not read at all; `choice` is a text, or an object with members
 * of any of several schemas.
 */
export type Shape =
  | { readonly kind: 'text' | 'integer' | 'flag' | 'verbatim' }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'object' | 'choice'; readonly members: ReadonlyMap<string, Shape> };

const VERBATIM: Shape = { kind: 'verbatim' };

/** Shape of what a schema takes as input; the members named in `own` are verbatim. */
export function shapeOf(schema: z.core.$ZodType, own: readonly string[] = []): Shape {
  if (isWrapper(schema)) {
    return shapeOf(schema.unwrap(), own);
  }
  if (schema instanceof z.ZodPipe) {
    return shapeOf(schema.in, own);
  }
  if (schema instanceof z.ZodArray) {
    return { kind: 'list', item: shapeOf(schema.element) };
  }
  if (schema instanceof z.ZodObject) {
    return { kind: 'object', members: membersOf(schema, own) };
  }
  return schema instanceof z.ZodUnion
    ? choiceOf(schema.options.map((option) => shapeOf(option)))
    : scalarOf(schema);
}

/** Whether a schema only says when a member may be absent or null. */
function isWrapper(schema: z.core.$ZodType) {
  return (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  );
}

function membersOf(schema: z.ZodObject, own: readonly string[]): ReadonlyMap<string, Shape> {
  return new Map(
    Object.entries(schema.shape).map(([name, member]) => [
      name,
      own.includes(name) ? VERBATIM : shapeOf(member),
    ]),
  );
}

function choiceOf(options: readonly Shape[]): Shape {
  const members = options.flatMap((option) => (option.kind === 'object' ? [...option.members] : []));
  return options.every(({ kind }) => kind === 'object' || kind === 'text')
    ? { kind: 'choice', members: new Map(members) }
    : VERBATIM;
}

function scalarOf(schema: z.core.$ZodType): Shape {
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) {
    return { kind: 'text' };
  }
  if (schema instanceof z.ZodBoolean) {
    return { kind: 'flag' };
  }
  return schema instanceof z.ZodNumber && schema.isInt ? { kind: 'integer' } : VERBATIM;
}
