import { z } from 'zod';
import { GROUP, VERSION } from './group.ts';
import type { KindDefinition } from './kind.ts';

/** Node of a structural schema (apiextensions.k8s.io/v1 JSONSchemaProps). */
export type SchemaNode = {
  [key: string]: unknown;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: SchemaNode | boolean;
  items?: SchemaNode;
  description?: string;
  pattern?: string;
};

const UNSUPPORTED = ['anyOf', 'oneOf', 'allOf', 'not', '$ref', 'definitions', 'propertyNames', 'prefixItems'];

/** CustomResourceDefinition of a kind, as plain data. Throws an Error if the schema is not structural. */
export function customResourceDefinition(definition: KindDefinition): Record<string, unknown> {
  const { kind, plural, singular, shortNames, columns, selectable } = definition;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural, singular, shortNames, categories: ['stoa'] },
      versions: [
        {
          name: VERSION,
          served: true,
          storage: true,
          ...(definition.status ? { subresources: { status: {} } } : {}),
          additionalPrinterColumns: columns,
          ...(selectable ? { selectableFields: selectable.map((jsonPath) => ({ jsonPath })) } : {}),
          schema: { openAPIV3Schema: objectSchema(definition) },
        },
      ],
    },
  };
}

/** Schema of the objects of a kind. Throws an Error if it is not structural. */
export function objectSchema({ kind, description, spec, status }: KindDefinition): SchemaNode {
  const properties: Record<string, SchemaNode> = {
    apiVersion: { type: 'string', description: 'Group and version of this object.' },
    kind: { type: 'string', description: 'Kind of this object.' },
    metadata: { type: 'object' },
    spec: { ...structural(spec, `${kind}.spec`), description: 'What is wanted.' },
  };
  if (status) {
    properties.status = { ...structural(status, `${kind}.status`), description: 'What is the case.' };
  }
  return { type: 'object', description, required: ['spec'], properties };
}

function structural(schema: z.ZodType, path: string): SchemaNode {
  const root = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'input',
    override: ({ jsonSchema }) => {
      mergeIntOrString(jsonSchema as SchemaNode);
      leaveUnknown(jsonSchema as SchemaNode);
    },
  }) as SchemaNode;
  for (const { node, path: at } of walk(root, path)) {
    checkNode(node, at);
  }
  return root;
}

/** Merges the two alternatives of a number or a name, whose bounds count for one type each, into one node. */
function mergeIntOrString(node: SchemaNode): void {
  if (node['x-kubernetes-int-or-string'] === true) {
    const alternatives = (node.anyOf ?? []) as readonly SchemaNode[];
    delete node.anyOf;
    for (const { type: _, ...bounds } of alternatives) {
      Object.assign(node, bounds);
    }
  }
}

/** Leaves out what says that the members of a free-form map may have any type: the keyword says it by itself. */
function leaveUnknown(node: SchemaNode): void {
  if (node['x-kubernetes-preserve-unknown-fields'] === true) {
    delete node.additionalProperties;
  }
}

function checkNode(node: SchemaNode, path: string): void {
  const keyword = UNSUPPORTED.find((key) => key in node);
  if (keyword !== undefined) {
    throw new Error(`${path}: ${keyword} is not structural`);
  }
  if (node.pattern?.includes('(?=') || node.pattern?.includes('(?!')) {
    throw new Error(`${path}: the pattern needs look-around, which RE2 lacks`);
  }
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    if (!property.description) {
      throw new Error(`${path}.${name}: has no description for kubectl explain`);
    }
  }
}

function* walk(node: SchemaNode, path: string): Generator<{ node: SchemaNode; path: string }> {
  yield { node, path };
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    yield* walk(property, `${path}.${name}`);
  }
  if (typeof node.additionalProperties === 'object') {
    yield* walk(node.additionalProperties, `${path}{}`);
  }
  if (node.items) {
    yield* walk(node.items, `${path}[]`);
  }
}
