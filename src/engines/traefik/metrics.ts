import { literal, matching } from '../../base/promql.ts';
import type { Service } from '../../objects/core.ts';
import { type HttpRoute, isForProbe } from '../../objects/httproute.ts';
import {
  type EngineMetrics,
  isServiceOf,
  type Requests,
  routeNamesOf,
  routesOf,
  serviceNames,
} from '../metrics.ts';

/** Metrics of Traefik. */
export const TRAEFIK_METRICS = {
  source: 'traefik',
  series: 'requests that Traefik sends to Services of the component',
  namespaces: ['traefik', 'kube-system'],
  presence: 'traefik_config_last_reload_success',
  items: {
    request_time: {
      template:
        '1000 * sum(growth(traefik_service_request_duration_seconds_sum{$traefik})) / (sum(growth(traefik_service_request_duration_seconds_count{$traefik})) > 0)',
      meaning: 'mean response time over the last minute; no data without requests',
    },
    request: {
      template: 'sum(growth(traefik_service_requests_total{$traefik})) / 12',
      meaning: 'requests per 5 s, averaged over the last minute',
    },
    request_client: {
      template: 'sum(growth(traefik_service_request_duration_seconds_sum{$traefik})) / 60',
      meaning: 'clients that wait for a response at the same time, averaged over the last minute',
    },
    error_rate: {
      template:
        '100 * (sum(growth(traefik_service_requests_total{code=~"5..",$traefik})) or vector(0)) / (sum(growth(traefik_service_requests_total{$traefik})) > 0)',
      meaning: 'responses with a status of 500 to 599, of a hundred requests of the last minute',
    },
    p95: {
      template:
        '1000 * (histogram_quantile(0.95, sum by (le) (growth(traefik_service_request_duration_seconds_bucket{$traefik}))) >= 0)',
      meaning:
        'response time that 95 % of the requests of the last minute keep to, estimated from the buckets of the engine',
    },
  },
  matcher: traefikMatcher,
} as const satisfies EngineMetrics;

/**
 * Matcher of the names that Traefik gives to its services for the Services. It leaves out the names of ports (in
 * HTTPRoutes of versions before the minimum, and in TraefikServices without `safeNaming`): they join namespace and
 * name by a dash, so that `a-b` in `c` and `b` in `c-a` are one. It has no
 * negated classes like `[^@]`, of which Prometheus compares all letters of Unicode each time it parses one: 10 ms of CPU.
 */
function traefikMatcher({ namespace, services, rules, routes, of }: Requests): string | undefined {
  const groups = of === 'rules' ? routeNamesOf(rules) : undefined;
  const backends = backendNames(namespace, services, routesOf(rules, routes));
  const patterns = [...backends, ...partNames(namespace, services, groups)];
  return patterns.length === 0 ? undefined : matching('service', patterns.join('|'));
}

/**
 * Patterns of the names of backends of an HTTPRoute's rules. The dashes leave the end of the namespace ambiguous; the
 * name of the route settles it. Between that of the Gateway and the backend there are the entry point, the index of
 * the rule and a hash. Rules for questions of the operator do not count.
 */
function backendNames(
  namespace: string,
  services: readonly Service[],
  routes: readonly HttpRoute[],
): readonly string[] {
  const names = serviceNames(services);
  const leading = routes.filter((route) => indicesTo(route, names).length > 0);
  return [...Map.groupBy(leading, (route) => anyOf(indicesTo(route, names)))].flatMap(([indices, alike]) => {
    const starts = alike.flatMap(({ metadata, spec: { parentRefs = [] } }) =>
      parentRefs.map((gateway) => dashed(metadata.name, 'gw', gateway.namespace ?? namespace, gateway.name)),
    );
    const pattern =
      `httproute-${dashed(namespace)}-${anyOf(starts)}-ep-.+-${indices}-[0-9a-f]{20}` +
      `-svc-${literal(namespace)}-${anyOf(names)}-[0-9]+@kubernetesgateway`;
    return starts.length === 0 ? [] : [pattern];
  });
}

/** Names and the `_` that join them with `safeNaming`. */
const PART = '[0-9A-Za-z._-]+';

/** Pattern of the names of TraefikServices and IngressRoutes with `safeNaming`, whose `_` occurs in no name. */
function partNames(
  namespace: string,
  services: readonly Service[],
  groups: readonly string[] | undefined,
): readonly string[] {
  const names = serviceNames(services);
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

/** Indices of the rules of a route for clients that have one of the Services as a backend, rather than an object of an engine. */
function indicesTo({ spec }: HttpRoute, names: ReadonlySet<string>): readonly string[] {
  return (spec.rules ?? []).flatMap(({ matches, backendRefs = [] }, index) =>
    !isForProbe({ matches }) && backendRefs.some((backend) => isServiceOf(backend, names))
      ? [`${index}`]
      : [],
  );
}
