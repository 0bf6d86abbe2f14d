import { shortHash } from '../base/hash.ts';
import { firstFew } from '../base/text.ts';
import { objectSchema, type SchemaNode } from './crd.ts';
import { GROUP } from './group.ts';
import type { KindDefinition } from './kind.ts';
import { kinds } from './kinds.ts';

/** Difference between this version of Stoa and a CRD of the cluster. */
export interface Skew {
  /** Name of the CRD. */
  readonly crd: string;
  readonly is: SkewType;
  /** Difference in words, with what to do. */
  readonly text: string;
}

/** Kind of a difference: the CRD is not there, or lacks what this version has, or has what this version does not know. */
type SkewType = 'missing' | 'older' | 'newer';

/** Schemas of Stoa's kinds as the API server publishes them, by their kinds. */
export type PublishedSchemas = ReadonlyMap<string, SchemaNode>;

/** Most fields that a text names. */
const MOST_NAMED = 3;

/**
 * Differences between this version of Stoa and the CRDs of a cluster, by the fields of specs and statuses and the words
 * that they may have. Pure.
 */
export function skewsOf(published: PublishedSchemas): readonly Skew[] {
  return kinds.flatMap((definition) => {
    const crd = `${definition.plural}.${GROUP}`;
    const schema = published.get(definition.kind);
    return schema === undefined
      ? [missingSkew(crd)]
      : skewsIn(crd, OWN_FIELDS.get(definition), fieldsIn(schema));
  });
}

/** Digest of the fields of published schemas: it changes with what objects show. */
export function publishedDigest(published: PublishedSchemas): string {
  const fields = [...published].toSorted().map(([kind, schema]) => [kind, ...fieldsIn(schema)]);
  return shortHash(JSON.stringify(fields), 16);
}

const OWN_FIELDS = new Map(
  kinds.map((definition) => [definition, fieldsIn(objectSchema(definition) as SchemaNode)]),
);

function missingSkew(crd: string): Skew {
  return { crd, is: 'missing', text: `the CRD ${crd} is missing: apply the CRDs of this version of Stoa` };
}

function skewsIn(
  crd: string,
  own: ReadonlySet<string> | undefined = new Set(),
  published: ReadonlySet<string>,
): readonly Skew[] {
  return [...skewOf(crd, 'older', beyond(own, published)), ...skewOf(crd, 'newer', beyond(published, own))];
}

/** Fields of a schema that another one lacks, each without what is below it. */
function beyond(one: ReadonlySet<string>, other: ReadonlySet<string>): readonly string[] {
  const fields = [...one].filter((field) => !other.has(field));
  return fields.filter(
    (field) => !fields.some((above) => above !== field && /^[.[=]/.test(afterStart(field, above))),
  );
}

/** Part of a text after the one that it begins with; empty where it begins with something else. */
function afterStart(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : '';
}

function skewOf(crd: string, is: 'older' | 'newer', fields: readonly string[]): readonly Skew[] {
  const named = firstFew(fields, MOST_NAMED, ', ');
  const text = `the CRD ${crd} is ${is} than this version of Stoa: ${VERB[is]} ${named}; ${TODO[is]}`;
  return fields.length === 0 ? [] : [{ crd, is, text }];
}

const VERB = { older: 'it lacks', newer: 'only it has' };
const TODO = {
  older: 'apply the CRDs of this version',
  newer: 'upgrade Stoa to the version of its CRDs',
};

/** Fields of the spec and status of a schema, and the words that they may have: `spec.protocol=http`. */
function fieldsIn({ properties = {} }: SchemaNode): ReadonlySet<string> {
  return new Set(
    ['spec', 'status'].flatMap((part) => {
      const node = properties[part];
      return node === undefined ? [] : [part, ...fieldsAt(node, part)];
    }),
  );
}

function fieldsAt(node: SchemaNode, path: string): readonly string[] {
  const { properties = {}, additionalProperties, items } = node;
  const words: readonly unknown[] = Array.isArray(node.enum) ? node.enum : [];
  return [
    ...words.map((word) => `${path}=${String(word)}`),
    ...Object.entries(properties).flatMap(([name, member]) => [
      `${path}.${name}`,
      ...fieldsAt(member, `${path}.${name}`),
    ]),
    ...(typeof additionalProperties === 'object' ? fieldsAt(additionalProperties, `${path}.*`) : []),
    ...(items === undefined ? [] : fieldsAt(items, `${path}[]`)),
  ];
}

/** Digest of the schema of a kind, which its CRD carries as an annotation. */
export function schemaDigest(definition: KindDefinition): string {
  return shortHash(JSON.stringify(objectSchema(definition)), 16);
}
