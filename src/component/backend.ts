import type { TcpRule, Transport } from '../api/gatewayrule.ts';
import { LABELS } from '../api/group.ts';
import { present } from '../base/fields.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Service } from '../objects/core.ts';
import { type ComponentPort, type DeclaredProtocol, type Exposure, portsOf } from './exposure.ts';

/** Destination of a rule's requests. */
export type Backend =
  | {
      readonly type: 'resolved';
      readonly service: string;
      readonly port: number;
      readonly protocol: Transport;
      readonly declares?: DeclaredProtocol;
      /** Port that has the same number, and that the number therefore does not mean. */
      readonly other?: ComponentPort;
    }
  | { readonly type: 'no-component' }
  | { readonly type: 'no-port'; readonly ports: readonly string[] };

/** Index value under which a component's Services, workloads and the rules for it are found. */
export function componentKey(namespace: string, appId: number | string, serviceId: string): string {
  return `${namespace}/${appId}/${serviceId}`;
}

/** Component that a Service or a workload belongs to, as an index value; none where it lacks the labels. */
export function componentOf({ metadata }: KubeObject): readonly string[] {
  const { [LABELS.appId]: appId, [LABELS.componentId]: componentId } = metadata.labels ?? {};
  const labelled = appId !== undefined && componentId !== undefined && metadata.namespace !== undefined;
  return labelled ? [componentKey(metadata.namespace, appId, componentId)] : [];
}

/**
 * Service port through which a component's port is reached: the one that targets the container port by its number or
 * name, else the one that has that number itself. Without a transport, ports of either count.
 */
export function resolveBackend(of: Exposure, containerPort: number, transport?: Transport): Backend {
  if (of.services.length === 0) {
    return { type: 'no-component' };
  }
  const table = tableOf(of);
  const { target, own } = fitting(table, containerPort, transport);
  const found = target ?? own;
  if (found === undefined) {
    return { type: 'no-port', ports: table.ports.map(textOf) };
  }
  const other = own !== undefined && behind(own) !== behind(found) ? { other: own } : {};
  return {
    type: 'resolved',
    service: found.service,
    port: found.port,
    protocol: found.transport,
    ...present({ declares: found.declares }),
    ...other,
  };
}

/**
 * Numbers that mean the same port of a component as one of them, which is one of them itself: that of the container,
 * and those of the Services before it. Everything that compares the ports of rules and annotations asks this.
 */
export function numbersFor(of: Exposure, port: number, transport?: Transport): ReadonlySet<number> {
  const table = tableOf(of);
  const key = `${port} ${transport}`;
  const known = table.numbers.get(key);
  if (known !== undefined) {
    return known;
  }
  const meant = (number: number) => {
    const { target, own } = fitting(table, number, transport);
    const found = target ?? own;
    return found && behind(found);
  };
  const wanted = meant(port);
  const numbers = wanted === undefined ? [] : table.ports.flatMap((each) => [each.port, ...each.targets]);
  const found = new Set([port, ...numbers.filter((number) => meant(number) === wanted)]);
  table.numbers.set(key, found);
  return found;
}

/** Ports of a component, by the numbers that find them. */
interface PortTable {
  readonly of: Exposure;
  readonly ports: readonly ComponentPort[];
  /** Ports by a number that they target, and by the one that is their own, of either transport. */
  readonly targeting: ReadonlyMap<number, readonly ComponentPort[]>;
  readonly own: ReadonlyMap<number, readonly ComponentPort[]>;
  /** Numbers that mean the same port as one, as far as somebody has asked. */
  readonly numbers: Map<string, ReadonlySet<number>>;
}

/** Tables by the Services of their components: many rules of one decision lead to one component. */
const tables = new WeakMap<readonly Service[], PortTable>();

function tableOf(of: Exposure): PortTable {
  const known = tables.get(of.services);
  if (known?.of.workloads === of.workloads) {
    return known;
  }
  const ports = portsOf(of);
  const table = {
    of,
    ports,
    targeting: byTarget(ports),
    own: Map.groupBy(ports, ({ port }) => port),
    numbers: new Map(),
  };
  tables.set(of.services, table);
  return table;
}

/** Ports by each number that they target. */
function byTarget(ports: readonly ComponentPort[]): ReadonlyMap<number, readonly ComponentPort[]> {
  const found = new Map<number, ComponentPort[]>();
  for (const each of ports) {
    for (const number of each.targets) {
      const others = found.get(number) ?? [];
      others.push(each);
      found.set(number, others);
    }
  }
  return found;
}

/** Ports that a number may mean: the first one that targets it, and the first one that has it as its own. */
function fitting({ targeting, own }: PortTable, number: number, transport: Transport | undefined) {
  const isUsable = (each: ComponentPort) => transport === undefined || each.transport === transport;
  return {
    target: targeting.get(number)?.find(isUsable),
    own: own.get(number)?.find(isUsable),
  };
}

/** Port of the containers behind a port: its number, or its name where nothing tells the number. */
function behind({ port, targets: [number], targetName }: ComponentPort): number | string {
  return number ?? targetName ?? port;
}

/** Address in the cluster of a Service; undefined where it has none: if it is headless, or a name of a host outside. */
export function clusterAddress({ spec: { type, clusterIP = 'None' } }: Service): string | undefined {
  return type === 'ExternalName' || clusterIP === 'None' || clusterIP === '' ? undefined : clusterIP;
}

/** Transport of a TCP rule: the one that it states, or that of its component's port; TCP where there is none. */
export function transportTo(
  { transport, containerPort }: Pick<TcpRule, 'transport' | 'containerPort'>,
  of: Exposure,
): Transport {
  if (transport !== undefined) {
    return transport;
  }
  const backend = resolveBackend(of, containerPort);
  return backend.type === 'resolved' ? backend.protocol : 'TCP';
}

/**
 * Numbers to write for a port, as text: `8080`, `53/UDP`, or `80 (or 8080)` where the Service and the containers have
 * different ones; that of the Service where nothing tells the number of the name that it targets.
 */
function textOf({ port, targets: [number], targetName, transport }: ComponentPort): string {
  const text = transport === 'UDP' ? `${port}/UDP` : `${port}`;
  if (number === undefined) {
    return `${text} (targets the name ${targetName}: write ${port})`;
  }
  return number === port ? text : `${text} (or ${number})`;
}

/** Sentence on the port that a number does not mean although it has it; empty where there is none. */
export function otherPortText(number: number, { other }: Extract<Backend, { type: 'resolved' }>): string {
  if (other === undefined) {
    return '';
  }
  const [target] = other.targets;
  const way = target === undefined ? `targets the name ${other.targetName}` : `is for ${target}`;
  return `${number} means the port of the containers, not port ${number} of Service ${other.service}, which ${way}`;
}
