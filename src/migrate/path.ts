import type { Policy } from '../api/policy.ts';
import { withoutSlash } from '../rule/effective.ts';
import type { IngressPath } from './ingress.ts';

/** Path of a rule that answers for a path of an Ingress. */
export interface RulePath {
  readonly path: string;
  readonly exact: boolean;
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
    return { type: 'path', path: { path, exact: true } };
  }
  const isLoose = pathType === 'ImplementationSpecific' && path !== '/';
  const note = isLoose ? noteOnLoose(path) : undefined;
  return {
    type: 'path',
    path: { path: withoutSlash(path), exact: false, ...(note === undefined ? {} : { note }) },
  };
}

function noteOnLoose(path: string): string {
  return path.endsWith('/')
    ? `${withoutSlash(path)} itself is answered too`
    : `by whole segments: ${path}bar is not answered any more`;
}

/** Ends of regular paths that have all of the rest, with the number of the capture that has it. */
const TAILS: readonly { readonly tail: string; readonly rest: number }[] = [
  { tail: '(/|$)(.*)', rest: 2 },
  { tail: '/?(.*)', rest: 1 },
  { tail: '/(.*)', rest: 1 },
  { tail: '(/|$).*', rest: 0 },
  { tail: '(/|$)', rest: 0 },
  { tail: '/?.*', rest: 0 },
  { tail: '/.*', rest: 0 },
  { tail: '(.*)', rest: 0 },
  { tail: '.*', rest: 0 },
];

function regularPath(path: string, target: string | undefined): TranslatedPath {
  const text = path.replace(/^\^/, '');
  const { tail, rest } = TAILS.find((each) => text.endsWith(each.tail)) ?? { tail: '', rest: 0 };
  const base = withoutSlash(text.slice(0, text.length - tail.length)) || '/';
  if (!PLAIN.test(base)) {
    return refused(
      `the path ${path} is a regular expression, which no rule has yet: write its prefixes as paths of their own`,
    );
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
      exact: false,
      ...(rewrite === undefined ? {} : { rewrite }),
      ...(note === undefined ? {} : { note }),
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
