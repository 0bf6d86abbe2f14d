import type { SchemaNode } from '../openapi/schemas.ts';
import { invalidFields } from '../problem/problem.ts';
import { queryFlag } from './flag.ts';

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
  return { ...inQuery(description, ['true', 'false']), read: queryFlag };
}

/** A header. */
export function inHeader(
  description: string,
  schema: SchemaNode = { type: 'string' },
): Parameter<string | undefined> {
  return { in: 'header', description, schema, read: (value) => value?.toString() };
}

/** The region of an operation without one in its path. */
export const REGION_IN_QUERY: Parameter<string | undefined> = {
  in: 'query',
  description: 'The region that is asked; the first one where it is left out.',
  schema: { type: 'string' },
  read: onlyText,
};

/** Parameter of the path of a team. */
export const OF_TEAM = {
  team_id: inPath(
    'Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team.',
  ),
};

/** Parameters of the path of an application. */
export const OF_APPLICATION = {
  ...OF_TEAM,
  region_name: inPath('Region, by its name.'),
  app_id: inPath('Application: spec.id of an Application of the team, or its name.', {
    anyOf: [{ type: 'integer' }, { type: 'string', minLength: 1 }],
  }),
};

/** Parameters of the query that choose a part of a list. */
export const OF_PAGE = {
  query: {
    ...inQuery('Only what has this text in its name.', ['shop']),
    read: (value: unknown) => lastOf(value) ?? '',
  },
  page: { ...inQuery('The page, from 1; 1 where it is no such number.', ['1']), read: pageNumber },
  page_size: {
    ...inQuery('Entries of a page, at most 1000; 10 where it is no such number.', ['10', '100']),
    read: pageSize,
  },
} satisfies Readonly<Record<string, Parameter>>;

/** Most entries of a page. */
const MAX_PAGE_SIZE = 1_000;

/** Entries of a page for which the query names no number. */
const PAGE_SIZE = 10;

function pageNumber(value: unknown): number {
  return positive(value) ?? 1;
}

function pageSize(value: unknown): number {
  return Math.min(positive(value) ?? PAGE_SIZE, MAX_PAGE_SIZE);
}

/** A positive number of at most nine digits; undefined for any other text. */
function positive(value: unknown): number | undefined {
  const text = lastOf(value)?.trim() ?? '';
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

/** The text of a parameter; the last one where it is there several times. */
function lastOf(value: unknown): string | undefined {
  const last = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === 'string' ? last : undefined;
}

function onlyText(value: unknown, field: string): string | undefined {
  if (value !== undefined && typeof value !== 'string') {
    throw invalidFields([{ field, message: 'must be there once' }]);
  }
  return value;
}
