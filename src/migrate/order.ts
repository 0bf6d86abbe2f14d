import { RE2JS } from 're2js';
import { pathRegexSchema } from '../api/pathregex.ts';
import { type RulePath, requestsKey } from './path.ts';
import { sampleOf } from './sample.ts';

/** Regular path of a host, with the path of its rule. */
export interface RegularPath {
  readonly text: string;
  readonly path: RulePath;
}

/** Path of a rule beside the others of its host. */
export type PlacedPath =
  | { readonly type: 'path'; readonly path: RulePath }
  /** Another path gets all of its requests. */
  | { readonly type: 'dead'; readonly note: string };

/**
 * Paths of a regular host as rules have them, in the order in which the original tries them: it takes the first one that
 * fits, whereas engines prefer the more specific one. A plain path becomes an expression where that makes engines try it
 * in its turn, since of two expressions all prefer the longer one. Pure.
 */
export function placedPaths(given: readonly RegularPath[]): readonly PlacedPath[] {
  const tried = given.map(triedPath);
  const special = tried.filter(({ isSpecial }) => isSpecial);
  const first = new Map<string, TriedPath>();
  for (const each of tried) {
    const place = requestsKey(each.path);
    first.set(place, first.get(place) ?? each);
  }
  const dead = new Map<number, string>();
  for (const each of tried) {
    const before = special.find((other) => other.index < each.index && covers(other, each));
    const alike = first.get(requestsKey(each.path));
    if (before !== undefined) {
      dead.set(
        each.index,
        `ingress-nginx tries ${before.text}, the longer text, before it, which gets all of its requests by whole segments`,
      );
    } else if (alike !== undefined && alike !== each) {
      dead.set(each.index, `its rule would be that of ${alike.text}, which ingress-nginx tries before it`);
    }
  }
  const placed = withExpressions(tried.filter(({ index }) => !dead.has(index)));
  const expressions = [...placed.values()].filter(isExpression);
  return tried.map((each) => {
    const why = dead.get(each.index);
    return why === undefined
      ? { type: 'path', path: withNotes(placed.get(each.index) ?? each, [...placed.values()], expressions) }
      : { type: 'dead', note: `${each.text} is left out: ${why}` };
  });
}

function isExpression({ path }: TriedPath): boolean {
  return path.match?.pathRegex !== undefined;
}

/** Path with what tells which others get its requests. */
interface TriedPath extends RegularPath {
  /** Place in the order of the original. */
  readonly index: number;
  /** Whether it may be for requests of paths that are as specific: it is an expression, or has a tail. */
  readonly isSpecial: boolean;
  /** Expression of the original, for beginnings of paths; undefined where this has none, and a text for itself. */
  readonly pattern: RE2JS | undefined;
  /** Paths that it is for. */
  readonly samples: readonly string[];
}

function triedPath({ text, path }: RegularPath, index: number): TriedPath {
  const own = path.path === '/' ? '' : path.path;
  const { pathRegex } = path.match ?? {};
  const samples =
    pathRegex === undefined ? [path.path, `${own}/`, `${own}/a`, `${own}/1/a`] : [sampleOf(pathRegex)];
  const isSpecial = text !== path.path;
  return { text, path, index, isSpecial, pattern: isSpecial ? patternOf(text) : undefined, samples };
}

function patternOf(text: string): RE2JS | undefined {
  try {
    return RE2JS.compile(`^(?i:${text})`);
  } catch {
    return undefined;
  }
}

/** Whether the original takes a path of requests for one; undefined where only PCRE can tell. */
function isOfPath({ text, isSpecial, pattern }: TriedPath, request: string): boolean | undefined {
  return isSpecial ? pattern?.test(request) : request.toLowerCase().startsWith(text.toLowerCase());
}

/** Whether all requests of a path are for another one, as far as its samples tell. */
function covers(before: TriedPath, { path, samples }: TriedPath): boolean {
  return path.match?.pathRegex === undefined && samples.every((each) => isOfPath(before, each) === true);
}

/** Whether one request may be for both. */
function overlap(one: TriedPath, other: TriedPath): boolean {
  const [shorter, longer] = [one.path.path, other.path.path].toSorted((a, b) => a.length - b.length);
  const isFor = (path: TriedPath, { samples }: TriedPath) =>
    samples.some((each) => isOfPath(path, each) !== false);
  const isBelow = shorter === '/' || `${longer}/`.startsWith(`${shorter}/`);
  return isBelow && (isFor(one, other) || isFor(other, one));
}

/** Paths by their index, of which those that engines would try in another turn are expressions, as far as a rule can have them so. */
function withExpressions(paths: readonly TriedPath[]): ReadonlyMap<number, TriedPath> {
  const all = new Map(paths.map((each) => [each.index, each]));
  const open = paths.filter(isExpression);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const each of all.values()) {
      const path = isUnsure(each, next) ? expressionOf(each) : undefined;
      const changed = path && { ...each, path };
      if (changed !== undefined && !isUnsure(changed, next)) {
        all.set(each.index, changed);
        open.push(changed);
      }
    }
  }
  return all;
}

/** Plain path as an expression; undefined for an expression, and where the rewrite needs a beginning. */
function expressionOf({ path }: TriedPath): RulePath | undefined {
  const { path: plain, match, rewrite } = path;
  const pathRegex = `${plain.replaceAll('.', String.raw`\.`)}(/.*)?`;
  const fits = match === undefined && plain !== '/' && !(rewrite !== undefined && 'prefix' in rewrite);
  return fits && pathRegexSchema.safeParse(pathRegex).success ? { ...path, match: { pathRegex } } : undefined;
}

/** Whether an engine may try two paths in another turn than the original. */
function isUnsure(one: TriedPath, other: TriedPath): boolean {
  const [first, second] = one.index < other.index ? [one, other] : [other, one];
  return one.index !== other.index && overlap(one, other) && !isFirst(first.path, second.path);
}

/** Whether every engine prefers a path to another one. */
function isFirst(one: RulePath, other: RulePath): boolean {
  const [expression, otherExpression] = [one.match?.pathRegex, other.match?.pathRegex];
  if (expression !== undefined && otherExpression !== undefined) {
    return expression.length > otherExpression.length;
  }
  if (expression !== undefined) {
    return other.path === '/' || `${one.path}/`.startsWith(`${other.path}/`);
  }
  return otherExpression === undefined && one.path.length > other.path.length;
}

function withNotes(own: TriedPath, all: readonly TriedPath[], expressions: readonly TriedPath[]): RulePath {
  const unsure = (isExpression(own) ? all : expressions).filter((other) => isUnsure(own, other));
  const notes = unsure.map((other) => {
    const [first, second] = own.index < other.index ? [own, other] : [other, own];
    return `of requests for ${first.text} and ${second.text} both, ingress-nginx gives those to ${first.text}, the longer text, and a gateway may give them to ${second.text}: take one of the paths out, or let them be for different ones`;
  });
  return { ...own.path, notes: [...(own.path.notes ?? []), ...notes] };
}
