import { z } from 'zod';
import { constantNode } from '../http/schema.ts';

/** A node of a JSON Schema (2020-12), the dialect of OpenAPI 3.1. */
export type SchemaNode = { [key: string]: unknown };

/** A reference to a schema of the document. Throws Error for a schema without an id. */
export function refTo(schema: z.core.$ZodType): SchemaNode {
  const { id } = z.globalRegistry.get(schema) ?? {};
  if (id === undefined) {
    throw new Error('a schema of an operation has no id, which is its name in the OpenAPI document');
  }
  return { $ref: pathTo(id) };
}

/** The node of a named schema, of a list of one, or of a choice between several. */
export function nodeOf(schema: z.core.$ZodType): SchemaNode {
  if (schema instanceof z.ZodArray) {
    return { type: 'array', items: nodeOf(schema.element) };
  }
  return schema instanceof z.ZodUnion ? { oneOf: alternativesOf(schema).map(nodeOf) } : refTo(schema);
}

function alternativesOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  return schema instanceof z.ZodUnion ? schema.options.flatMap(alternativesOf) : [schema];
}

/** Nodes by name of the schemas with an id in some others, as they are for input or output, in the order of their use. */
export function namedNodes(
  schemas: readonly z.ZodType[],
  io: 'input' | 'output',
): Record<string, SchemaNode> {
  const { $defs } = z.toJSONSchema(z.union(schemas), {
    io,
    override: ({ zodSchema, jsonSchema }) => tidy(jsonSchema, zodSchema),
  });
  return JSON.parse(JSON.stringify($defs).replaceAll('"#/$defs/', `"${pathTo('')}`));
}

function pathTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Removes the extensions for API servers, the bounds of every integer of JSON, and the values of constants. */
function tidy(node: SchemaNode, schema: z.core.$ZodType): void {
  const open = constantNode(schema);
  for (const key of Object.keys(node)) {
    const isBound = node[key] === Number.MAX_SAFE_INTEGER || node[key] === Number.MIN_SAFE_INTEGER;
    if (key.startsWith('x-kubernetes-') || isBound || open !== undefined) {
      delete node[key];
    }
  }
  Object.assign(node, open);
}
