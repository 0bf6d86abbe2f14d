import type { IncomingHttpHeaders } from 'node:http';
import { clipped } from '../../base/text.ts';
import { TOKEN_HEADER } from '../guard/headers.ts';
import { type FieldProblem, invalidFields } from '../problem/problem.ts';
import type { IncomingCall } from './call.ts';
import type { Operation } from './operation.ts';

/** Beginning of the names of headers that are the API's own. */
const OWN_PREFIX = 'x-stoa-';

/** Unknown names that a response tells of. */
const MOST_NAMED = 5;

/** Longest name in a response. */
const MAX_NAME = 64;

/** Words of a request that nobody reads: parameters of the query, and headers that are meant for this API. */
export type UnknownOf = (incoming: Pick<IncomingCall, 'query' | 'headers'>) => readonly FieldProblem[];

/** Finds the unknown words of requests for an operation; `headers` are those that operations of the API read. */
export function unknownOf(
  { parameters }: Pick<Operation, 'parameters'>,
  headers: readonly string[],
): UnknownOf {
  const known = Object.keys(parameters).filter((name) => parameters[name]?.in === 'query');
  return ({ query, headers: sent }) =>
    [
      ...Object.keys(query)
        .filter((name) => !known.includes(name))
        .map((name) => problemOf(name, 'parameter', known)),
      ...strangeHeaders(sent, headers).map((name) => problemOf(name, 'header', headers)),
    ].slice(0, MOST_NAMED);
}

/** Names of the headers that operations read, in lower case. */
export function readHeaders(operations: readonly Pick<Operation, 'parameters'>[]): readonly string[] {
  const declared = operations.flatMap(({ parameters }) =>
    Object.keys(parameters).filter((name) => parameters[name]?.in === 'header'),
  );
  return [...new Set([...declared.map((name) => name.toLowerCase()), TOKEN_HEADER])];
}

/** Throws the Problem of a write with unknown words: it would do something else than it says. */
export function refuseUnknown(unknown: readonly FieldProblem[]): void {
  if (unknown.length > 0) {
    throw invalidFields(unknown);
  }
}

/** Headers with the prefix of this API, or that are spelled like one that it reads, and that it does not read. */
function strangeHeaders(sent: IncomingHttpHeaders, known: readonly string[]): readonly string[] {
  return Object.keys(sent).filter(
    (name) => !known.includes(name) && (name.startsWith(OWN_PREFIX) || meantBy(name, known) !== undefined),
  );
}

function problemOf(name: string, kind: 'parameter' | 'header', known: readonly string[]): FieldProblem {
  const meant = meantBy(name, known);
  const others = known.length === 0 ? `this operation has no ${kind}s` : `there are ${known.join(', ')}`;
  const message = `is no ${kind} of this operation: ${meant === undefined ? others : `use ${meant}`}`;
  return { field: clipped(name, MAX_NAME), message };
}

/** The name that another one is meant to be: they differ in case, dashes and underscores only. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  return known.find((each) => letters(each) === letters(name));
}

function letters(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}
