import { oneOf } from '../../base/promql.ts';
import type { Service } from '../../objects/core.ts';
import { type HttpRoute, isForProbe } from '../../objects/httproute.ts';
import { type EngineMetrics, isServiceOf, type Requests, serviceNames } from '../metrics.ts';

/** Metrics of Envoy, as Envoy Gateway runs it. */
export const ENVOY_METRICS = {
  source: 'envoy',
  series: 'requests that Envoy sends to the component through the HTTPRoutes of Envoy Gateway',
  namespaces: ['envoy-gateway-system'],
  presence: 'envoy_server_live',
  items: {
    request_time: {
      template:
        'sum(growth(envoy_cluster_upstream_rq_time_sum{$envoy})) / (sum(growth(envoy_cluster_upstream_rq_time_count{$envoy})) > 0)',
      meaning: 'mean response time over the last minute; no data without requests',
    },
    request: {
      template: 'sum(growth(envoy_cluster_upstream_rq_total{$envoy})) / 12',
      meaning: 'requests per 5 s, averaged over the last minute',
    },
    request_client: {
      template: 'sum(envoy_cluster_upstream_rq_active{$envoy})',
      meaning: 'clients that currently wait for a response',
    },
    error_rate: {
      template:
        '100 * (sum(growth(envoy_cluster_upstream_rq_xx{envoy_response_code_class="5",$envoy})) or vector(0)) / (sum(growth(envoy_cluster_upstream_rq_total{$envoy})) > 0)',
      meaning: 'responses with a status of 500 to 599, of a hundred requests of the last minute',
    },
    p95: {
      template:
        'histogram_quantile(0.95, sum by (le) (growth(envoy_cluster_upstream_rq_time_bucket{$envoy}))) >= 0',
      meaning:
        'response time that 95 % of the requests of the last minute keep to, estimated from the buckets of the engine',
    },
  },
  matcher: envoyMatcher,
} as const satisfies EngineMetrics;

/** Matcher of Envoy Gateway's names of the routes' clusters that lead to one of the Services. */
function envoyMatcher({ namespace, services, routes }: Requests): string | undefined {
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
  const names = serviceNames(services);
  return (spec.rules ?? []).flatMap(({ matches, backendRefs = [] }, rule) => {
    const cluster = `httproute/${namespace}/${metadata.name}/rule/${rule}`;
    // Questions of the operator are no requests of clients.
    const counted = isForProbe({ matches }) ? [] : backendRefs;
    const own = counted.flatMap((backend, index) =>
      isServiceOf(backend, names) ? [`${cluster}/backend/${index}`] : [],
    );
    return own.length === 0 ? [] : [cluster, ...own];
  });
}
