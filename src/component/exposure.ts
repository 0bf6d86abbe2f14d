import type { Transport } from '../api/gatewayrule.ts';
import { LABELS } from '../api/group.ts';
import { present } from '../base/fields.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Service, ServicePort } from '../objects/core.ts';
import { type ContainerPort, namedPorts, type Workload } from '../objects/workload.ts';

/**
 * Objects that tell the ports of a component: its Services, and its workloads, whose containers give numbers to the names
 * that Services target. Without workloads, such a target has no number.
 */
export interface Exposure {
  readonly services: readonly Service[];
  readonly workloads: readonly Workload[];
}

/**
 * Protocol that a port of a Service declares: WebSocket is HTTP, `other` is none that engines know, and `https` is for
 * WebSocket over TLS, too.
 */
export type DeclaredProtocol = 'http' | 'h2c' | 'https' | 'ws' | 'other';

/** Protocols by the values of `appProtocol`. */
const PROTOCOLS: Readonly<Record<string, DeclaredProtocol>> = {
  http: 'http',
  https: 'https',
  'kubernetes.io/h2c': 'h2c',
  'kubernetes.io/ws': 'ws',
  'kubernetes.io/wss': 'https',
};

/**
 * Protocol that a port of a Service declares by its `appProtocol`; undefined where it does not. Its number and its name
 * declare nothing: the routes of all engines speak plain HTTP to port 443, too.
 */
function declaredBy({ appProtocol }: ServicePort): DeclaredProtocol | undefined {
  return appProtocol === undefined ? undefined : (PROTOCOLS[appProtocol.toLowerCase()] ?? 'other');
}

/** One component among all of an application. */
export function componentIn({ services, workloads }: Exposure, serviceId: string): Exposure {
  const isOfIt = ({ metadata }: KubeObject) => metadata.labels?.[LABELS.componentId] === serviceId;
  return { services: services.filter(isOfIt), workloads: workloads.filter(isOfIt) };
}

/** Why no rule leads to the ports of a Service; undefined where rules may. */
export function barredText({ metadata, spec }: Service): string | undefined {
  // A name of somebody else's host: some engines follow it to addresses that no rule may reach.
  if (spec.type === 'ExternalName') {
    return 'it has the type ExternalName';
  }
  // The API server makes this one for itself, under this name.
  return metadata.namespace === 'default' && metadata.name === 'kubernetes'
    ? 'it is the API server of the cluster'
    : undefined;
}

/** Port of a Service among those of a component, by its number; of the ports of both transports, the first. */
export function servicePortAt(
  { services }: Pick<Exposure, 'services'>,
  { service, port }: Pick<ComponentPort, 'service' | 'port'>,
): ServicePort | undefined {
  return services
    .find(({ metadata }) => metadata.name === service)
    ?.spec.ports?.find((each) => each.port === port);
}

/** Port of a component: that of a Service, and what is behind it. */
export interface ComponentPort {
  readonly service: string;
  /** Port of the Service. */
  readonly port: number;
  /** Its name in the Service. */
  readonly name?: string;
  readonly transport: Transport;
  /** Ports of containers; none where no container has a port with the name that the Service targets. */
  readonly targets: readonly number[];
  /** Name that the Service targets. */
  readonly targetName?: string;
  readonly declares?: DeclaredProtocol;
  /** Whether it declares nothing, and versions of engines take its number or its name for HTTPS. */
  readonly looksSecure?: boolean;
}

/** Most ports of a component that count, and most ports with names of its workloads. */
const MOST_PORTS = 256;

/**
 * Ports of a component in the order of the names of its Services, so that no choice depends on the order of events: the
 * first 256 of them.
 */
export function portsOf({ services, workloads }: Exposure): readonly ComponentPort[] {
  const ports = services
    .filter((service) => barredText(service) === undefined)
    .toSorted(byName)
    .flatMap(({ metadata, spec: { ports = [] } }) => ports.map((port) => ({ service: metadata.name, port })))
    .slice(0, MOST_PORTS);
  const isNamed = ports.some(({ port: { targetPort } }) => typeof targetPort === 'string');
  const named = isNamed ? portsWithNames(workloads) : [];
  return ports.map(({ service, port }) => ({
    service,
    port: port.port,
    ...present({ name: port.name }),
    transport: transportOf(port),
    ...targetOf(port, named),
    ...declarationOf(port),
  }));
}

/** Ports with names of workloads: the first 256 in the order of the names of these. */
function portsWithNames(workloads: readonly Workload[]): readonly ContainerPort[] {
  return workloads
    .toSorted(byName)
    .flatMap((workload) => firstOfEachName(namedPorts(workload)))
    .slice(0, MOST_PORTS);
}

/** Ports of one workload, of which the first with a name and a transport counts. */
function firstOfEachName(ports: readonly ContainerPort[]): readonly ContainerPort[] {
  const first = new Map(
    ports.toReversed().map((port) => [`${port.name} ${transportOf(port)}`, port] as const),
  );
  return [...first.values()].toReversed();
}

function byName(a: KubeObject, b: KubeObject): number {
  return a.metadata.name < b.metadata.name ? -1 : 1;
}

/** Whether a Service targets a port of containers by its name, so that only workloads tell its number. */
export function targetsNames({ spec: { ports = [] } }: Service): boolean {
  return ports.some(({ targetPort }) => typeof targetPort === 'string');
}

function declarationOf(each: ServicePort): Pick<ComponentPort, 'declares' | 'looksSecure'> {
  const declares = declaredBy(each);
  const { port, name = '' } = each;
  const looksSecure = declares === undefined && (port === 443 || name.startsWith('https'));
  return present({ declares, looksSecure: looksSecure || undefined });
}

function targetOf(
  each: ServicePort,
  named: readonly ContainerPort[],
): Pick<ComponentPort, 'targets' | 'targetName'> {
  const { port, targetPort = port } = each;
  return typeof targetPort === 'number'
    ? { targets: [targetPort] }
    : { targets: numbersOf(targetPort, transportOf(each), named), targetName: targetPort };
}

/** Numbers of a named port, in ascending order: pods of several workloads may give a name different numbers. */
function numbersOf(wanted: string, transport: Transport, named: readonly ContainerPort[]): readonly number[] {
  const numbers = named
    .filter((each) => each.name === wanted && transportOf(each) === transport)
    .map(({ containerPort }) => containerPort);
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

function transportOf({ protocol }: Pick<ServicePort, 'protocol'>): Transport {
  return protocol === 'UDP' ? 'UDP' : 'TCP';
}
