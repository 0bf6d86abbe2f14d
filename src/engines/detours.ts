import { beginningOf } from '../api/pathregex.ts';
import type { HttpRouteMatch } from '../objects/httproute.ts';
import { literalPattern } from './cookies.ts';
import { ALL_OF } from './matches.ts';

/**
 * Detours are paths that lead a component to a guarded path, although the engine does not see that they do: a slash that
 * is escaped, or that ends the parameters of a segment (`/..;/admin`). Engines resolve or decode what is left out here.
 */

/** Most characters of a path in a match of the Gateway API. */
const LONGEST_PATTERN = 1024;

/** Slash of a component that engines do not take for one. Traefik decodes an escaped backslash before it matches. */
const SLASH = String.raw`[\\]|%(2[Ff]|5[Cc])`;

/** End of a segment for a component that engines do not take for one. */
const HIDDEN = `(;[^/]*|${SLASH})`;

/** Ends of segments, hidden ones or not. */
const ENDS = `(;[^/]*|/|${SLASH})`;

/** Ends of segments of which one is hidden: before the first one that is, there are slashes alone. */
const DETOUR = `/*${HIDDEN}${ENDS}*`;

/** Rest of a path after its last segment that matters. */
const REST = `((;|/|${SLASH}).*)?`;

/**
 * Paths with a segment `.` or `..` that the engine has not resolved, since its slash is hidden. Nobody knows where they
 * lead, and no program asks for one that has nothing to hide.
 */
const UNRESOLVED = `^.*(/|${SLASH})[.]{1,2}(;[^/]*)?((/|${SLASH}).*)?$`;

/** Match of the requests that no guard can judge: a route with guards refuses them. */
export const UNJUDGED: HttpRouteMatch = { path: { type: 'RegularExpression', value: UNRESOLVED } };

/** Matches of the detours to the paths of matches, with the same conditions; none where every path is below them. */
export function detoursOf(matches: readonly HttpRouteMatch[]): readonly HttpRouteMatch[] {
  return matches.flatMap((match) => {
    const { type, value: path } = match.path;
    const value = type === 'RegularExpression' ? detoursOfExpression(path) : detourPattern(path);
    return value === undefined ? [] : [{ ...match, path: { type: 'RegularExpression', value } }];
  });
}

/**
 * A regular expression for the detours to a path or below, and for no other path: rules for longer paths keep their
 * requests. It is for the first segments alone where all of them would be too long.
 */
function detourPattern(path: string, below = ''): string | undefined {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(literalPattern);
  return segments
    .map((_, index) => patternFor(segments.slice(0, segments.length - index), below))
    .find((pattern) => pattern.length <= LONGEST_PATTERN);
}

/**
 * A regular expression for the detours to the paths that an expression is for: those to the path with which it begins, and
 * all paths below with a hidden slash, since nobody knows which of them a component takes for one of these.
 */
function detoursOfExpression(expression: string): string | undefined {
  const path = beginningOf(expression.slice(ALL_OF.before.length, -ALL_OF.after.length));
  return path === '/' ? `^.*${HIDDEN}.*$` : detourPattern(path, '(/.*)?');
}

/** The detour is before the first segment, between two, or after the last one; `below` is before one in the rest. */
function patternFor(segments: readonly string[], below: string): string {
  const ways = segments.map((_, index) => {
    const before = segments.slice(0, index).map((segment) => `/${segment}`);
    return `${before.join('')}${DETOUR}${segments.slice(index).join(`${ENDS}+`)}${REST}`;
  });
  return `^(${[...ways, `/${segments.join('/')}${below}${HIDDEN}.*`].join('|')})$`;
}
