import type { ComponentPortRef } from '../api/grammar.ts';
import { LABELS } from '../api/group.ts';
import { equal, excluding, matching, oneOf } from '../base/promql.ts';
import { type Exposure, portsOf } from '../component/exposure.ts';
import { factsOf } from '../component/facts.ts';
import { idOfTarget, targetOfSpec } from '../component/target.ts';
import { perEngine } from '../engines/index.ts';
import { routesOf } from '../engines/metrics.ts';
import type { Service } from '../objects/core.ts';
import type { HttpRoute } from '../objects/httproute.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import type { Workload } from '../objects/workload.ts';
import { isOpen } from '../rule/open.ts';
import type { Matchers } from './placeholder.ts';
import type { PodsByOwner } from './pods.ts';

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
  /** Pods of the namespace; missing where no item is about pods. */
  readonly pods?: PodsByOwner | undefined;
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

/**
 * Component to which a rule leads, with the series of the rule's requests only; none if it has no workload. The
 * component's other rules count for `outer` alone. Pure.
 */
export function componentsOfRule(inventory: Inventory, rule: GatewayRule): readonly MonitoredComponent[] {
  const { namespace } = inventory;
  const id = idOfTarget(targetOfSpec(rule.spec), inventory.services);
  const workloads = inventory.workloads.filter((each) => componentIdOf(each) === id);
  return componentsOf({ ...inventory, workloads }).map((component) => {
    const requests = {
      namespace,
      services: servicesOf(component.id, inventory),
      rules: [rule],
      routes: routesOf([rule], inventory.routes),
      of: 'rules',
    } as const;
    const matchers = { ...NO_MATCHERS, ...perEngine(({ matcher }) => matcher(requests)) };
    return { ...component, matchers };
  });
}

/** Matchers of a component without series. */
const NO_MATCHERS: Matchers = {
  ...perEngine(() => undefined),
  component: undefined,
  rainbond: undefined,
  pods: undefined,
  services: undefined,
};

function servicesOf(id: string, { services }: Inventory): readonly Service[] {
  return services.filter(({ metadata }) => metadata.labels?.[LABELS.componentId] === id);
}

function componentOf(id: string, workloads: readonly Workload[], inventory: Inventory): MonitoredComponent {
  const { namespace, routes } = inventory;
  const services = servicesOf(id, inventory);
  const exposure = { services, workloads };
  const rules = inventory.rules.filter(
    ({ spec }) => idOfTarget(targetOfSpec(spec), inventory.services) === id,
  );
  const [first] = workloads;
  return {
    id,
    name: first === undefined ? id : factsOf(first).name,
    alias: first?.metadata.labels?.[LABELS.componentAlias] ?? id,
    outer: portsIn(exposure, rules).some((port) => isOpen(port, rules, exposure)),
    matchers: {
      ...perEngine(({ matcher }) => matcher({ namespace, services, rules, routes, of: 'services' })),
      component: `${equal('service_id', id)},${equal('namespace', namespace)}`,
      rainbond: equal('service_id', id),
      pods: podsMatcher(inventory, workloads),
      services: servicesMatcher(namespace, services),
    },
  };
}

function componentIdOf({ metadata }: Workload): string {
  return metadata.labels?.[LABELS.componentId] ?? metadata.name;
}

/** Numbers of the ports of a component, and the numbers and names that rules have for them. */
function portsIn(exposure: Exposure, rules: readonly GatewayRule[]): readonly ComponentPortRef[] {
  return [
    ...portsOf(exposure).map(({ port, targets: [number = port] }) => number),
    ...rules.flatMap(({ spec: { http, tcp } }) => (http ?? tcp)?.containerPort ?? []),
  ];
}

function servicesMatcher(namespace: string, services: readonly Service[]): string | undefined {
  const matcher = oneOf(
    'service',
    services.map(({ metadata }) => metadata.name),
  );
  return matcher === undefined ? undefined : `${equal('namespace', namespace)},${matcher}`;
}

/** Matcher of the pods of workloads; undefined where none of their names is known. */
function podsMatcher({ namespace, pods }: Inventory, workloads: readonly Workload[]): string | undefined {
  const { counted, others } = pods?.namesOf(workloads) ?? { counted: [], others: [] };
  const without = others.length === 0 ? '' : `,${excluding('pod', others.join('|'))}`;
  return counted.length === 0
    ? undefined
    : `${equal('namespace', namespace)},${matching('pod', counted.join('|'))}${without}`;
}
