import type { z } from 'zod';
import { type InputProblem, problemsOf } from '../../api/issue.ts';
import { type FieldProblem, invalidFields } from '../problem/problem.ts';
import { type Canonical, canonicalOf, shapeOf } from './canonical.ts';

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

/** Members of a spec whose structure the contract packs into one string. */
const PACKED = ['http.domainCookie', 'http.domainHeader', 'tcp.endPoint'];

/** Member that the contract does not have, and whose own members are spelled as in a spec. */
const AS_IN_SPEC = 'http.policy.';

/** An object of the contract with its members spelled as in a spec: `domain_name` → `domainName`. */
export function camelMembers(wire: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(wire).map(([name, value]) => [camel(name), value]));
}

/** Problem of a spec's field, on the contract's member: `http.domainName` → `http.domain_name`. */
export function fieldProblem({ path, message }: InputProblem): FieldProblem {
  const dotted = path.replaceAll(/\[(\d+)\]/g, '.$1');
  const packed = PACKED.find((member) => dotted.startsWith(`${member}.`));
  if (`${dotted}.`.startsWith(AS_IN_SPEC)) {
    return { field: dotted, message };
  }
  return packed === undefined
    ? { field: snake(dotted) || 'body', message }
    : { field: snake(packed), message: `${dotted.slice(packed.length + 1)}: ${message}` };
}

/** Names of members as in a spec; only schemas name members, so that there are few. */
const camelNames = new Map<string, string>();

function camel(name: string): string {
  const known = camelNames.get(name);
  if (known !== undefined) {
    return known;
  }
  const spelled = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  camelNames.set(name, spelled);
  return spelled;
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
