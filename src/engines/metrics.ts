import type { Service } from '../objects/core.ts';
import type { HttpBackendRef, HttpRoute } from '../objects/httproute.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { parseRule } from '../rule/effective.ts';
import { groupsOf, HTTPS_SUFFIX } from '../rule/groupname.ts';

/** Items that the metrics of an engine have. */
export type RequestItem = 'request_time' | 'request' | 'request_client' | 'error_rate' | 'p95';

/** Query of an item, and its meaning. */
export interface ItemQuery {
  /** PromQL with the placeholder of the engine, and `growth` for the growth of a counter in the last minute. */
  readonly template: string;
  readonly meaning: string;
}

/** Metrics on requests that an engine exports. */
export interface EngineMetrics {
  /** Name of the source in the configuration, and of the placeholder for the series of a component. */
  readonly source: string;
  /** Series that the placeholder stands for, for the documentation. */
  readonly series: string;
  /** Namespaces in which the engine runs by its own documentation, or by that of k3s. They are no team's. */
  readonly namespaces: readonly string[];
  /**
   * Gauge of each replica, there from its start. Where Prometheus has one at the start of the window, its last scrape of
   * the replica had succeeded: a counter that was not there then had counted nothing.
   */
  readonly presence: string;
  readonly items: Readonly<Record<RequestItem, ItemQuery>>;
  /** Label matchers of the series of requests for Services; undefined where there are none. */
  readonly matcher: (requests: Requests) => string | undefined;
}

/** Requests that series count. */
export interface Requests {
  readonly namespace: string;
  /** Services of a component. */
  readonly services: readonly Service[];
  /** Rules that lead to the component. */
  readonly rules: readonly GatewayRule[];
  /** HTTPRoutes that may lead to the Services. */
  readonly routes: readonly HttpRoute[];
  /** Whether all requests for the Services count, or those of the rules only. */
  readonly of: 'services' | 'rules';
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
 * HTTPRoutes of rules. Their names end with a hash of host and path, which nobody chooses: whoever names an HTTPRoute
 * freely can give it the name that another namespace's HTTPRoute has in metrics of Traefik.
 */
export function routesOf(rules: readonly GatewayRule[], routes: readonly HttpRoute[]): readonly HttpRoute[] {
  const names = new Set(routeNamesOf(rules));
  return routes.filter(({ metadata }) => names.has(metadata.name));
}

/** Whether a backend is one of the Services with these names, rather than an object of an engine. */
export function isServiceOf(
  { kind = 'Service', name }: HttpBackendRef,
  services: ReadonlySet<string>,
): boolean {
  return kind === 'Service' && services.has(name);
}

/** Names of Services. */
export function serviceNames(services: readonly Service[]): ReadonlySet<string> {
  return new Set(services.map(({ metadata }) => metadata.name));
}
