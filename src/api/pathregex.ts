import { z } from 'zod';
import { type CelRule, checked } from './grammar.ts';

/**
 * Expressions that RE2, Go and PCRE read alike, and all in bounded time: no group is repeated, none holds another, and
 * engines that write them into a file of their own find no sign in them that ends a word of it.
 */
const EXPRESSION =
  /^\/(([-A-Za-z0-9/_~!&,=:@.]|\\[.*+$dw]|\[\^?([A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9/_~!&,@*+$]|\\[-.dw])+-?\])[*+?]?|\((([-A-Za-z0-9/_~!&,=:@.]|\\[.*+$dw]|\[\^?([A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9/_~!&,@*+$]|\\[-.dw])+-?\])[*+?]?)*(\|(([-A-Za-z0-9/_~!&,=:@.]|\\[.*+$dw]|\[\^?([A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9/_~!&,@*+$]|\\[-.dw])+-?\])[*+?]?)*)*\)[?]?)*$/;

const FEW_REPETITIONS = /^([^*+?]*[*+?]){0,8}[^*+?]*$/;

/** Regular expression for whole paths. */
export const pathRegexSchema = checked(z.string().min(1).max(256), [
  {
    rule: `self.matches(r'${EXPRESSION.source}')`,
    message:
      'must be a regular expression for a whole path, from its first slash on: characters, escaped by \\ where needed, [classes], \\d, \\w and (groups|without groups), which only ? may follow; *, + and ? elsewhere',
    holds: (text) => EXPRESSION.test(text),
  },
  {
    rule: `self.matches(r'${FEW_REPETITIONS.source}')`,
    message: 'must not have more than 8 signs *, + and ?',
    holds: (text) => FEW_REPETITIONS.test(text),
  },
  {
    // The API server reports what it cannot compile.
    rule: "'/'.matches(self) || !'/'.matches(self)",
    message: 'must not have a range that ends before it begins',
    holds: (text) => rangesOf(text).every(([from = '', to = '']) => from <= to),
  },
]);

/** The ranges of the classes of an expression, by their ends. */
function rangesOf(expression: string): readonly (readonly string[])[] {
  const [, ...classes] = expression.split('[').map((part) => part.split(']', 1)[0] ?? '');
  return classes.flatMap((each) =>
    (each.match(/[A-Za-z0-9]-[A-Za-z0-9]/g) ?? []).map((ends) => ends.split('-')),
  );
}

/** Rest of an expression after a path, with which it is for this path and paths below it only. */
const BELOW = /^(\/[?]?|\/([^*+?].*)?|[(]\/([^|)*+?][^|)]*)?([|]\/([^|)*+?][^|)]*)?)*[)]([?]|[^?].*)?)?$/;

/** Parts of a path that must not stand beside an expression: signs that it would not take for themselves, or a slash at its end. */
const UNFIT = /[^-A-Za-z0-9/_~!&,=:@.]|\/$/;

const MATCH = 'self.policy.match';
const LITERAL = "self.domainPath.replace('.', r'\\.')";
const REST = `${MATCH}.pathRegex.substring(size(${LITERAL}))`;
const IS_BELOW = `!self.domainPath.matches(r'${UNFIT.source}') && ${MATCH}.pathRegex.startsWith(${LITERAL}) && ${REST}.matches(r'${BELOW.source}')`;

/** Check of the HTTP part of a rule that its expression is for paths below its own, which it claims. */
export const BELOW_DOMAIN_PATH: CelRule & { readonly holds: (http: WithPathRegex) => boolean } = {
  // Written without variables, whose length the API server would not know.
  rule: `!has(self.policy) || !has(${MATCH}) || !has(${MATCH}.pathRegex) || (has(self.domainPath) && self.domainPath != '/' ? ${IS_BELOW} : ${MATCH}.pathRegex.matches(r'${BELOW.source}'))`,
  message:
    'must have a policy.match.pathRegex that begins with domainPath, by whole segments: /api(/v[0-9]+)? or /api/.* for the domainPath /api, which has no slash at its end, and no other signs than letters, digits and -._~!&,=:@',
  path: ['policy', 'match', 'pathRegex'],
  holds: ({ domainPath = '/', policy }) => {
    const { pathRegex } = policy?.match ?? {};
    const path = domainPath === '/' ? '' : domainPath;
    return (
      pathRegex === undefined ||
      (!UNFIT.test(path) && isBelow(pathRegex, path.replaceAll('.', String.raw`\.`)))
    );
  },
};

/** Fields that the check of an expression looks at. */
interface WithPathRegex {
  readonly domainPath?: string | undefined;
  readonly policy?: { readonly match?: { readonly pathRegex?: string | undefined } | undefined } | undefined;
}

/** Whether an expression is only for a path, written as an expression, and for paths below it. */
function isBelow(expression: string, path: string): boolean {
  return expression.startsWith(path) && BELOW.test(expression.slice(path.length));
}

/** The longest path with which all paths begin, by whole segments, that an expression is for. */
export function beginningOf(expression: string): string {
  let [path = ''] = /^([-A-Za-z0-9/_~!&,=:@]|\\[.*+$])*/.exec(expression) ?? [];
  while (path !== '' && !isBelow(expression, path)) {
    path = path.slice(0, path.lastIndexOf('/'));
  }
  return path.replaceAll('\\', '') || '/';
}
