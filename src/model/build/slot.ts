import { dnsLabel } from '../../base/dnslabel.ts';
import { EXTEND_METHODS, WORKLOAD_KINDS } from '../../workload/kinds.ts';
import type { ModelComponent, Port } from '../read/component.ts';
import { KEPT } from './kept.ts';

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
export function transportOf({ protocol }: Pick<Port, 'protocol'>): 'tcp' | 'udp' {
  return protocol === 'udp' ? 'udp' : 'tcp';
}

/** Whether an outer port gets a host name instead of a port of the Gateway. */
export function isHttp({ protocol }: Pick<Port, 'protocol'>): boolean {
  return protocol === 'http';
}
