import { expect, it } from 'vitest';
import { customResourceDefinition } from '../../../src/api/crd.ts';
import { kinds } from '../../../src/api/kinds.ts';
import { FIELD_BOUNDS } from '../../../src/base/jsonvalue.ts';

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly maxItems?: number;
  readonly additionalProperties?: Node | boolean;
  readonly maxProperties?: number;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
}

/** Most values, and most levels, that the API server takes by a schema. */
function sizeBy(node: Node): { readonly values: number; readonly levels: number } {
  const { additionalProperties: members, items } = node;
  const parts = [
    ...Object.values(node.properties ?? {}).map((member) => ({ count: 1, node: member })),
    ...(items ? [{ count: node.maxItems ?? Infinity, node: items }] : []),
    ...(typeof members === 'object' ? [{ count: node.maxProperties ?? Infinity, node: members }] : []),
    ...(node['x-kubernetes-preserve-unknown-fields'] ? [{ count: Infinity, node: {} }] : []),
  ].map(({ count, node: part }) => ({ count, ...sizeBy(part) }));
  return {
    values: 1 + parts.reduce((sum, { count, values }) => sum + count * values, 0),
    levels: parts.length === 0 ? 0 : 1 + Math.max(...parts.map(({ levels }) => levels)),
  };
}

/** Parts of the fields of a kind, by their schemas. */
function fieldsOf(kind: string): [string, Node][] {
  const found = kinds.find((each) => each.kind === kind);
  const definition = found && customResourceDefinition(found);
  const { spec } = definition as { spec: { versions: { schema: { openAPIV3Schema: Node } }[] } };
  const { properties = {} } = spec.versions[0]?.schema.openAPIV3Schema ?? {};
  return ['spec', 'status'].flatMap((part) =>
    Object.entries(properties[part]?.properties ?? {}).map(([name, node]): [string, Node] => [
      `${part}.${name}`,
      node,
    ]),
  );
}

it.each([
  ['GatewayRule', []],
  ['Application', []],
  // An install says that it cannot be read. Overrides have so many values only if each component has all of them.
  ['MarketInstall', ['spec.overrides', 'spec.values']],
])('all that a schema allows of a %s can be read, but %j', (kind, large) => {
  const beyond = fieldsOf(kind).filter(([, node]) => {
    const { values, levels } = sizeBy(node);
    return !(values <= FIELD_BOUNDS.values && levels <= FIELD_BOUNDS.levels);
  });
  expect(beyond.map(([name]) => name).toSorted()).toEqual(large);
});

it.each(['GatewayRule', 'Application'])('all fields of a %s can be read together', (kind) => {
  for (const part of ['spec.', 'status.']) {
    const fields = fieldsOf(kind).filter(([name]) => name.startsWith(part));
    const total = fields.reduce((sum, [, node]) => sum + sizeBy(node).values, 0);
    expect(total).toBeLessThanOrEqual(FIELD_BOUNDS.values);
  }
});
