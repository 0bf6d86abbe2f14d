import { flagOf } from '../contract/flag.ts';
import type { SchemaNode } from '../openapi/schemas.ts';

/** A parameter: its documentation, and its reader, which throws the Problem `invalid`. */
export interface Parameter<T = unknown> {
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  /** JSON Schema of its text. */
  readonly schema: SchemaNode;
  readonly required?: boolean;
  readonly read: (value: unknown, name: string) => T;
}

/** A parameter of the path: a text that is not empty, unless `schema` differs. */
export function inPath(
  description: string,
  schema: SchemaNode = { type: 'string', minLength: 1 },
): Parameter<string> {
  return { in: 'path', description, schema, required: true, read: String };
}

/** A parameter of the query that its handler interprets. */
export function inQuery(description: string, examples: readonly string[]): Parameter {
  return { in: 'query', description, schema: { type: 'string', examples }, read: (value) => value };
}

/** A flag in the query. */
export function flagInQuery(description: string): Parameter<boolean | undefined> {
  return { ...inQuery(description, ['true', 'false']), read: flagOf };
}

/** A header. */
export function inHeader(
  description: string,
  schema: SchemaNode = { type: 'string' },
): Parameter<string | undefined> {
  return { in: 'header', description, schema, read: (value) => value?.toString() };
}

/** Parameters of the path of an application. */
export const OF_APPLICATION = {
  team_id: inPath('Team: value of the label stoa.dev/team of a namespace.'),
  region_name: inPath('Region, by its name.'),
  app_id: inPath('Application: spec.id of an Application of the team, or its name.', {
    anyOf: [{ type: 'integer' }, { type: 'string', minLength: 1 }],
  }),
};
