import { LABELS } from '../../../src/api/group.ts';
import type { Service, ServicePort } from '../../../src/objects/core.ts';
import type { Pod } from '../../../src/objects/workload.ts';
import type { Endpoint, Responder } from './echo.ts';
import { behaviourOf, isReady } from './pod.ts';
import type { Start } from './start.ts';

/** Start of a pod's containers. */
export type StartOf = (pod: Pod) => Promise<Start>;

/** Endpoints of a Service while any of its pods is ready. */
export function endpointsOf({ spec }: Service): Endpoint[] {
  const { clusterIP } = spec;
  if (clusterIP === undefined || clusterIP === 'None' || clusterIP === '') {
    return [];
  }
  return (spec.ports ?? [])
    .filter(({ protocol }) => protocol !== 'SCTP')
    .map((port) => ({ ip: clusterIP, port: port.port, protocol: protocolOf(port) }));
}

function protocolOf({ protocol, name = '', appProtocol = '' }: ServicePort): Endpoint['protocol'] {
  if (protocol === 'UDP') {
    return 'udp';
  }
  return [name, appProtocol].some((text) => text.toLowerCase().includes('tcp')) ? 'tcp' : 'http';
}

/** Responders of a Service: its ready pods in a stable order. */
export function respondersOf(service: Service, pods: readonly Pod[], startOf: StartOf): Responder[] {
  const selector = Object.entries(service.spec.selector ?? {});
  const selected = pods.filter(
    (pod) =>
      selector.length > 0 &&
      isReady(pod) &&
      selector.every(([label, value]) => pod.metadata.labels?.[label] === value),
  );
  return selected
    .map((pod) => responderOf(pod, startOf, service))
    .toSorted((a, b) => (a.pod < b.pod ? -1 : 1));
}

/** Responder of a pod; its component is that of its own label, else of the label of the Service. */
export function responderOf(pod: Pod, startOf: StartOf, service?: Service): Responder {
  const ids = [pod, ...(service === undefined ? [] : [service])].map(
    ({ metadata }) => metadata.labels?.[LABELS.componentId],
  );
  const component = ids.find((id) => id !== undefined) ?? (service ?? pod).metadata.name;
  return { component, pod: pod.metadata.name, behaviour: behaviourOf(pod), start: () => startOf(pod) };
}
