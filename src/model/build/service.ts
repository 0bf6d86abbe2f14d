import { ANNOTATIONS } from '../../api/group.ts';
import { SERVICES } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { Kept } from '../../source/kept.ts';
import type { Surroundings } from '../../source/surroundings.ts';
import type { ModelComponent, Port } from '../read/component.ts';
import { KEPT } from './kept.ts';
import { plannedObject } from './object.ts';
import { isHttp, isStateful, serviceSlots, transportOf } from './slot.ts';

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
          ...(selector === undefined ? {} : { selector }),
          ...(ipFamilyPolicy === undefined ? {} : { ipFamilyPolicy }),
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
  const transport = transportOf(port);
  return {
    name: portName(port),
    port: port.containerPort,
    targetPort: port.containerPort,
    protocol: transport.toUpperCase(),
  };
}

/** Name of a port in a Service, by which its endpoints are found. */
export function portName(port: Port): string {
  return `${isHttp(port) ? 'http' : transportOf(port)}-${port.containerPort}`;
}
