import type { Branch, WeightedBackend } from '../dialects/group.ts';
import type { Routed } from '../member.ts';

/** Branches of an HTTPRoute, and backends of a branch, that the Gateway API has room for. */
export const ROUTE_ROOM = 16;

/** The branches of members: those with the same cookies and headers share the requests that carry them, by weight. */
export function branchesOf(members: readonly Routed[]): Branch[] {
  return [...sharing(members).values()]
    .flatMap(([oldest, ...others]) => (oldest === undefined ? [] : [branchOf([oldest, ...others])]))
    .toSorted((a, b) => rank(b) - rank(a));
}

/** Members that one HTTPRoute has no room for, the youngest: too many branches, or too many backends of one. */
export function crowdedOut(members: readonly Routed[]): Routed[] {
  return [...sharing(members).values()].flatMap((branch, index) =>
    index < ROUTE_ROOM ? branch.slice(ROUTE_ROOM) : branch,
  );
}

/** Uids of the rules of which all that share their requests have the weight 0: no backend answers. */
export function idleIn(members: readonly Routed[]): string[] {
  return [...sharing(members).values()]
    .filter((branch) => branch.every(({ rule }) => rule.weight === 0))
    .flat()
    .map(({ object }) => object.metadata.uid);
}

function branchOf(members: readonly [Routed, ...Routed[]]): Branch {
  const [{ rule }] = members;
  const backends = members.map(
    ({ backend, rule: { weight } }): WeightedBackend => ({
      service: backend.service,
      port: backend.port,
      weight,
    }),
  );
  return { cookies: rule.cookies, headers: rule.headers, backends };
}

/** Members by their conditions on cookies and headers. */
function sharing(members: readonly Routed[]): ReadonlyMap<string, readonly Routed[]> {
  return Map.groupBy(members, ({ rule: { cookies, headers } }) =>
    JSON.stringify([sorted(cookies), sorted(lower(headers))]),
  );
}

function sorted(pairs: Branch['headers']): [string, string][] {
  return Object.entries(pairs).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Header names do not distinguish case. */
function lower(headers: Branch['headers']): Branch['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Order of branches: cookies go before headers, more of them before fewer, so that the most precise is tried first. */
function rank({ cookies, headers }: Pick<Branch, 'cookies' | 'headers'>): number {
  const [many, more] = [Object.keys(cookies).length, Object.keys(headers).length];
  return (many > 0 ? 2_000 : 0) + (more > 0 ? 1_000 : 0) + many * 20 + more;
}
