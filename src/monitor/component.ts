import { LABELS } from '../api/group.ts';
import { factsOf } from '../component/facts.ts';
import type { Service } from '../objects/core.ts';
import type { HttpBackendRef, HttpRoute } from '../objects/httproute.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import type { Workload } from '../objects/workload.ts';
import { parseRule } from '../rule/effective.ts';
import { groupsOf } from '../rule/groupname.ts';
import { isOpen } from '../rule/open.ts';
import { traitsOf } from '../workload/kinds.ts';
import type { Matchers } from './placeholder.ts';
import { equal, literal, matching, oneOf } from './promql.ts';

/** Objects of an application in one namespace that monitoring reads. */
export interface Inventory {
  readonly namespace: string;
  /** Workloads of components; a component without a workload is not listed. */
  readonly workloads: readonly Workload[];
  /** Services of the components. */
  readonly services: readonly Service[];
  readonly rules: readonly GatewayRule[];
  /** HTTPRoutes of the namespace. */
  readonly routes: readonly HttpRoute[];
}

/** A component with the label matchers of its series. */
export interface MonitoredComponent {
  /** `service_id`. */
  readonly id: string;
  /** `service_cname`: the display name. */
  readonly name: string;
  /** `service_alias`. */
  readonly alias: string;
  /** Whether a port of it is open to the outside. */
  readonly outer: boolean;
  readonly matchers: Matchers;
}

/** Components of an application, in the order of its workloads. Pure. */
export function componentsOf(inventory: Inventory): readonly MonitoredComponent[] {
  const groups = Map.groupBy(inventory.workloads, componentIdOf);
  return [...groups].map(([id, workloads]) => componentOf(id, workloads, inventory));
}

function componentOf(id: string, workloads: readonly Workload[], inventory: Inventory): MonitoredComponent {
  const { namespace, routes } = inventory;
  const services = inventory.services.filter(({ metadata }) => metadata.labels?.[LABELS.componentId] === id);
  const rules = inventory.rules.filter(({ spec: { http, tcp } }) => (http ?? tcp)?.serviceId === id);
  const [first] = workloads;
  return {
    id,
    name: first === undefined ? id : factsOf(first).name,
    alias: first?.metadata.labels?.[LABELS.componentAlias] ?? id,
    outer: portsOf(services, rules).some((port) => isOpen(port, rules, services)),
    matchers: {
      traefik: traefikMatcher(namespace, services, routesOf(rules, routes)),
      envoy: oneOf(
        'envoy_cluster_name',
        routes.flatMap((route) => envoyClusters(namespace, route, services)),
      ),
      component: `${equal('service_id', id)},${equal('namespace', namespace)}`,
      rainbond: equal('service_id', id),
      pods: `${equal('namespace', namespace)},${matching('pod', workloads.map(podPattern).join('|'))}`,
      services: servicesMatcher(namespace, services),
    },
  };
}

function componentIdOf({ metadata }: Workload): string {
  return metadata.labels?.[LABELS.componentId] ?? metadata.name;
}

function portsOf(services: readonly Service[], rules: readonly GatewayRule[]): readonly number[] {
  return [
    ...services
      .flatMap(({ spec }) => spec.ports ?? [])
      .map(({ port, targetPort }) => Number(targetPort ?? port)),
    ...rules.flatMap(({ spec: { http, tcp } }) => (http ?? tcp)?.containerPort ?? []),
  ];
}

/**
 * HTTPRoutes of rules. Their names end with a hash of host and path, which nobody chooses: whoever names an HTTPRoute
 * freely can give it the name that another namespace's HTTPRoute has in metrics of Traefik.
 */
function routesOf(rules: readonly GatewayRule[], routes: readonly HttpRoute[]): readonly HttpRoute[] {
  const names = new Set(
    rules.flatMap((rule) => {
      const parsed = parseRule(rule);
      return parsed.type === 'valid' ? groupsOf(parsed.rule).map(({ name }) => name) : [];
    }),
  );
  return routes.filter(({ metadata }) => names.has(metadata.name));
}

/**
 * Matcher of the names that Traefik gives to its services for the Services. It leaves out the names of ports (in
 * HTTPRoutes of versions before the minimum, and in TraefikServices without `safeNaming`): they join namespace and
 * name by a dash, so that `a-b` in `c` and `b` in `c-a` are one.
 */
function traefikMatcher(
  namespace: string,
  services: readonly Service[],
  routes: readonly HttpRoute[],
): string | undefined {
  const patterns = [...backendNames(namespace, services, routes), ...partNames(namespace, services)];
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
        `httproute-${dashed(namespace)}-${anyOf(starts)}-ep-[^@]+-[0-9]+-[0-9a-f]{20}` +
          `-svc-${literal(namespace)}-${anyOf(names)}-[0-9]+@kubernetesgateway`,
      ];
}

/** Pattern of the names of TraefikServices and IngressRoutes with `safeNaming`, whose `_` occurs in no name. */
function partNames(namespace: string, services: readonly Service[]): readonly string[] {
  const names = namesOf(services);
  return names.size === 0 ? [] : [`([^@]+_)?${literal(namespace)}_${anyOf(names)}_[^_@]+@kubernetescrd`];
}

/** Name that Traefik makes of its parts: joined by dashes, one dash for each run of other characters. */
function dashed(...parts: readonly string[]): string {
  return parts.join('-').replaceAll(/[^a-z0-9]+/g, '-');
}

/** Pattern that matches each of the texts. */
function anyOf(texts: Iterable<string>): string {
  return `(${[...new Set(texts)].map(literal).join('|')})`;
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

function servicesMatcher(namespace: string, services: readonly Service[]): string | undefined {
  const matcher = oneOf(
    'service',
    services.map(({ metadata }) => metadata.name),
  );
  return matcher === undefined ? undefined : `${equal('namespace', namespace)},${matcher}`;
}

/** Pattern of the names of a workload's pods. */
function podPattern(workload: Workload): string {
  return `${literal(workload.metadata.name)}${traitsOf(workload).podNameSuffix}`;
}
