import { type HttpHeaderMatch, type HttpRouteMatch, LONGEST_PATH } from '../objects/httproute.ts';
import { cookiePatterns, holdsCookies, isCookieValue, literalPattern } from './cookies.ts';
import type { UnsupportedFeature } from './fields.ts';
import type { Branch, ListenerGroup, RouteStyle } from './group.ts';
import { lengthened, spelledPattern } from './spelling.ts';

/** Limits of the Gateway API: headers in a match, and characters in a header's value. */
export const MOST_HEADERS = 16;
export const LONGEST_VALUE = 4096;

/** Header values that the Gateway API takes as they are. */
export const PLAIN_VALUE = /^[!-~]+([\t ][!-~]+)*$/;

/** A condition that no request meets, for a branch that a match cannot express: less would match too much. */
const NOTHING: HttpHeaderMatch = { name: 'Cookie', type: 'RegularExpression', value: 'a^' };

/** A condition that every request with cookies meets; it is there so that engines count it. */
const ANY_COOKIE: HttpHeaderMatch = { name: 'Cookie', type: 'RegularExpression', value: '^.+$' };

/** The matches of a branch, of which a request must fulfil one. */
export function matchesOf(
  { path, branches }: ListenerGroup,
  branch: Branch,
  style: RouteStyle,
): readonly HttpRouteMatch[] {
  // Of matches with as many headers, Envoy Gateway tries those with more exact ones first, then those with
  // more cookies: a branch without cookies must not win by the former.
  const yields = style.cookies === 'beside' && !hasCookies(branch) && branches.some(hasCookies);
  const ways =
    unmatchable(branch, style) === undefined
      ? waysOf(branch, style, yields ? 'RegularExpression' : 'Exact')
      : [[NOTHING]];
  const { methods, query } = branch;
  const wanted = pathMatch(path, branch, style);
  const queryParams = Object.entries(query)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => ({ type: 'Exact', name, value }) as const);
  return ways.flatMap((headers) =>
    (methods.length === 0 ? [undefined] : methods.toSorted()).map((method) => ({
      path: wanted,
      ...(method === undefined ? {} : { method }),
      ...(headers.length > 0 ? { headers } : {}),
      ...(queryParams.length > 0 ? { queryParams } : {}),
    })),
  );
}

/** Signs around an expression for a whole path: some engines search for it in the path, and a dot is a newline, too. */
export const ALL_OF = { before: '^(?s:', after: ')$' } as const;

/** The condition on the path of a branch. */
export function pathMatch(
  path: string,
  { exactPath, pathRegex }: Pick<Branch, 'exactPath' | 'pathRegex'>,
  { escapes }: Pick<RouteStyle, 'escapes'>,
): HttpRouteMatch['path'] {
  if (pathRegex !== undefined) {
    return { type: 'RegularExpression', value: `${ALL_OF.before}${pathRegex}${ALL_OF.after}` };
  }
  const spelled = escapes === 'spelled' ? spelledPattern(exactPath ?? path) : undefined;
  if (spelled !== undefined) {
    return { type: 'RegularExpression', value: spelledMatch(spelled, exactPath !== undefined) };
  }
  return exactPath === undefined ? { type: 'PathPrefix', value: path } : { type: 'Exact', value: exactPath };
}

/**
 * An expression for a path alone, or for all below it, too. The first is as long as a match may be: Traefik tries longer
 * ones first, as it tries a whole path before the beginning of one.
 */
function spelledMatch(spelled: string, isWhole: boolean): string {
  return isWhole
    ? lengthened((slash) => `${ALL_OF.before}${spelled.replace('/', slash)}${ALL_OF.after}`, LONGEST_PATH)
    : `${ALL_OF.before}${spelled}(/.*)?${ALL_OF.after}`;
}

/** Number of headers that each match of a branch names: the more, the earlier engines try it. */
export function precision(branch: Branch, style: RouteStyle): number {
  return waysOf(branch, style)[0]?.length ?? 0;
}

/** Whether requests of a branch must carry cookies. */
export function hasCookies({ cookies }: Branch): boolean {
  return Object.keys(cookies).length > 0;
}

/** The field for which no request can match a branch; undefined where requests can. */
export function unmatchable(branch: Branch, style: RouteStyle): UnsupportedFeature | undefined {
  if (!Object.values(branch.cookies).every(isCookieValue)) {
    return cookieLimit('no cookie has a value with a semicolon, or with blanks around it');
  }
  const wanted = cookieHeader(branch);
  if (wanted !== undefined && !holdsCookies(wanted, branch.cookies)) {
    return cookieLimit('the header Cookie that domainHeader asks for does not hold these cookies');
  }
  const [headers = []] = waysOf(branch, style);
  const unknown = headers.find(({ name }) => !style.knows(name));
  if (unknown !== undefined) {
    return { field: 'http.domainHeader', why: `the engine takes no header of the name ${unknown.name}` };
  }
  if (headers.length > MOST_HEADERS) {
    return cookieLimit(`a match has room for ${MOST_HEADERS} headers, and cookies need one of them`);
  }
  const long = headers.find(({ value }) => value.length > LONGEST_VALUE);
  const why = `as a regular expression it would be longer than ${LONGEST_VALUE} characters`;
  return long && (long.name in branch.headers ? { field: 'http.domainHeader', why } : cookieLimit(why));
}

/** Lists of headers, of which a request must carry all of one. */
function waysOf(
  branch: Branch,
  { cookies }: RouteStyle,
  type: HttpHeaderMatch['type'] = 'Exact',
): readonly (readonly HttpHeaderMatch[])[] {
  const headers = Object.entries(branch.headers)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => headerMatch(name, value, type));
  if (!hasCookies(branch) || cookieHeader(branch) !== undefined) {
    return [headers];
  }
  if (cookies === 'beside') {
    return [headers.length < MOST_HEADERS ? [ANY_COOKIE, ...headers] : headers];
  }
  return cookiePatterns(branch.cookies).map((value) => [
    { name: 'Cookie', type: 'RegularExpression', value },
    ...headers,
  ]);
}

/** A header that is exactly this, in the wanted way as far as the Gateway API takes the value in it. */
function headerMatch(name: string, value: string, type: HttpHeaderMatch['type']): HttpHeaderMatch {
  const plain = PLAIN_VALUE.test(value);
  if (plain && type === 'Exact') {
    return { name, type, value };
  }
  const pattern = `^${literalPattern(value)}$`;
  return plain && pattern.length > LONGEST_VALUE
    ? { name, type: 'Exact', value }
    : { name, type: 'RegularExpression', value: pattern };
}

/** The whole header Cookie, where domainHeader names it: a match has room for one condition on it. */
function cookieHeader({ headers }: Branch): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'cookie')?.[1];
}

function cookieLimit(why: string): UnsupportedFeature {
  return { field: 'http.domainCookie', why };
}
