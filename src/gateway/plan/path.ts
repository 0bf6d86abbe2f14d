import type { Rendered, UnsupportedField } from '../dialects/dialect.ts';
import type { Branch, RuleGroup, WeightedBackend } from '../dialects/group.ts';
import type { Routed } from '../member.ts';
import type { GatewayView } from '../observed.ts';
import { ownersOf } from '../owned.ts';
import { type HostTls, httpsListenerFor, isSecure } from '../tls.ts';
import { redirectRoute } from './redirect.ts';

/** What the rules for one host and path of a namespace come to. */
export interface HttpRoutes {
  readonly objects: readonly Rendered[];
  /** What the engine will not do, of what the rules ask. */
  readonly losses: readonly UnsupportedField[];
  /** Uids of rules that share the weight 0: nobody answers requests for them. */
  readonly idle: ReadonlySet<string>;
}

/**
 * The routes of all rules for a host and path: one on the listener for plain HTTP, one on that of the
 * host's certificate, and a redirect from the first to the second where a rule asks for it and nobody is
 * served by plain HTTP. `members` are the oldest first.
 */
export function httpRoutes(
  name: string,
  members: readonly Routed[],
  tls: HostTls,
  gateway: GatewayView,
): HttpRoutes {
  const secure = members.filter((member) => isSecure(member, tls));
  const plain = members.filter((member) => !isSecure(member, tls));
  const { dialect, config } = gateway;
  const onPlain = groupOf(plain, { name, suffix: '', listener: config.http.listener, gateway });
  const onSecure = groupOf(secure, {
    name,
    suffix: '-tls',
    listener: secureListener(secure, tls, gateway),
    gateway,
  });
  const groups = [onPlain, onSecure].filter((group) => group !== undefined);
  const rendered = groups.map((group) => dialect.render(group));
  const redirects = plain.length === 0 && onSecure !== undefined && secure.some(({ rule }) => rule.redirect);
  return {
    objects: [
      // What a route refers to stands before it.
      ...rendered.flatMap(({ objects }) => objects.toReversed()),
      ...(redirects ? [redirectRoute(onSecure, config)] : []),
    ],
    losses: rendered.flatMap(({ losses }) => losses),
    idle: new Set([plain, secure].flatMap(idleOf)),
  };
}

function secureListener([first]: readonly Routed[], tls: HostTls, gateway: GatewayView): string | undefined {
  const namespace = first?.object.metadata.namespace ?? '';
  return first === undefined || tls.type !== 'usable'
    ? undefined
    : httpsListenerFor(first.rule.host, tls, namespace, gateway.object?.spec.listeners ?? []);
}

interface Place {
  readonly name: string;
  readonly suffix: string;
  readonly listener: string | undefined;
  readonly gateway: GatewayView;
}

function groupOf(
  members: readonly Routed[],
  { name, suffix, listener, gateway }: Place,
): RuleGroup | undefined {
  const [oldest] = members;
  if (oldest === undefined || listener === undefined) {
    return undefined;
  }
  const { host, path, settings, balancing } = oldest.rule;
  return {
    gateway: gateway.config.name,
    listener,
    namespace: oldest.object.metadata.namespace ?? '',
    route: name,
    name: `${name}${suffix}`,
    host,
    path,
    branches: branchesOf(members),
    settings,
    balancing,
    owners: ownersOf(members),
  };
}

/** Rules of a route, and backends of a rule, that the Gateway API has room for. */
const MOST = 16;

/** Members that a route has no room for, the youngest: too many conditions, or too many components for one. */
export function crowdedOut(members: readonly Routed[], tls: HostTls): Routed[] {
  return [true, false].flatMap((secure) => {
    const branches = [...sharing(members.filter((member) => isSecure(member, tls) === secure)).values()];
    return branches.flatMap((branch, index) => (index < MOST ? branch.slice(MOST) : branch));
  });
}

/** Members with the same cookies and headers share the requests that carry them, by weight. */
function branchesOf(members: readonly Routed[]): Branch[] {
  return [...sharing(members).values()]
    .flatMap(([oldest, ...others]) => (oldest === undefined ? [] : [branchOf([oldest, ...others])]))
    .toSorted((a, b) => rank(b) - rank(a));
}

function branchOf(members: readonly [Routed, ...Routed[]]): Branch {
  const [
    {
      rule: { cookies, headers },
    },
  ] = members;
  const backends = members.map(
    ({ backend, rule: { weight } }): WeightedBackend => ({
      service: backend.service,
      port: backend.port,
      weight,
    }),
  );
  return { cookies, headers, backends };
}

function idleOf(members: readonly Routed[]): string[] {
  return [...sharing(members).values()]
    .filter((branch) => branch.every(({ rule }) => rule.weight === 0))
    .flat()
    .map(({ object }) => object.metadata.uid);
}

/** Members by the cookies and headers that they ask for. */
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

/** Cookies go before headers, more of them before fewer: a wish that is more precise is tried first. */
function rank({ cookies, headers }: Pick<Branch, 'cookies' | 'headers'>): number {
  const [many, more] = [Object.keys(cookies).length, Object.keys(headers).length];
  return (many > 0 ? 2_000 : 0) + (more > 0 ? 1_000 : 0) + many * 20 + more;
}
