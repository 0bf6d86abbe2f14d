import { EXTEND_METHODS, WORKLOAD_KINDS } from '../../workload/kinds.ts';
import type { ModelComponent, Port } from '../model/component.ts';
import { KEPT } from './kept.ts';
import { dnsLabel } from './name.ts';

/** A Service that a component wants for its ports. */
export interface ServiceSlot {
  /** Under which its name is kept. */
  readonly key: string;
  /** As the model calls it; empty where it does not. */
  readonly called: string;
  /** A name for it that a Service can have. */
  readonly wanted: string;
  readonly ports: readonly Port[];
}

/** The Services of a component: one for all its reachable ports of the same Service name. */
export function serviceSlots({ key, ports }: ModelComponent, alias: string): readonly ServiceSlot[] {
  const slots = new Map<string, ServiceSlot>();
  for (const port of ports.filter(({ inner, outer }) => inner || outer)) {
    const own = `${alias}-${port.containerPort}`;
    const slot = KEPT.service(key, port.serviceName || `${port.containerPort}`);
    const ofSame = slots.get(slot)?.ports ?? [];
    slots.set(slot, {
      key: slot,
      called: port.serviceName,
      wanted: dnsLabel(port.serviceName) || own,
      ports: [...ofSame, port],
    });
  }
  return [...slots.values()];
}

/** Whether each pod of a component has a name and claims of its own. */
export function isStateful({ extendMethod }: ModelComponent): boolean {
  return WORKLOAD_KINDS[EXTEND_METHODS[extendMethod].kind].stablePods;
}

/** How a port is reached: what Kubernetes and the Gateway know of its protocol. */
export function transportOf({ protocol }: Pick<Port, 'protocol'>): 'tcp' | 'udp' {
  return protocol === 'udp' ? 'udp' : 'tcp';
}

/** Whether a port gets a host name where it is open to the outside, and not a port of the gateway. */
export function isHttp({ protocol }: Pick<Port, 'protocol'>): boolean {
  return protocol === 'http';
}
