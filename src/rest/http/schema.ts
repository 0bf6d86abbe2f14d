import { z } from 'zod';

/** Schema of an object that has a name in the OpenAPI document: the contract's where it has one. */
export function namedObject<T extends z.ZodRawShape>(id: string, members: T): z.ZodObject<T> {
  return z.object(members).meta({ id });
}

/** A node of a JSON Schema. */
type SchemaNode = Readonly<Record<string, unknown>>;

/** Nodes by which the document has constants: clients of the contract know their types, and no values. */
const OPEN = new WeakMap<z.core.$ZodType, SchemaNode>();

/**
 * Member without a counterpart in a cluster: it always has the value that the contract's original answers. `meaning`
 * is that of the value.
 */
export function constant<const T extends string | number | boolean>(
  value: T,
  meaning?: string,
): z.ZodLiteral<T> {
  const type = typeof value === 'number' ? 'integer' : typeof value;
  const text = value === '' ? 'empty' : String(value);
  return open(value, { type }, meaning === undefined ? text : `${text}: ${meaning}`);
}

/** The same for a member that is null, and of a type in the contract. */
export function constantNull(type: 'string' | 'integer'): z.ZodLiteral<null> {
  return open(null, { anyOf: [{ type }, { type: 'null' }] }, 'null');
}

function open<const T extends string | number | boolean | null>(
  value: T,
  node: SchemaNode,
  text: string,
): z.ZodLiteral<T> {
  const description = `Always ${text}.`;
  const schema = z.literal(value).describe(description);
  OPEN.set(schema, { ...node, description });
  return schema;
}

/** Node of a constant in the document; undefined for any other schema. */
export function constantNode(schema: z.core.$ZodType): SchemaNode | undefined {
  return OPEN.get(schema);
}

/** Enterprise of everything: the contract's original serves several, a cluster has none. */
export const ENTERPRISE_ID = constant('stoa');

/** Members of a schema with one value. */
type Constants<T extends z.ZodRawShape> = {
  readonly [N in keyof T as T[N] extends z.ZodLiteral ? N : never]: z.output<T[N]>;
};

/** Members of a record that have one value each, by its schema. */
export function constantsOf<T extends z.ZodRawShape>({ shape }: z.ZodObject<T>): Constants<T> {
  const members = Object.entries(shape).flatMap(([name, member]) =>
    member instanceof z.ZodLiteral ? [[name, member.value]] : [],
  );
  return Object.fromEntries(members) as Constants<T>;
}
