import { ANNOTATIONS } from '../../api/group.ts';
import { dnsLabel } from '../../base/dnslabel.ts';
import { present } from '../../base/fields.ts';
import { SERVICES } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { Kept } from '../../source/kept.ts';
import type { Surroundings } from '../../source/surroundings.ts';
import { EXTEND_METHODS, WORKLOAD_KINDS } from '../../workload/kinds.ts';
import type { ModelComponent, Port } from '../read/component.ts';
import { KEPT } from './kept.ts';
import { plannedObject } from './object.ts';

/** Owner of Services: a component. */
interface ServiceOwner {
  readonly component: ModelComponent;
  readonly alias: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Undefined where it has no pods. */
  readonly selector?: Readonly<Record<string, string>>;
  readonly headlessService: string;
  /** Policy for the families of the addresses of Services; that of the cluster by default. */
  readonly ipFamilyPolicy?: 'PreferDualStack';
}

/** Services of a component: for its ports, and without an address for the pods of a StatefulSet. */
export function makeServices(
  owner: ServiceOwner,
  kept: Kept,
  surroundings: Surroundings,
): readonly PlannedObject[] {
  const { component, alias, selector, headlessService, ipFamilyPolicy } = owner;
  const labels = owner.labels;
  const forPorts = serviceSlots(component, alias).map(({ key, defaultName: name, ports }) => {
    const outer = ports.filter((port) => port.outer).map(({ containerPort }) => containerPort);
    return plannedObject(
      SERVICES,
      surroundings,
      {
        name: kept.services[key] ?? name,
        labels,
        annotations: {
          [ANNOTATIONS.componentName]: component.name,
          ...(outer.length === 0 ? {} : { [ANNOTATIONS.outerPorts]: [...new Set(outer)].join(',') }),
        },
      },
      {
        spec: {
          type: 'ClusterIP',
          ...present({ selector, ipFamilyPolicy }),
          ports: ports.map(servicePort),
        },
      },
    );
  });
  const forPods = isStateful(component)
    ? [headlessService, kept.services[KEPT.named(component.key)] ?? []].flat()
    : [];
  // Without ports, so that nothing reaches the component through it by mistake.
  const headless = forPods.map((name) =>
    plannedObject(
      SERVICES,
      surroundings,
      { name, labels },
      { spec: { type: 'ClusterIP', clusterIP: 'None', publishNotReadyAddresses: true, selector } },
    ),
  );
  return [...forPorts, ...headless];
}

function servicePort(port: Port) {
  const transport = portTransport(port);
  return {
    name: servicePortName(port),
    port: port.containerPort,
    targetPort: port.containerPort,
    protocol: transport.toUpperCase(),
  };
}

/** Name of a port in a Service, by which its endpoints are found. */
export function servicePortName(port: Port): string {
  return `${isHttpPort(port) ? 'http' : portTransport(port)}-${port.containerPort}`;
}

/** Service of a component, before its name is allocated. */
interface ServiceSlot {
  /** Key of the allocated name. */
  readonly key: string;
  /** Name in the model; empty where it has none. */
  readonly modelName: string;
  /** Valid name that it gets unless it is taken. */
  readonly defaultName: string;
  readonly ports: readonly Port[];
}

/** Services of a component: one for all ports of the same Service name. */
export function serviceSlots({ key, ports }: ModelComponent, alias: string): readonly ServiceSlot[] {
  const slots = new Map<string, ServiceSlot>();
  for (const port of ports) {
    const own = `${alias}-${port.containerPort}`;
    const slot = KEPT.service(key, port.serviceName || `${port.containerPort}`);
    const ofSame = slots.get(slot)?.ports ?? [];
    slots.set(slot, {
      key: slot,
      modelName: port.serviceName,
      defaultName: dnsLabel(port.serviceName) || own,
      ports: [...ofSame, port],
    });
  }
  return [...slots.values()];
}

/** Whether each pod of a component has a name and claims of its own. */
export function isStateful({ extendMethod }: ModelComponent): boolean {
  return WORKLOAD_KINDS[EXTEND_METHODS[extendMethod].kind].stablePods;
}

/** Transport protocol of a port. */
export function portTransport({ protocol }: Pick<Port, 'protocol'>): 'tcp' | 'udp' {
  return protocol === 'udp' ? 'udp' : 'tcp';
}

/** Whether an outer port gets a host name instead of a port of the Gateway. */
export function isHttpPort({ protocol }: Pick<Port, 'protocol'>): boolean {
  return protocol === 'http';
}
