import { beginningOf, pathRegexSchema } from '../api/pathregex.ts';
import type { Policy } from '../api/policy.ts';
import { withoutSlash } from '../rule/effective.ts';
import type { IngressPath } from './ingress.ts';

/** Path of a rule that answers for a path of an Ingress. */
export interface RulePath {
  readonly path: string;
  /** Condition on the paths, of those from this one down. */
  readonly match?: Pick<NonNullable<Policy['match']>, 'path' | 'pathRegex'>;
  readonly rewrite?: NonNullable<Policy['rewrite']>['path'];
  /** Difference from the original. */
  readonly note?: string;
}

/** Path of a rule, or why there is none. */
export type TranslatedPath =
  | { readonly type: 'path'; readonly path: RulePath }
  | { readonly type: 'refused'; readonly why: string };

/** Ways of a path. */
interface PathSettings {
  /** Whether the paths of the host are regular expressions. */
  readonly regular: boolean;
  readonly rewriteTarget?: string | undefined;
}

const PLAIN = /^\/[-A-Za-z0-9/._~%!&',;=:@]*$/;

/** Path of a rule for one of an Ingress. Pure. */
export function translatePath(
  { path, pathType }: Pick<IngressPath, 'path' | 'pathType'>,
  { regular, rewriteTarget }: PathSettings,
): TranslatedPath {
  if (regular) {
    return regularPath(path, rewriteTarget === path ? undefined : rewriteTarget);
  }
  if (pathType === 'Exact') {
    return { type: 'path', path: { path, match: { path: 'exact' } } };
  }
  const isLoose = pathType === 'ImplementationSpecific' && path !== '/';
  const note = isLoose ? noteOnLoose(path) : undefined;
  return {
    type: 'path',
    path: { path: withoutSlash(path), ...(note === undefined ? {} : { note }) },
  };
}

function noteOnLoose(path: string): string {
  return path.endsWith('/')
    ? `${withoutSlash(path)} itself is answered too`
    : `by whole segments: ${path}bar is not answered any more`;
}

/** End of regular paths that has all of the rest. */
interface Tail {
  readonly tail: string;
  /** Number of the capture with the rest, among those of the tail; 0 for none. */
  readonly rest: number;
  /** The same in an expression of a rule. */
  readonly inRule: string;
}

const TAILS: readonly Tail[] = [
  { tail: '(/|$)(.*)', rest: 2, inRule: '(/.*)?' },
  { tail: '/?(.*)', rest: 1, inRule: '.*' },
  { tail: '/(.*)', rest: 1, inRule: '/.*' },
  { tail: '(/|$).*', rest: 0, inRule: '(/.*)?' },
  { tail: '(/|$)', rest: 0, inRule: '(/.*)?' },
  { tail: '/?.*', rest: 0, inRule: '.*' },
  { tail: '/.*', rest: 0, inRule: '/.*' },
  { tail: '(.*)', rest: 0, inRule: '.*' },
  { tail: '.*', rest: 0, inRule: '.*' },
];

/** End of a path that is the beginning of those that it is for. */
const OPEN: Tail = { tail: '', rest: 0, inRule: '.*' };

function regularPath(path: string, target: string | undefined): TranslatedPath {
  const text = path.replace(/^\^/, '');
  const { tail, rest, inRule } = TAILS.find((each) => text.endsWith(each.tail)) ?? OPEN;
  const beginning = text.slice(0, text.length - tail.length);
  const base = withoutSlash(beginning) || '/';
  if (!PLAIN.test(base)) {
    return expressionPath(path, wholeOf(beginning, inRule), target);
  }
  const note =
    base === '/'
      ? undefined
      : `by whole segments, and in this case only: it was the beginning of a path in any case`;
  const rewrite = rewriteOf(base, rest, target);
  if (rewrite === 'refused') {
    return refused(`rewrite-target ${target} has captures of ${path} that are not the rest of the path`);
  }
  return {
    type: 'path',
    path: {
      path: base,
      ...(rewrite === undefined ? {} : { rewrite }),
      ...(note === undefined ? {} : { note }),
    },
  };
}

/** Expression for whole paths, of one that is for their beginnings unless it ends with a dollar sign. */
function wholeOf(beginning: string, inRule: string): string {
  return /(^|[^\\])\$$/.test(beginning) && inRule === OPEN.inRule
    ? beginning.slice(0, -1)
    : beginning + inRule;
}

function expressionPath(path: string, pathRegex: string, target: string | undefined): TranslatedPath {
  const problem = pathRegexSchema.safeParse(pathRegex).error?.issues[0]?.message;
  if (problem !== undefined) {
    return refused(`the path ${path} is an expression that no rule has, which ${problem}`);
  }
  if (target?.includes('$')) {
    return refused(`rewrite-target ${target} has captures of ${path}, which is an expression`);
  }
  return {
    type: 'path',
    path: {
      path: beginningOf(pathRegex),
      match: { pathRegex },
      ...(target === undefined ? {} : { rewrite: { full: target } }),
      note: 'in this case only: the original ignores it',
    },
  };
}

/** Rewrite of a path by a target: the rest of the path after a new beginning, or a new path. */
function rewriteOf(base: string, rest: number, target: string | undefined): RulePath['rewrite'] | 'refused' {
  if (target === undefined) {
    return undefined;
  }
  if (!target.includes('$')) {
    return { full: target };
  }
  const capture = `/$${rest}`;
  const beginning = target.endsWith(capture) ? target.slice(0, -capture.length) : '$';
  if (rest === 0 || beginning.includes('$')) {
    return 'refused';
  }
  const prefix = beginning === '' ? '/' : beginning;
  return prefix === base ? undefined : { prefix };
}

function refused(why: string): TranslatedPath {
  return { type: 'refused', why };
}
