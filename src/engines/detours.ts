import { beginningOf } from '../api/pathregex.ts';
import { type HttpRouteMatch, LONGEST_PATH } from '../objects/httproute.ts';
import type { Branch } from './group.ts';
import { ALL_OF } from './matches.ts';
import { anySpelling, lengthened, signsOf, slashes } from './spelling.ts';

/**
 * Detours are paths that lead a component to a guarded path, although the engine does not see that they do: with a slash
 * that is escaped, or that ends the parameters of a segment (`/..;/admin`), or with another character escaped that the
 * engine leaves so (`/%40me`). Engines resolve or decode what is left out here.
 */

/** Most characters of a pattern that is exact: a longer one would leave no room for the lengths of others. */
const LONGEST_EXACT = 768;

/** Characters by which a pattern that is not exact grows with each segment, so that the one of a longer path goes first. */
const STEP = 12;

/** Beginning of the parameters of a segment; those who decode first take an escaped semicolon for one. */
const SEMICOLON = '(;|%3[Bb])';

/** Slash of a component that engines do not take for one. Traefik decodes an escaped backslash before it matches. */
const SLASH = String.raw`[\\]|%(2[Ff]|5[Cc])`;

/** End of a segment for a component that engines do not take for one. */
const HIDDEN = `(${SEMICOLON}[^/]*|${SLASH})`;

/** Ends of segments, hidden ones or not. */
const ENDS = `(${SEMICOLON}[^/]*|/|${SLASH})`;

/** Rest of a path after its last segment that matters. */
const REST = `((${SEMICOLON}|/|${SLASH}).*)?`;

/** Signs of which a path needs one so that a component may read it otherwise than an engine. */
const SPELLED = String.raw`[;%\\]`;

/** Part of a path where the engine sees another thing than a component may: as the engine finds it, or in other ways. */
interface Step {
  readonly plain: string;
  /** Missing where there is no other way. */
  readonly hidden?: string;
  readonly any: string;
}

/** Before the first hidden end of segments, there are slashes alone. */
const SEPARATOR: Step = { plain: '/', hidden: `/*${HIDDEN}${ENDS}*`, any: `${ENDS}+` };

/**
 * Paths with a segment `.` or `..` that the engine has not resolved, since its slash is hidden. Nobody knows where they
 * lead, and no program asks for one that has nothing to hide. It is as long as a match may be: Traefik would try a rule
 * for a longer path first.
 */
const UNRESOLVED = lengthened(
  (slash) =>
    `${ALL_OF.before}.*(${slash}|${SLASH})[.]{1,2}(${SEMICOLON}[^/]*)?((/|${SLASH}).*)?${ALL_OF.after}`,
  LONGEST_PATH,
);

/** Match of the requests that no guard can judge: a route with guards refuses them. */
export const UNJUDGED: HttpRouteMatch = { path: { type: 'RegularExpression', value: UNRESOLVED } };

/** Condition on the path of the detours to `/`, where a guard is for this path alone. */
const TO_ROOT: HttpRouteMatch['path'] = {
  type: 'RegularExpression',
  value: `${ALL_OF.before}/*${HIDDEN}${ENDS}*${ALL_OF.after}`,
};

/** Place that a guard protects: a path and all below it, this path alone, or the paths that an expression is for. */
type Guarded = Partial<Pick<Branch, 'pathRegex' | 'exactPath'>> & { readonly path: string };

/** Matches of the detours to the place of a guard, with the same conditions; none where every path is below it. */
export function detoursOf(
  { path, exactPath, pathRegex }: Guarded,
  matches: readonly Omit<HttpRouteMatch, 'path'>[],
): readonly HttpRouteMatch[] {
  const value = pathRegex === undefined ? detourPattern(exactPath ?? path) : detoursOfExpression(pathRegex);
  if (value === undefined && exactPath !== undefined) {
    return matches.map((match) => ({ ...match, path: TO_ROOT }));
  }
  return value === undefined
    ? []
    : matches.map((match) => ({ ...match, path: { type: 'RegularExpression', value } }));
}

/**
 * A regular expression for the detours to the paths that an expression is for: those to the path with which it begins, and
 * all paths below with a sign that may hide something, since nobody knows which of them a component takes for one of these.
 */
function detoursOfExpression(expression: string): string {
  const path = beginningOf(expression);
  const below = `(/.*)?${SPELLED}`;
  return detourPattern(path, below) ?? `${ALL_OF.before}/.*${SPELLED}.*${ALL_OF.after}`;
}

/**
 * A regular expression for the detours to a path or below, and for no other path: rules for longer paths keep their
 * requests. For a path that is too long for that, it is for more: for all paths that begin like this one until something
 * hidden, and then have its end somewhere.
 */
function detourPattern(path: string, below = HIDDEN): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.length === 0) {
    return undefined;
  }
  const steps = segments.flatMap((segment) => [
    SEPARATOR,
    ...signsOf(segment).map((sign) => ({ ...sign, any: anySpelling(sign) })),
  ]);
  const exact = patternOf(waysTo(steps), textOf(steps, 'plain'), below);
  return exact.length <= LONGEST_EXACT ? exact : widePattern(steps, segments.length, below);
}

function patternOf(ways: string, path: string, below: string): string {
  return `${ALL_OF.before}(${ways})${REST}|${path}${below}.*${ALL_OF.after}`;
}

function textOf(steps: readonly Step[], spelling: 'plain' | 'any'): string {
  return steps.map((step) => step[spelling]).join('');
}

/** Ways to a path of which one step is hidden, all before it are plain, and all after it any. */
function waysTo(steps: readonly Step[]): string {
  const ways = steps.flatMap(({ hidden }, index) =>
    hidden === undefined
      ? []
      : [`${textOf(steps.slice(0, index), 'plain')}${hidden}${textOf(steps.slice(index + 1), 'any')}`],
  );
  return ways.join('|');
}

/** Pattern of as many of the steps, from the beginning and from the end, as there is room for. */
function widePattern(steps: readonly Step[], segments: number, below: string): string {
  const length = Math.min(LONGEST_EXACT + STEP * segments, LONGEST_PATH);
  let kept = steps.length;
  while (wideBy(steps, kept, below)(slashes(3)).length > length) {
    kept = Math.floor(kept / 2);
  }
  return lengthened(wideBy(steps, kept, below), length);
}

/** Pattern of so many of the first and the last steps, with a text for a slash. */
function wideBy(steps: readonly Step[], kept: number, below: string): (slash: string) => string {
  const last = steps.findLastIndex(({ hidden }) => hidden !== undefined);
  const cut = kept < steps.length ? '.*' : '';
  const begins = beginnings(steps.slice(0, last).slice(0, kept), kept < last ? '.*' : '');
  const end = textOf(steps.slice(Math.max(last + 1, steps.length - kept)), 'any');
  const hidden = [...new Set(steps.flatMap((step) => (step === SEPARATOR ? [HIDDEN] : (step.hidden ?? []))))];
  const path = `${textOf(steps.slice(0, kept), 'plain')}${cut}`;
  return (slash) => patternOf(`${begins}${slash}*(${hidden.join('|')}).*${end}`, path, below);
}

/** Pattern of the beginnings of steps, each up to one that may be hidden, and of what follows all of them. */
function beginnings(steps: readonly Step[], rest: string): string {
  return steps.reduceRight(
    (after, { plain, hidden }) => (hidden === undefined ? `${plain}${after}` : `(${plain}${after})?`),
    rest,
  );
}
