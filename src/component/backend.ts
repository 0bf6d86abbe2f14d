import type { TcpRule, Transport } from '../api/gatewayrule.ts';
import { LABELS } from '../api/group.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Service, ServicePort } from '../objects/core.ts';

/** Destination of a rule's requests. */
export type Backend =
  | {
      readonly type: 'resolved';
      readonly service: string;
      readonly port: number;
      readonly protocol: Transport;
    }
  | { readonly type: 'no-component' }
  | { readonly type: 'no-port'; readonly ports: readonly string[] };

/** Index value under which a component's Services and the rules for it are found. */
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
 * Service port through which a component's port is reached: the one that targets the container port by number, else
 * the one that has that number itself (its target may be a name). Services count in the order of their names, so that
 * the choice does not depend on the order of events. Without a transport, ports of either count.
 */
export function resolveBackend(
  services: readonly Service[],
  containerPort: number,
  transport?: Transport,
): Backend {
  if (services.length === 0) {
    return { type: 'no-component' };
  }
  const ports = services
    // A name of somebody else's host: some engines follow it to addresses that no rule may reach.
    .filter(({ spec }) => spec.type !== 'ExternalName')
    .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
    .flatMap((service) =>
      (service.spec.ports ?? []).map((port) => ({ ...port, service: service.metadata.name })),
    );
  const usable = ports.filter((each) => transport === undefined || transportOf(each) === transport);
  const found =
    usable.find(({ targetPort, port }) => (targetPort ?? port) === containerPort) ??
    usable.find(({ port }) => port === containerPort);
  if (found === undefined) {
    return { type: 'no-port', ports: ports.map(textOf) };
  }
  return { type: 'resolved', service: found.service, port: found.port, protocol: transportOf(found) };
}

/** Address in the cluster of a Service; undefined where it has none: if it is headless, or a name of a host outside. */
export function clusterAddress({ spec: { type, clusterIP = 'None' } }: Service): string | undefined {
  return type === 'ExternalName' || clusterIP === 'None' || clusterIP === '' ? undefined : clusterIP;
}

/** Transport of a TCP rule: the one that it states, or that of its component's port; TCP where there is none. */
export function transportTo(
  { transport, containerPort }: Pick<TcpRule, 'transport' | 'containerPort'>,
  services: readonly Service[],
): Transport {
  if (transport !== undefined) {
    return transport;
  }
  const backend = resolveBackend(services, containerPort);
  return backend.type === 'resolved' ? backend.protocol : 'TCP';
}

function transportOf({ protocol }: ServicePort): Transport {
  return protocol === 'UDP' ? 'UDP' : 'TCP';
}

/** Port of the component behind the port of a Service, as text: `8080`, or `53/UDP`. */
function textOf(each: ServicePort): string {
  const port = typeof each.targetPort === 'number' ? each.targetPort : each.port;
  return transportOf(each) === 'UDP' ? `${port}/UDP` : `${port}`;
}
