import type { HttpHeaderMatch, HttpRouteMatch } from '../../objects/httproute.ts';
import type { Branch } from '../group.ts';
import { cookiePatterns, isCookieValue, quoted } from './cookies.ts';
import type { Feature, Loss } from './dialect.ts';

/**
 * Where cookies are matched: in the route, by regular expressions on the header Cookie, or beside it, by
 * something of the engine's own.
 */
export type CookieMatching = 'in-route' | 'beside';

/** A loss that comes from the values of a feature, whatever the engine. */
export type Limit = Loss & { readonly field: Feature };

/** What the Gateway API has room for in a match: headers, and characters of a value. */
const MOST_HEADERS = 16;
const LONGEST_VALUE = 4096;

/** Header values that the Gateway API takes as they are. */
export const PLAIN_VALUE = /^[!-~]+([\t ]?[!-~]+)*$/;

/** What no header is. It stands where a match cannot say what a branch asks: less would match too much. */
const NOTHING: HttpHeaderMatch = { name: 'Cookie', type: 'RegularExpression', value: 'a^' };

/** The matches of a branch, of which a request must fulfil one. */
export function matchesOf(
  branch: Branch,
  prefix: string,
  cookies: CookieMatching,
): readonly HttpRouteMatch[] {
  const path = { type: 'PathPrefix', value: prefix } as const;
  const ways = unmatchable(branch, cookies) === undefined ? waysOf(branch, cookies) : [[NOTHING]];
  return ways.map((headers) => ({ path, ...(headers.length > 0 ? { headers } : {}) }));
}

/** How many headers each match of a branch names: the more, the earlier an engine tries it. */
export function precision(branch: Branch, cookies: CookieMatching): number {
  return waysOf(branch, cookies)[0]?.length ?? 0;
}

/** Why no request can match a branch. */
export function unmatchable(branch: Branch, cookies: CookieMatching): Limit | undefined {
  if (!Object.values(branch.cookies).every(isCookieValue)) {
    return cookieLoss('no cookie has a value with a semicolon, or with blanks around it');
  }
  const wanted = cookieHeader(branch);
  if (wanted !== undefined && !carries(wanted, branch.cookies)) {
    return cookieLoss('the header Cookie that domainHeader asks for does not hold these cookies');
  }
  const [headers = []] = waysOf(branch, cookies);
  if (headers.length > MOST_HEADERS) {
    return cookieLoss(`a match has room for ${MOST_HEADERS} headers, and cookies need one of them`);
  }
  const long = headers.find(({ value }) => value.length > LONGEST_VALUE);
  const why = `as a regular expression it would be longer than ${LONGEST_VALUE} characters`;
  return long && (long.name in branch.headers ? { field: 'http.domainHeader', why } : cookieLoss(why));
}

/** Lists of headers, of which a request must carry all of one. */
function waysOf(branch: Branch, cookies: CookieMatching): readonly (readonly HttpHeaderMatch[])[] {
  const headers = Object.keys(branch.headers)
    .toSorted()
    .map((name) => headerMatch(name, branch.headers[name] ?? ''));
  const beside = cookies === 'beside' || Object.keys(branch.cookies).length === 0;
  if (beside || cookieHeader(branch) !== undefined) {
    return [headers];
  }
  return cookiePatterns(branch.cookies).map((value) => [
    { name: 'Cookie', type: 'RegularExpression', value },
    ...headers,
  ]);
}

/** A header that is exactly this: by a regular expression where the Gateway API does not take the value as it is. */
function headerMatch(name: string, value: string): HttpHeaderMatch {
  return PLAIN_VALUE.test(value)
    ? { name, type: 'Exact', value }
    : { name, type: 'RegularExpression', value: `^${quoted(value)}$` };
}

/** The whole header Cookie, where domainHeader asks for it: a match has room for one condition on it. */
function cookieHeader({ headers }: Branch): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'cookie')?.[1];
}

function carries(header: string, cookies: Branch['cookies']): boolean {
  return (
    Object.keys(cookies).length === 0 ||
    cookiePatterns(cookies).some((pattern) => new RegExp(pattern).test(header))
  );
}

function cookieLoss(why: string): Limit {
  return { field: 'http.domainCookie', why };
}
