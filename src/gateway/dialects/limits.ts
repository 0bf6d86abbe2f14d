import type { Configuration } from '../../api/gatewayrule.ts';
import type { Branch, RouteGroup } from '../group.ts';
import { type CookieMatching, type Limit, PLAIN_VALUE, precision, unmatchable } from './matches.ts';

/** What a group asks for and cannot have under any engine, because of its values. */
export function limitsOf({ branches, settings }: RouteGroup, cookies: CookieMatching): readonly Limit[] {
  return [
    ...branches.flatMap((branch) => unmatchable(branch, cookies) ?? []),
    ...branches.flatMap((branch, index) => overtaken(branch, branches.slice(index + 1), cookies) ?? []),
    ...headerLosses(settings),
    ...timeoutLosses(settings),
  ];
}

/** Why requests of a branch with cookies go to a later one: engines try conditions on more headers first. */
function overtaken(branch: Branch, later: readonly Branch[], cookies: CookieMatching): Limit | undefined {
  const names = Object.keys(branch.cookies);
  const first = later.find(
    (other) => precision(other, cookies) > precision(branch, cookies) && areCompatible(branch, other),
  );
  if (names.length === 0 || first === undefined) {
    return undefined;
  }
  const why =
    `a request that has ${listed(names)} and also the headers ${listed(Object.keys(first.headers))} of another ` +
    'rule goes to that one: conditions on more headers are tried first';
  return { field: 'http.domainCookie', why };
}

/** Whether one request can fulfil both: as far as their headers tell. */
function areCompatible(one: Branch, other: Branch): boolean {
  const wanted = new Map(Object.entries(other.headers).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.entries(one.headers).every(
    ([name, value]) => (wanted.get(name.toLowerCase()) ?? value) === value,
  );
}

function headerLosses({ setHeaders = [] }: Configuration): readonly Limit[] {
  const refused = setHeaders.filter(({ value }) => value.trim() !== '' && !PLAIN_VALUE.test(value.trim()));
  return refused.map(({ key }) => ({
    field: 'http.configuration.setHeaders' as const,
    why: `the Gateway API sets no header to a value with two blanks in a row, so ${key} stays as it is`,
  }));
}

const TIMEOUTS = ['proxyConnectTimeout', 'proxyReadTimeout', 'proxySendTimeout'] as const;

function timeoutLosses(settings: Configuration): readonly Limit[] {
  return TIMEOUTS.filter((name) => settings[name] === 0).map((name) => ({
    field: `http.configuration.${name}` as const,
    why: 'no request would succeed in 0 seconds, so the engine’s own timeout holds',
  }));
}

function listed(names: readonly string[]): string {
  return names.toSorted().join(' and ');
}
