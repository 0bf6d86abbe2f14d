import type { Service } from '../objects/core.ts';
import type { HttpBackendRef, HttpRoute } from '../objects/httproute.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { parseRule } from '../rule/effective.ts';
import { groupsOf, HTTPS_SUFFIX } from '../rule/groupname.ts';
import { literal, matching, oneOf } from './promql.ts';

/**
 * HTTPRoutes of rules. Their names end with a hash of host and path, which nobody chooses: whoever names an HTTPRoute
 * freely can give it the name that another namespace's HTTPRoute has in metrics of Traefik.
 */
export function routesOf(rules: readonly GatewayRule[], routes: readonly HttpRoute[]): readonly HttpRoute[] {
  const names = new Set(routeNamesOf(rules));
  return routes.filter(({ metadata }) => names.has(metadata.name));
}

/** Names that HTTPRoutes of rules can have: those for plain HTTP and those for HTTPS. */
export function routeNamesOf(rules: readonly GatewayRule[]): readonly string[] {
  return rules.flatMap((rule) => {
    const parsed = parseRule(rule);
    return parsed.type === 'valid'
      ? groupsOf(parsed.rule).flatMap(({ name }) => [name, `${name}${HTTPS_SUFFIX}`])
      : [];
  });
}

/**
 * Matcher of the names that Traefik gives to its services for the Services. It leaves out the names of ports (in
 * HTTPRoutes of versions before the minimum, and in TraefikServices without `safeNaming`): they join namespace and
 * name by a dash, so that `a-b` in `c` and `b` in `c-a` are one. With `groups`, it selects only their requests. It has no
 * negated classes like `[^@]`, of which Prometheus compares all letters of Unicode each time it parses one: 10 ms of CPU.
 */
export function traefikMatcher(
  namespace: string,
  services: readonly Service[],
  routes: readonly HttpRoute[],
  groups?: readonly string[],
): string | undefined {
  const patterns = [...backendNames(namespace, services, routes), ...partNames(namespace, services, groups)];
  return patterns.length === 0 ? undefined : matching('service', patterns.join('|'));
}

/**
 * Patterns of the names of backends of an HTTPRoute's rules. The dashes leave the end of the namespace ambiguous; the
 * name of the route settles it. Between that of the Gateway and the backend there are the entry point, the index of
 * the rule and a hash.
 */
function backendNames(
  namespace: string,
  services: readonly Service[],
  routes: readonly HttpRoute[],
): readonly string[] {
  const names = namesOf(services);
  const starts = routes
    .filter((route) => leadsTo(route, names))
    .flatMap(({ metadata, spec: { parentRefs = [] } }) =>
      parentRefs.map((gateway) => dashed(metadata.name, 'gw', gateway.namespace ?? namespace, gateway.name)),
    );
  return starts.length === 0
    ? []
    : [
        `httproute-${dashed(namespace)}-${anyOf(starts)}-ep-.+-[0-9]+-[0-9a-f]{20}` +
          `-svc-${literal(namespace)}-${anyOf(names)}-[0-9]+@kubernetesgateway`,
      ];
}

/** Names and the `_` that join them with `safeNaming`. */
const PART = '[0-9A-Za-z._-]+';

/** Pattern of the names of TraefikServices and IngressRoutes with `safeNaming`, whose `_` occurs in no name. */
function partNames(
  namespace: string,
  services: readonly Service[],
  groups: readonly string[] | undefined,
): readonly string[] {
  const names = namesOf(services);
  if (names.size === 0 || groups?.length === 0) {
    return [];
  }
  // The name of a TraefikService is that of its group and a hash of its content.
  const parents =
    groups === undefined ? `(${PART}_)?` : `${literal(namespace)}_${anyOf(groups)}(-[0-9a-f]{16})?_${PART}_`;
  return [`${parents}${literal(namespace)}_${anyOf(names)}_[0-9A-Za-z.-]+@kubernetescrd`];
}

/** Name that Traefik makes of its parts: joined by dashes, one dash for each run of other characters. */
function dashed(...parts: readonly string[]): string {
  return parts.join('-').replaceAll(/[^a-z0-9]+/g, '-');
}

/** Pattern that matches each of the texts. */
function anyOf(texts: Iterable<string>): string {
  return `(${[...new Set(texts)].map(literal).join('|')})`;
}

/** Matcher of Envoy Gateway's names of the routes' clusters that lead to one of the Services. */
export function envoyMatcher(
  namespace: string,
  services: readonly Service[],
  routes: readonly HttpRoute[],
): string | undefined {
  return oneOf(
    'envoy_cluster_name',
    routes.flatMap((route) => envoyClusters(namespace, route, services)),
  );
}

/** Envoy Gateway's names of a route's clusters that lead to one of the Services. */
function envoyClusters(
  namespace: string,
  { metadata, spec }: HttpRoute,
  services: readonly Service[],
): readonly string[] {
  const names = namesOf(services);
  return (spec.rules ?? []).flatMap(({ backendRefs = [] }, rule) => {
    const cluster = `httproute/${namespace}/${metadata.name}/rule/${rule}`;
    const own = backendRefs.flatMap((backend, index) =>
      isOneOf(backend, names) ? [`${cluster}/backend/${index}`] : [],
    );
    return own.length === 0 ? [] : [cluster, ...own];
  });
}

/** Whether a route has one of the Services as a backend, rather than an object of an engine. */
function leadsTo({ spec }: HttpRoute, names: ReadonlySet<string>): boolean {
  return (spec.rules ?? []).some(({ backendRefs = [] }) =>
    backendRefs.some((backend) => isOneOf(backend, names)),
  );
}

function isOneOf({ kind = 'Service', name }: HttpBackendRef, names: ReadonlySet<string>): boolean {
  return kind === 'Service' && names.has(name);
}

function namesOf(services: readonly Service[]): ReadonlySet<string> {
  return new Set(services.map(({ metadata }) => metadata.name));
}
