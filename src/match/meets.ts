import { withoutTrailing } from '../base/text.ts';
import type { NamedMatch } from '../objects/anyroute.ts';
import type { Behavior } from './behavior.ts';
import type { Conditions } from './entry.ts';
import { meetsPattern } from './pattern.ts';
import type { AskedRequest, Pair } from './request.ts';

/** Whether a request meets conditions: it does, does not, or nobody but the engine can tell. */
export type Met = boolean | undefined;

/** Whether a request meets conditions on an engine. */
export function meets(request: AskedRequest, conditions: Conditions, behavior: Behavior): Met {
  const { method, headers, query } = conditions;
  if (method !== undefined && method !== request.method) {
    return false;
  }
  const own = headersOn(request, behavior);
  return all([
    ...query.map((each) => hasOne(request.query, each, behavior)),
    ...headers.map((each) => hasOne(own, each, behavior)),
    meetsPath(request.path, conditions.path, behavior),
  ]);
}

/** Both of several: false where one is, else unknown where one is. */
function all(found: readonly Met[]): Met {
  return found.includes(false) ? false : found.includes(undefined) ? undefined : true;
}

/** Headers of a request, and those that the engine adds, whose values are not known. */
function headersOn({ headers }: AskedRequest, { adds }: Behavior): readonly Pair[] {
  return [...headers, ...adds.map((name) => ({ name, value: '' }))];
}

function hasOne(pairs: readonly Pair[], match: NamedMatch, { patterns }: Behavior): Met {
  const values = pairs.filter(({ name }) => name === match.name).map(({ value }) => value);
  if (match.type !== 'RegularExpression') {
    return values.includes(match.value);
  }
  const found = values.map((value) => meetsPattern(match.value, value, patterns));
  return found.includes(true) ? true : found.includes(undefined) ? undefined : false;
}

function meetsPath(path: string, { type, value }: Conditions['path'], { patterns }: Behavior): Met {
  switch (type) {
    case 'Exact':
      return path === value;
    case 'PathPrefix': {
      const prefix = prefixOf(value);
      return path === prefix || path.startsWith(`${prefix}/`);
    }
    case 'RegularExpression':
      return meetsPattern(value, path, patterns);
  }
}

/** Prefix without the slash at its end; empty for all paths. */
export function prefixOf(value: string): string {
  return withoutTrailing(value, '/');
}
