import { beginningOf, pathRegexSchema } from '../api/pathregex.ts';
import type { Policy } from '../api/policy.ts';
import { withoutSlash } from '../rule/effective.ts';
import { pathTypeOf } from './hosts.ts';
import type { IngressPath } from './ingress.ts';

/** Path of a rule that answers for a path of an Ingress. */
export interface RulePath {
  readonly path: string;
  /** Condition on the paths, of those from this one down. */
  readonly match?: Pick<NonNullable<Policy['match']>, 'path' | 'pathRegex'>;
  readonly rewrite?: NonNullable<Policy['rewrite']>['path'];
  /** Differences from the original. */
  readonly notes?: readonly string[];
}

/** Text that two paths of rules have in common if they are for the same requests. Pure. */
export function requestsKey({ path, match }: RulePath): string {
  return JSON.stringify([path, match]);
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
  given: Pick<IngressPath, 'path' | 'pathType'>,
  { regular, rewriteTarget }: PathSettings,
): TranslatedPath {
  const { path } = given;
  const target = rewriteTarget === path ? undefined : rewriteTarget;
  if (target?.includes('?')) {
    return refused(
      `rewrite-target ${target} has a query, and a rule rewrites paths alone: let the component take the path without it`,
    );
  }
  if (regular) {
    return regularPath(path, target === undefined ? undefined : withoutEmpty(target, path));
  }
  return pathTypeOf(given) === 'Exact'
    ? { type: 'path', path: { path, match: { path: 'exact' } } }
    : { type: 'path', path: { path: withoutSlash(path) } };
}

/** Target without the captures that its path does not have, which are empty. */
function withoutEmpty(target: string, path: string): string {
  const groups = groupsOf(path);
  return target.replace(/\$([1-9])/g, (capture, number) => (Number(number) > groups ? '' : capture));
}

/** Number of groups of an expression that capture. */
function groupsOf(expression: string): number {
  const signs = expression.replaceAll(/\\./g, '');
  return signs
    .split('(')
    .slice(1)
    .filter((rest) => !rest.startsWith('?')).length;
}

/** End of regular paths that has all of the rest. */
interface Tail {
  readonly tail: string;
  /** Captures that stand for a slash and the rest. */
  readonly rest: readonly string[];
  /** The same in an expression of a rule. */
  readonly inRule: string;
}

const TAILS: readonly Tail[] = [
  { tail: '(/|$)(.*)', rest: ['/$2', '$1$2'], inRule: '(/.*)?' },
  { tail: '(/.*)?', rest: ['$1'], inRule: '(/.*)?' },
  { tail: '(/.*|$)', rest: ['$1'], inRule: '(/.*)?' },
  { tail: '(|/.*)', rest: ['$1'], inRule: '(/.*)?' },
  { tail: '(/.*)', rest: ['$1'], inRule: '/.*' },
  { tail: '/?(.*)', rest: ['/$1'], inRule: '.*' },
  { tail: '/(.*)', rest: ['/$1'], inRule: '/.*' },
  { tail: '(/|$).*', rest: [], inRule: '(/.*)?' },
  { tail: '(/|$)', rest: [], inRule: '(/.*)?' },
  { tail: '/?.*', rest: [], inRule: '.*' },
  { tail: '/.*', rest: [], inRule: '/.*' },
  { tail: '(.*)', rest: ['$1'], inRule: '.*' },
  { tail: '.*', rest: [], inRule: '.*' },
];

/** End of a path that is the beginning of those that it is for. */
const OPEN: Tail = { tail: '', rest: [], inRule: '.*' };

function regularPath(path: string, target: string | undefined): TranslatedPath {
  const text = path.replace(/^\^/, '');
  const { tail, rest, inRule } = TAILS.find((each) => text.endsWith(each.tail)) ?? OPEN;
  const beginning = text.slice(0, text.length - tail.length);
  const base = withoutSlash(beginning) || '/';
  if (!PLAIN.test(base)) {
    return expressionPath(path, wholeOf(beginning, inRule), target);
  }
  const rewrite = rewriteOf(base, rest, target);
  if (rewrite === 'refused') {
    return refused(
      `rewrite-target ${target} has captures of ${path} that are not the rest of the path, which alone a rule keeps: write the path as ${base === '/' ? '' : base}(/|$)(.*) and the target as /$2, or as /NEW/$2, or let the component take the path as it is`,
    );
  }
  const isBelow = beginning.endsWith('/') || inRule === '/.*';
  const notes = [
    `by whole segments, and in this case only: ${path} was the beginning of a path in any case`,
    ...(isBelow ? [`${base} itself is answered too`] : []),
  ];
  return {
    type: 'path',
    path: { path: base, ...(rewrite === undefined ? {} : { rewrite }), notes: base === '/' ? [] : notes },
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
    return refused(
      `the path ${path} is an expression that engines may read differently: in the words of a rule, ${pathRegex} ${problem}; write it in other words, or as several paths`,
    );
  }
  if (target?.includes('$')) {
    return refused(
      `rewrite-target ${target} has captures of ${path}, and a rule keeps the rest of a path after one beginning only: have a path of its own, such as /NAME(/|$)(.*) with /$2, for each beginning, or let the component take the path as it is`,
    );
  }
  return {
    type: 'path',
    path: {
      path: beginningOf(pathRegex),
      match: { pathRegex },
      ...(target === undefined ? {} : { rewrite: { full: target } }),
      notes: [`in this case only: ${path} was for paths in any case`],
    },
  };
}

/** Rewrite of a path by a target: the rest of the path after a new beginning, or a new path. */
function rewriteOf(
  base: string,
  rest: readonly string[],
  target: string | undefined,
): RulePath['rewrite'] | 'refused' {
  if (target === undefined) {
    return undefined;
  }
  if (!target.includes('$')) {
    return { full: target };
  }
  const capture = rest.find((each) => target.endsWith(each));
  const beginning = capture === undefined ? '$' : target.slice(0, -capture.length);
  if (beginning.includes('$') || beginning.endsWith('/')) {
    return 'refused';
  }
  const prefix = beginning === '' ? '/' : beginning;
  return prefix === base ? undefined : { prefix };
}

function refused(why: string): TranslatedPath {
  return { type: 'refused', why };
}
