import type { ProblemName } from '../problem/problem.ts';
import type { SchemaName, SchemaNode } from './schemas.ts';

/** A parameter beside those of the path: what it means and what it may be. */
export interface Parameter {
  readonly description: string;
  readonly schema: SchemaNode;
  readonly required?: boolean;
}

/** What the body of an answer is. */
export type Body = SchemaName | { readonly listOf: SchemaName } | { readonly oneOf: readonly SchemaName[] };

/** What an operation answers where it succeeds. */
export interface Success {
  readonly status: 200 | 201;
  readonly description: string;
  readonly body: Body;
  /** Headers of the answer: name to meaning. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One operation of the API, as the document describes it. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With `{name}` for each parameter. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly headers?: Readonly<Record<string, Parameter>>;
  readonly body?: SchemaName;
  readonly success: Success;
  /** Whether If-None-Match may find that nothing has changed. */
  readonly conditional?: boolean;
  /** The errors that are its own, beside those that every operation has. */
  readonly problems: readonly ProblemName[];
  /** The error whose answer may have any status 4xx: that of somebody else is handed on. */
  readonly handsOn?: ProblemName;
}
