import type { TcpRule, Transport } from '../api/gatewayrule.ts';
import type { ComponentPortRef } from '../api/grammar.ts';
import { LABELS } from '../api/group.ts';
import { present } from '../base/fields.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Service } from '../objects/core.ts';
import { barredText, type ComponentPort, type DeclaredProtocol, type Exposure, portsOf } from './exposure.ts';

/** Destination of a rule's requests. */
export type Backend =
  | {
      readonly type: 'resolved';
      readonly service: string;
      readonly port: number;
      readonly protocol: Transport;
      readonly declares?: DeclaredProtocol;
      /** Whether versions of engines take it for one that speaks HTTPS. */
      readonly looksSecure?: boolean;
      /** Port that the same number or name fits, and that it therefore does not mean. */
      readonly other?: ComponentPort;
    }
  | { readonly type: 'no-component' }
  | {
      readonly type: 'no-port';
      readonly ports: readonly string[];
      /** Why no port of its Services counts. */
      readonly barred?: string;
    };

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
 * Service port through which a component's port is reached. A number means the port that targets it, by that number or by
 * a name which containers give it, else the port that has it itself. A name means the port that has it, else the one that
 * targets it. Without a transport, ports of either count.
 */
export function resolveBackend(of: Exposure, port: ComponentPortRef, transport?: Transport): Backend {
  if (of.services.length === 0) {
    return { type: 'no-component' };
  }
  const table = tableOf(of);
  const [found, next] = meanings(table, port, transport);
  if (found === undefined) {
    const ports = textsOf(table);
    const [barred] = ports.length > 0 ? [] : of.services.flatMap((service) => barredText(service) ?? []);
    return { type: 'no-port', ports, ...present({ barred }) };
  }
  const other = next !== undefined && behind(next) !== behind(found) ? { other: next } : {};
  return {
    type: 'resolved',
    service: found.service,
    port: found.port,
    protocol: found.transport,
    ...present({ declares: found.declares, looksSecure: found.looksSecure }),
    ...other,
  };
}

/**
 * Numbers and names that mean the same port of a component as one of them, which is one of them itself: those of the
 * container, and those of the Services before it. Everything that compares the ports of rules and annotations asks this.
 */
export function synonymsFor(
  of: Exposure,
  port: ComponentPortRef,
  transport?: Transport,
): ReadonlySet<ComponentPortRef> {
  const table = tableOf(of);
  const [found] = meanings(table, port, transport);
  return (found && refsOf(table, transport).get(behind(found))) ?? new Set([port]);
}

/** Numbers and names of each port of the containers: many rules of one decision ask for each port of a component. */
function refsOf(table: PortTable, transport: Transport | undefined): RefsByMeaning {
  const known = table.refs.get(transport);
  if (known !== undefined) {
    return known;
  }
  const refs = new Map<ComponentPortRef, Set<ComponentPortRef>>();
  for (const ref of [...table.own.keys(), ...table.targeting.keys()]) {
    const [found] = meanings(table, ref, transport);
    if (found !== undefined) {
      const meaning = behind(found);
      refs.set(meaning, (refs.get(meaning) ?? new Set()).add(ref));
    }
  }
  table.refs.set(transport, refs);
  return refs;
}

/** Number of a component's port: that of the Service, unless it means another port; undefined where no port has the name. */
export function numberOf(of: Exposure, port: ComponentPortRef, transport?: Transport): number | undefined {
  if (typeof port === 'number') {
    return port;
  }
  const [found] = meanings(tableOf(of), port, transport);
  if (found === undefined) {
    return undefined;
  }
  const synonyms = synonymsFor(of, port, transport);
  const [other = found.targets[0]] = [...synonyms].filter((each) => typeof each === 'number');
  return synonyms.has(found.port) ? found.port : (other ?? found.port);
}

/** Ports of a component, by the numbers and names that find them. */
interface PortTable {
  readonly of: Exposure;
  readonly ports: readonly ComponentPort[];
  /** Ports by a number or name that they target, and by those that are their own, of either transport. */
  readonly targeting: PortsByRef;
  readonly own: PortsByRef;
  /** Numbers and names by the port of the containers that they mean, as far as somebody has asked. */
  readonly refs: Map<Transport | undefined, RefsByMeaning>;
  /** Texts of the ports, where somebody has asked. */
  texts: readonly string[] | undefined;
}

type RefsByMeaning = ReadonlyMap<ComponentPortRef, ReadonlySet<ComponentPortRef>>;

type PortsByRef = ReadonlyMap<ComponentPortRef, readonly ComponentPort[]>;

/** Tables by the Services of their components: many rules of one decision lead to one component. */
const tables = new WeakMap<readonly Service[], PortTable>();

function tableOf(of: Exposure): PortTable {
  const known = tables.get(of.services);
  if (known?.of.workloads === of.workloads) {
    return known;
  }
  const ports = portsOf(of);
  const table: PortTable = {
    of,
    ports,
    targeting: portsBy(ports, ({ targets, targetName }) => [...targets, targetName]),
    own: portsBy(ports, ({ port, name }) => [port, name]),
    refs: new Map(),
    texts: undefined,
  };
  tables.set(of.services, table);
  return table;
}

/** Ports by each of their numbers and names. */
function portsBy(
  ports: readonly ComponentPort[],
  refsOf: (port: ComponentPort) => readonly (ComponentPortRef | undefined)[],
): PortsByRef {
  const found = new Map<ComponentPortRef, ComponentPort[]>();
  for (const each of ports) {
    for (const ref of refsOf(each).filter((one) => one !== undefined)) {
      const others = found.get(ref) ?? [];
      others.push(each);
      found.set(ref, others);
    }
  }
  return found;
}

/** Ports that a number or name fits, the one that it means first: the first that targets it, and the first that has it. */
function meanings({ targeting, own }: PortTable, port: ComponentPortRef, transport: Transport | undefined) {
  const isUsable = (each: ComponentPort) => transport === undefined || each.transport === transport;
  const ways = typeof port === 'number' ? [targeting, own] : [own, targeting];
  return ways.flatMap((ports) => ports.get(port)?.find(isUsable) ?? []);
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

/** Texts of all ports of a component, as `textOf` has them. */
function textsOf(table: PortTable): readonly string[] {
  table.texts ??= table.ports.map(textOf);
  return table.texts;
}

/** Numbers and names to write for a port, as text: `8080`, `53/UDP`, or `80 (or 8080, by name http or web)`. */
function textOf({ port, name, targets: [number = port], targetName, transport }: ComponentPort): string {
  const text = transport === 'UDP' ? `${port}/UDP` : `${port}`;
  const names = [...new Set([name, targetName])].filter((each) => each !== undefined);
  const ways = [
    ...(number === port ? [] : [`or ${number}`]),
    ...(names.length === 0 ? [] : [`by name ${names.join(' or ')}`]),
  ];
  return ways.length === 0 ? text : `${text} (${ways.join(', ')})`;
}

/** Sentence on a port that a component lacks, with those that it has. */
export function noPortText(
  component: string,
  port: string,
  { ports, barred }: Extract<Backend, { type: 'no-port' }>,
): string {
  return barred === undefined
    ? `${component} has no port ${port}; it has ${ports.join(', ') || 'none'}`
    : `no rule leads to ${component}: ${barred}`;
}

/** Sentence on the port that a number or name fits and does not mean; empty where there is none. */
export function otherPortText(
  ref: ComponentPortRef,
  { service, port, other }: Extract<Backend, { type: 'resolved' }>,
): string {
  if (other === undefined) {
    return '';
  }
  if (typeof ref === 'string') {
    return `${ref} means port ${port} of Service ${service}, which has that name, not port ${other.port} of Service ${other.service}, which targets it`;
  }
  const [target] = other.targets;
  const way = target === undefined ? `targets the name ${other.targetName}` : `is for ${target}`;
  return `${ref} means the port of the containers, not port ${ref} of Service ${other.service}, which ${way}`;
}
