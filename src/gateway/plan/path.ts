import { detoursOf, UNJUDGED } from '../../engines/detours.ts';
import type { Dialect } from '../../engines/engine.ts';
import type { UnsupportedFeature } from '../../engines/fields.ts';
import { type ListenerGroup, routesFor, sharedMembers } from '../../engines/group.ts';
import { isGuarded } from '../../engines/guards.ts';
import { pathMatch } from '../../engines/matches.ts';
import { objectOf, ownersOf, type Rendered } from '../../engines/object.ts';
import { GRPC_ROUTES } from '../../objects/grpcroute.ts';
import { HTTP_ROUTES, type HttpRoute, type HttpRouteMatch } from '../../objects/httproute.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { overburdening } from '../../rule/burden.ts';
import { type Crowding, type HttpConflict, httpConflicts, withNumber } from '../../rule/conflict.ts';
import type { EffectiveHttp } from '../../rule/effective.ts';
import { type EndingConflict, endingConflicts } from '../../rule/ending.ts';
import { HTTPS_SUFFIX } from '../../rule/groupname.ts';
import { protects } from '../../rule/guard.ts';
import { publicPort } from '../../rule/url.ts';
import { decided, type StatedPorts } from '../backends/stated.ts';
import { hostParents, standingListener } from '../listeners/parents.ts';
import { type Routed, routed } from '../member.ts';
import type { GatewayView, PathGroup } from '../observed.ts';
import { gatewayParent, type ListenerParent } from '../parent.ts';
import { withProbe } from '../probe/rule.ts';
import { type HostTls, httpsListenerFor, isSecure } from '../tls.ts';
import { branchesOf, crowdedOut, idleIn } from './branch.ts';

/** Plan of a path group: its HTTPRoutes, with what an engine has beside them. */
export interface PathPlan {
  readonly type: 'path';
  readonly group: PathGroup;
  /** Ports that its rules lead to or name, as far as rules state their protocols. */
  readonly stated: StatedPorts;
  readonly wanted: readonly Rendered[];
  /** The rules that the HTTPRoutes carry, the oldest first. */
  readonly contributors: readonly GatewayRule[];
  /** Rules that give way, by uid. */
  readonly conflicts: ReadonlyMap<string, HttpConflict | EndingConflict | Crowding>;
  /** Features that the rules request and the engine does not support, or not as requested: on each listener. */
  readonly unsupported: Readonly<Record<'plain' | 'secure', readonly UnsupportedFeature[]>>;
  /** Uids of rules that share the weight 0: no backend answers requests for them. */
  readonly idle: ReadonlySet<string>;
}

/** Path group with the statements that decide. */
type DecidedGroup = PathGroup & Pick<PathPlan, 'stated'>;

/** Plans the HTTPRoutes of a path group. */
export function pathPlan(group: PathGroup, gateway: GatewayView): PathPlan {
  const conflicts = conflictsIn(group);
  const fitting = routed(group.members.filter(({ object }) => !conflicts.has(object.metadata.uid)));
  const crowded = new Set(byScheme(fitting, group).flatMap(crowdedOut));
  const carried = fitting.filter((member) => !crowded.has(member));
  const noRoom = [...crowded, ...group.beyond].map(
    ({ object, rule: { host, path } }) => [object.metadata.uid, { type: 'no-room', host, path }] as const,
  );
  const stated = decided(group.statements, new Set(carried.map(({ object }) => object.metadata.uid)));
  return {
    type: 'path',
    group,
    stated,
    contributors: carried.map(({ object }) => object),
    conflicts: new Map([...conflicts, ...noRoom]),
    idle: new Set(byScheme(carried, group).flatMap(idleIn)),
    ...routesOf(carried, { ...group, stated }, gateway),
  };
}

/** Conflicts among the rules of the team; other teams have none of its hosts. */
function conflictsIn({ members, elsewhere, burdening, deciding }: PathGroup): PathPlan['conflicts'] {
  const [first] = members;
  if (first === undefined) {
    return new Map();
  }
  const burdens = overburdening([...members, ...burdening]).map(
    ({ object, rule: { host } }) => [object.metadata.uid, { type: 'burden', host }] as const,
  );
  const numbered = members.map((member) => withNumber(member, () => member.component));
  return new Map<string, HttpConflict | EndingConflict | Crowding>([
    ...burdens,
    ...httpConflicts([...numbered, ...elsewhere], first.rule),
    ...endingConflicts(deciding),
  ]);
}

/**
 * Whether a rule for calls waits for a certificate that is to be obtained: issuers prove the host by an HTTPRoute, and the
 * engine refuses one where the host has a GRPCRoute on the same listener.
 */
export function awaitsCertificate(rule: EffectiveHttp, tls: HostTls): boolean {
  return rule.grpc !== undefined && rule.autoSsl !== undefined && !isSecure({ rule }, tls);
}

/** Members that are served by plain HTTP, and those that are by HTTPS: each have a route. */
function byScheme(
  members: readonly Routed[],
  { tls }: PathGroup,
): readonly [plain: readonly Routed[], secure: readonly Routed[]] {
  return [
    members.filter((member) => !isSecure(member, tls) && !awaitsCertificate(member.rule, tls)),
    members.filter((member) => isSecure(member, tls)),
  ];
}

/**
 * The HTTPRoutes of the members: one on the listener for plain HTTP, one on that of the host's certificate, and
 * a redirect from the first to the second where a rule has it and none is served by plain HTTP. A rule with guards has
 * one, too, even while its certificate is missing: a rule for a shorter path or a wildcard must not answer in its place.
 */
function routesOf(members: readonly Routed[], group: DecidedGroup, gateway: GatewayView) {
  const [plain, secure] = byScheme(members, group);
  const { dialect } = gateway;
  const [onPlain, onSecure] = [
    listenerGroup(plain, group, '', gateway),
    listenerGroup(secure, group, HTTPS_SUFFIX, gateway),
  ];
  const [ofPlain, ofSecure] = [onPlain, onSecure].map((each) =>
    each === undefined || each.parents.length === 0 || !isServed(each, gateway)
      ? undefined
      : dialect.render(each),
  );
  const asksBackends = members.every(({ rule }) => rule.scalesToZero !== true);
  const redirects =
    plain.length === 0 &&
    secure.some(({ rule }) => protects(rule.policy) || (rule.redirect && ofSecure !== undefined));
  const wanted = [
    // An object that an HTTPRoute refers to stands before it.
    ...[ofPlain, ofSecure].flatMap((rendered) => rendered?.objects.toReversed() ?? []),
    ...(redirects && onSecure !== undefined ? [redirectRoute(onSecure, gateway)] : []),
  ];
  return {
    wanted: wanted.map((each) => withProbe(each, gateway, wanted, asksBackends)),
    unsupported: { plain: ofPlain?.unsupported ?? [], secure: ofSecure?.unsupported ?? [] },
  };
}

/** Whether the cluster serves the routes of a group. */
function isServed(group: ListenerGroup, { served }: GatewayView): boolean {
  const routes = routesFor(group);
  return routes === HTTP_ROUTES || routes === served.grpcRoutes;
}

/** References to the listener for the certificate of a host; none where it cannot be presented. */
function secureParents(
  [first]: readonly Routed[],
  { name, tls, stored }: PathGroup,
  gateway: GatewayView,
): readonly ListenerParent[] {
  if (first === undefined || tls.type !== 'usable') {
    return [];
  }
  const namespace = first.object.metadata.namespace;
  const listener = httpsListenerFor(first.rule.host, tls, namespace, (each) =>
    standingListener(each, gateway),
  );
  const route = stored.find(
    ({ resource, object }) =>
      (resource === HTTP_ROUTES || resource === GRPC_ROUTES) &&
      object.metadata.name === `${name}${HTTPS_SUFFIX}`,
  );
  const attached = (route?.object as HttpRoute | undefined)?.spec.parentRefs ?? [];
  return hostParents(
    listener,
    gateway,
    attached.filter(({ sectionName }) => sectionName === listener),
  );
}

function listenerGroup(
  members: readonly Routed[],
  group: DecidedGroup,
  suffix: '' | typeof HTTPS_SUFFIX,
  gateway: GatewayView,
): ListenerGroup | undefined {
  const [oldest] = members;
  if (oldest === undefined) {
    return undefined;
  }
  const { name: route } = group;
  const { name, http } = gateway.config;
  return {
    parents:
      suffix === HTTPS_SUFFIX ? secureParents(members, group, gateway) : [gatewayParent(name, http.listener)],
    namespace: oldest.object.metadata.namespace,
    route,
    name: `${route}${suffix}`,
    scheme: suffix === HTTPS_SUFFIX ? 'https' : 'http',
    ...sharedMembers(oldest.rule),
    branches: branchesOf(members, group.stated, gateway),
    owners: ownersOf(members),
  };
}

/**
 * The HTTPRoute that redirects plain requests of a group to HTTPS, permanently (301). Nothing passes it, so that no
 * request goes around what protects the group. Who answers challenges of ACME (RFC 8555, 8.3) has a longer path, which
 * every engine prefers: the HTTPRoute of cert-manager, or a rule of its own. Other ACME servers follow the redirect.
 */
function redirectRoute(group: ListenerGroup, { config, dialect }: GatewayView): Rendered {
  const { name, http } = config;
  const port = publicPort('https', config);
  const requestRedirect = { scheme: 'https', statusCode: 301, ...(port === 443 ? {} : { port }) };
  const spec = {
    parentRefs: [gatewayParent(name, http.listener)],
    hostnames: [group.host],
    rules: [{ matches: redirected(group, dialect), filters: [{ type: 'RequestRedirect', requestRedirect }] }],
  };
  return objectOf(group, HTTP_ROUTES, spec, `${group.route}-redirect`);
}

/** Matches of the requests that are redirected: of a group with guards, also those that are meant to go around them. */
function redirected(
  { path, branches }: ListenerGroup,
  dialect: Pick<Dialect, 'detours' | 'escapes'>,
): readonly HttpRouteMatch[] {
  const below = [{ path: pathMatch(path, {}, dialect) }];
  return dialect.detours === 'left' && branches.some(isGuarded)
    ? [...below, ...detoursOf({ path }, [{}]), UNJUDGED]
    : below;
}
